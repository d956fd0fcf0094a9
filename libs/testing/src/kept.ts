import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { createClient } from 'redis';

/** One row of a table, as JSON, or one record of Redis. */
export type Piece = { where: string; text: string };

/** Records that keep a dead key from being admitted again, for seconds: they are named by the key's hash on purpose. */
const passing = /:(closing|lease)$/;
const passingMs = 10_000;

/** Everything that PostgreSQL and Redis keep of agents. Of records that pass by themselves within seconds it is the value alone. */
export async function keptPieces(db: Db, redisUrl: string): Promise<Piece[]> {
  return [...(await tablePieces(db)), ...(await redisPieces(redisUrl))];
}

/** Erasures that some service has not confirmed yet. */
export async function pendingErasures(db: Db): Promise<number> {
  const { rows } = await db.query({ text: 'select count(*)::int as n from identity.erasure', values: [] });
  return (rows as { n: number }[])[0]?.n ?? -1;
}

async function tablePieces(db: Db): Promise<Piece[]> {
  const { rows: tables } = await db.query({
    text: `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
           where table_type = 'BASE TABLE' and table_schema in ('identity', 'stay', 'gateway') order by 1`,
    values: [],
  });
  const pieces: Piece[] = [];
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await db.query({ text: `select row_to_json(t)::text as text from ${name} as t`, values: [] });
    pieces.push(...(rows as { text: string }[]).map(({ text }) => ({ where: name, text })));
  }
  return pieces;
}

async function redisPieces(url: string): Promise<Piece[]> {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  const read = async (name: string): Promise<Piece> => {
    const value = (await client.type(name)) === 'zset' ? (await client.zRange(name, 0, -1)).join('\n') : await client.get(name);
    const leftMs = await client.pTTL(name);
    const passes = passing.test(name) && leftMs >= 0 && leftMs <= passingMs;
    return { where: `redis ${name.replace(/\{.*\}/, '{}')}`, text: passes || value === null ? (value ?? '') : `${name}\n${value}` };
  };
  try {
    const pieces: Piece[] = [];
    for await (const names of client.scanIterator({ MATCH: 'gateway:*', COUNT: 1_000 })) {
      for (const name of names) pieces.push(await read(name));
    }
    return pieces;
  } finally {
    client.destroy();
  }
}
