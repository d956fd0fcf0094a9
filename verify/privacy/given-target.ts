import pg from 'pg';
import type { Piece, Store } from './pieces.ts';
import { filePieces } from './search-files.ts';
import { redisPieces } from './search-redis.ts';
import { tablePieces } from './search-tables.ts';
import { natsPieces, webPieces } from './search-web.ts';
import type { Target } from './target.ts';

/** Where a running deployment can be searched: whatever is not given is not searched. */
export type Given = {
  baseUrl: string;
  databases: string[];
  redis: string[];
  nats: string[];
  logs: string[];
  metrics: string[];
  files: string[];
  /** Files in which a database keeps its data: what is deleted may lie there until the space is used again. */
  databaseFiles: string[];
};

const options: Record<Exclude<keyof Given, 'baseUrl'>, string> = {
  databases: 'PostgreSQL (DATABASE_URL or --database)',
  redis: 'Redis (REDIS_URL or --redis)',
  nats: 'the NATS monitoring port (NATS_MONITOR_URL or --nats)',
  logs: 'logs and process outputs (--log)',
  metrics: 'metrics endpoints (--metrics)',
  files: 'other files and folders (--files)',
  databaseFiles: "the databases' own files and logs of changes (--database-files)",
};

/** A deployment that runs already, wherever it is. */
export function givenTarget(given: Given): Target {
  const notSearched = Object.entries(options).flatMap(([name, what]) => (given[name as keyof typeof options].length > 0 ? [] : [what]));
  return {
    name: `the service at ${given.baseUrl}`,
    baseUrl: given.baseUrl,
    notSearched,
    async open() {
      const databases = given.databases.map((url) => new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 }));
      const unread = (what: string) => {
        if (!notSearched.includes(what)) notSearched.push(what);
      };
      return {
        databases,
        pieces: () => piecesOf(given, databases, unread),
        async close() {
          await Promise.all(databases.map((pool) => pool.end()));
        },
      };
    },
    close: async () => {},
  };
}

async function* piecesOf(given: Given, databases: pg.Pool[], unread: (what: string) => void): AsyncGenerator<Piece> {
  for (const database of databases) yield* tablePieces(database, unread);
  for (const url of given.redis) yield* redisPieces(url);
  for (const url of given.nats) yield* natsPieces(url);
  yield* webPieces('metrics', given.metrics);
  const files: [Store, string[]][] = [
    ['log', given.logs],
    ['file', given.files],
    ['database file', given.databaseFiles],
  ];
  for (const [store, paths] of files) for (const path of paths) yield* filePieces(store, path);
}
