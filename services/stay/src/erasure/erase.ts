import type { Confirmation } from '@rest-stop/contracts/identity.ts';
import { type Database, longWorkMs } from '@rest-stop/runtime/postgres/pool.ts';
import type { InFlight } from '../ai/in-flight.ts';
import { lockAgent } from '../agents/store.ts';
import { countLeft, deleteAgentRows, deleteTombstones, insertTombstone } from './store.ts';

/** Far longer than any request that a forgotten agent may still have under way. */
const tombstoneKeptMs = 24 * 3_600_000;

/** Longer than a request's work: all of an agent's rows may go, and its writers are waited for first. */
const eraseMs = 10_000;

type Context = { db: Database; inFlight: InFlight; now: () => Date };

/** Ends the agent's AI calls and deletes all that is kept of it. May be told any number of times. */
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
