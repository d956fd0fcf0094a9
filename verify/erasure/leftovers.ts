import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { createClient } from 'redis';
import type { Guest } from './guest.ts';

/** What a guest is found by, where, and that it is there. */
export type Leftover = { where: string; by: string };
type Piece = { where: string; text: string };

const tombstones = 'stay.tombstone';

/**
 * Everything that PostgreSQL and Redis still hold of `guests` by UUID, handle, key, hash or prefix. Meant to be there, and passed over:
 * the tombstone (its UUID and nothing else), and for at most 10 s the mark in Redis that bars a dead key.
 */
export async function leftoversOf(guests: readonly Guest[], db: Db, redisUrl: string): Promise<Leftover[]> {
  const pieces = [...(await tablePieces(db)), ...(await redisPieces(redisUrl))];
  return pieces.flatMap(({ where, text }) =>
    guests.flatMap((guest) => {
      const needles = { handle: guest.handle, key: guest.key, hash: guest.keyHash, prefix: guest.prefix, uuid: guest.uuid };
      const found = Object.entries(needles).filter(([by, needle]) => text.includes(needle) && !(where === tombstones && by === 'uuid'));
      return found.map(([by]) => ({ where, by }));
    }),
  );
}

/** Erasures that some service has not confirmed yet. */
export async function pendingErasures(db: Db): Promise<number> {
  const { rows } = await db.query({ text: 'select count(*)::int as n from identity.erasure', values: [] });
  return (rows as { n: number }[])[0]?.n ?? -1;
}

async function tablePieces(db: Db): Promise<Piece[]> {
  const { rows: tables } = await db.query({
    text: `select table_schema || '.' || table_name as name from information_schema.tables
           where table_type = 'BASE TABLE' and table_schema in ('identity', 'stay', 'gateway') order by 1`,
    values: [],
  });
  const pieces: Piece[] = [];
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await db.query({ text: `select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} as t`, values: [] });
    pieces.push({ where: name, text: (rows as { text: string }[])[0]?.text ?? '' });
  }
  return pieces;
}

async function redisPieces(url: string): Promise<Piece[]> {
  const client = createClient({ url });
  await client.connect();
  try {
    const pieces: Piece[] = [];
    for await (const names of client.scanIterator({ MATCH: 'gateway:*', COUNT: 1_000 })) {
      for (const name of names) {
        const bars = name.endsWith(':closing') && (await client.get(name)) === '1' && (await client.pTTL(name)) <= 10_000;
        if (bars) continue;
        const value = (await client.type(name)) === 'zset' ? (await client.zRange(name, 0, -1)).join('\n') : await client.get(name);
        pieces.push({ where: `redis ${name.replace(/\{.*\}/, '{}')}`, text: `${name}\n${value}` });
      }
    }
    return pieces;
  } finally {
    client.destroy();
  }
}
