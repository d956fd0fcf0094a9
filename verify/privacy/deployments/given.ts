import pg from 'pg';
import type { Chunk } from '../places/chunk.ts';
import { fileChunks } from '../places/files.ts';
import { redisChunks } from '../places/redis.ts';
import { tableChunks } from '../places/tables.ts';
import { natsChunks, webChunks } from '../places/web.ts';
import type { Target } from './target.ts';

/** Where a running deployment can be searched, by the option that names it: a URL, a file or a folder each. */
export const searchable = {
  database: { what: 'PostgreSQL (DATABASE_URL or --database)', variable: 'DATABASE_URL' },
  redis: { what: 'Redis (REDIS_URL or --redis)', variable: 'REDIS_URL', read: redisChunks },
  nats: { what: 'the NATS monitoring port (NATS_MONITOR_URL or --nats)', variable: 'NATS_MONITOR_URL', read: natsChunks },
  metrics: { what: 'metrics endpoints (--metrics)', read: (url: string) => webChunks('metrics', url) },
  traces: { what: 'spans, in files of the collector (--traces)', read: (path: string) => fileChunks('trace', path) },
  log: { what: 'logs and process outputs (--log)', read: (path: string) => fileChunks('log', path) },
  files: { what: 'other files and folders (--files)', read: (path: string) => fileChunks('file', path) },
  // What is deleted may lie in them until the space is used again.
  'database-files': {
    what: "the databases' own files and logs of changes (--database-files)",
    read: (path: string) => fileChunks('database file', path),
  },
} satisfies Record<string, { what: string; variable?: string; read?(place: string): AsyncGenerator<Chunk> }>;
export type Option = keyof typeof searchable;

/** A deployment that runs already, wherever it is. Whatever is not given is not searched. */
export function givenTarget(baseUrl: string, given: Readonly<Record<Option, readonly string[]>>): Target {
  const options = Object.keys(searchable) as Option[];
  const notSearched = options.filter((option) => given[option].length === 0).map((option) => searchable[option].what);
  const unread = (what: string) => {
    if (!notSearched.includes(what)) notSearched.push(what);
  };
  async function* chunksOf(databases: pg.Pool[]): AsyncGenerator<Chunk> {
    for (const database of databases) yield* tableChunks(database, unread);
    for (const option of options) {
      const place = searchable[option];
      if ('read' in place) for (const name of given[option]) yield* place.read(name);
    }
  }
  return {
    name: `the service at ${baseUrl}`,
    baseUrl,
    notSearched,
    async open() {
      const databases = given.database.map((url) => new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 }));
      const close = async () => void (await Promise.all(databases.map((pool) => pool.end())));
      return { databases, chunks: () => chunksOf(databases), close };
    },
    close: async () => {},
  };
}
