import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { keptPieces, pendingErasures, type Piece } from '@rest-stop/testing/kept.ts';
import type { Agent } from '../history.ts';
import type { Violation } from './violation.ts';

/** Waits until no erasure is unconfirmed any more. Undefined when that took longer than `withinMs`, else the milliseconds it took. */
export async function untilErased(db: Db, withinMs: number): Promise<number | undefined> {
  const since = Date.now();
  while (Date.now() - since < withinMs) {
    if ((await pendingErasures(db)) === 0) return Date.now() - since;
    await sleep(200);
  }
  return undefined;
}

/**
 * Nothing of the forgotten is in any table or in Redis, and no row belongs to an agent that is not registered (the tombstones, which are kept
 * for a day on purpose, aside).
 */
export async function traces(db: Db, redisUrl: string, forgotten: readonly Agent[]): Promise<Violation[]> {
  const pieces = await keptPieces(db, redisUrl);
  const secrets = forgotten.flatMap(({ handle, key }) => [handle, hash('sha256', key), key]);
  const found = pieces.flatMap(({ where, text }) =>
    secrets.filter((secret) => new RegExp(`${secret}(?!\\d)`).test(text)).map((secret) => `${where} holds ${secret}`),
  );
  const all = [...found, ...orphansAmong(pieces)];
  const message = `${all.length} traces: ${[...new Set(all)].slice(0, 10).join('; ')}`;
  return all.length > 0 ? [{ invariant: 'the forgotten are gone', message, ops: [] }] : [];
}

function orphansAmong(pieces: readonly Piece[]): string[] {
  const tables = pieces.filter(({ where }) => !where.startsWith('redis '));
  const parsed = tables.map(({ where, text }) => ({ where, row: JSON.parse(text) as { uuid?: string; agent?: string } }));
  const registered = new Set(parsed.filter(({ where }) => where === 'identity.agent').map(({ row }) => row.uuid));
  return parsed
    .filter(({ where, row }) => row.agent !== undefined && where !== 'stay.tombstone' && !registered.has(row.agent))
    .map(({ where }) => `${where} has a row of nobody`);
}
