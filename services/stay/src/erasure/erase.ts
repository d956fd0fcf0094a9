import type { Confirmation } from '@rest-stop/contracts/identity.ts';
import { type Database, longWorkMs } from '@rest-stop/runtime/postgres/pool.ts';
import type { InFlight } from '../ai/in-flight.ts';
import { lockAgent } from '../agents/store.ts';
import { countLeft, deleteAgentRows, deleteTombstones, insertTombstone } from './store.ts';

/** Far longer than any request that a forgotten agent may still have running. */
const tombstoneKeptMs = 24 * 3_600_000;

/** Longer than the limit for a request: the erasure waits for the agent's running writes and may delete many rows. */
const eraseMs = 10_000;

type Context = { db: Database; inFlight: InFlight; now: () => Date };

/** Ends the agent's AI calls and deletes all its rows. May be called any number of times for the same agent. */
export async function erase({ db, inFlight, now }: Context, agent: string): Promise<Confirmation> {
  inFlight.abort(agent);
  return db.transaction(async (tx) => {
    await lockAgent(tx, agent);
    await insertTombstone(tx, agent, now());
    const deleted = await deleteAgentRows(tx, agent);
    return { service: 'stay', deleted, left: await countLeft(tx, agent) };
  }, eraseMs);
}

export function expireTombstones({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  return db.transaction((tx) => deleteTombstones(tx, new Date(now().getTime() - tombstoneKeptMs)), longWorkMs);
}
