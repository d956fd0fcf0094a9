import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from 'redis';
import type { Guest } from '../history.ts';
import type { Violation } from './violation.ts';

type Stores = { postgres: string; redis: string };
type Row = { place: string; text: string };

/** Waits until no erasure is unconfirmed any more. Undefined when that took longer than `withinMs`, else the milliseconds it took. */
export async function untilErased(postgresUrl: string, withinMs: number): Promise<number | undefined> {
  const since = Date.now();
  const client = new pg.Client(postgresUrl);
  await client.connect();
  try {
    while (Date.now() - since < withinMs) {
      const { rows } = await client.query<{ left: string }>('select count(*) as left from identity.erasure');
      if (rows[0]?.left === '0') return Date.now() - since;
      await sleep(200);
    }
    return undefined;
  } finally {
    await client.end();
  }
}

/**
 * Nothing of the forgotten is in any table or in Redis, and no row belongs to an agent that is not registered (the tombstones, which are kept
 * for a day on purpose, aside).
 */
export async function traces(stores: Stores, forgotten: readonly Guest[]): Promise<Violation[]> {
  const [tables, redis] = await Promise.all([tableRows(stores.postgres), redisRecords(stores.redis)]);
  const secrets = forgotten.flatMap(({ handle, key }) => [handle, createHash('sha256').update(key).digest('hex'), key]);
  const found = [...tables.rows, ...redis].flatMap(({ place, text }) =>
    secrets.filter((secret) => new RegExp(`${secret}(?!\\d)`).test(text)).map((secret) => `${place} holds ${secret}`),
  );
  const all = [...found, ...tables.orphans];
  const message = `${all.length} traces: ${[...new Set(all)].slice(0, 10).join('; ')}`;
  return all.length > 0 ? [{ invariant: 'the forgotten are gone', message, ops: [] }] : [];
}

async function tableRows(url: string): Promise<{ rows: Row[]; orphans: string[] }> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const list = `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('identity', 'stay', 'gateway') and table_type = 'BASE TABLE'`;
    const { rows: tables } = await client.query<{ name: string }>(list);
    const rows: Row[] = [];
    for (const { name } of tables) {
      const { rows: found } = await client.query<{ text: string }>(`select row_to_json(t)::text as text from ${name} as t`);
      rows.push(...found.map(({ text }) => ({ place: name, text })));
    }
    return { rows, orphans: orphansAmong(rows) };
  } finally {
    await client.end();
  }
}

function orphansAmong(rows: readonly Row[]): string[] {
  const parsed = rows.map(({ place, text }) => ({ place, row: JSON.parse(text) as { uuid?: string; agent?: string } }));
  const registered = new Set(parsed.filter(({ place }) => place === 'identity.agent').map(({ row }) => row.uuid));
  return parsed
    .filter(({ place, row }) => row.agent !== undefined && place !== 'stay.tombstone' && !registered.has(row.agent))
    .map(({ place }) => `${place} has a row of nobody`);
}

/** What keeps a dead key from being filled in again for a moment names the key's hash only and expires within seconds: it does not count. */
const passing = /:(closing|lease)$/;
const passingMs = 10_000;

async function redisRecords(url: string): Promise<Row[]> {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  const read = async (key: string): Promise<Row[]> => {
    const [type, ttlMs] = [await client.type(key), await client.pTTL(key)];
    if (type === 'none' || (passing.test(key) && ttlMs >= 0 && ttlMs <= passingMs)) return [];
    const text = type === 'zset' ? (await client.zRange(key, 0, -1)).join(' ') : await client.get(key);
    return [{ place: 'Redis', text: `${key} ${text}` }];
  };
  try {
    const rows: Row[] = [];
    for await (const keys of client.scanIterator({ COUNT: 1_000 })) {
      for (const key of keys) rows.push(...(await read(key)));
    }
    return rows;
  } finally {
    client.destroy();
  }
}
