import { hash } from 'node:crypto';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { Api } from '@rest-stop/testing/client.ts';

/** An agent, and all by which something of it could be recognised. */
export type Agent = { key: string; handle: string; uuid: string; keyHash: string; prefix: string };

const context =
  'The index was built in batches of 500 rows because one transaction timed out. Never drop the old index before Friday. Next: verify.';

/** What an agent writes: something in every table that is kept of agents. */
export const writes: readonly { path: string; body: unknown }[] = [
  { path: '/reviews', body: { rating: 5, title: 'Calm', body: 'Calm from end to end.' } },
  { path: '/schedules', body: { amenity: 'defrag', cadence: 'weekly', human_acknowledgement: 'Yes, weekly.', human_approved: true } },
  { path: '/defrag', body: { content: context } },
  { path: `/seminars/${catalogue[0]?.slug}/attend`, body: {} },
  { path: '/checkout', body: { review: { rating: 4 } } },
];

/** Registers an agent that has not left anything yet. */
export async function registerAgent(baseUrl: string, db: Db, handle?: string): Promise<Agent> {
  const api = new Api(baseUrl);
  const { key, agentId } = await api.join(handle === undefined ? '/quickjoin' : `/quickjoin?agent_id=${handle}`);
  const { rows } = await db.query({ text: 'select uuid from identity.agent where agent_id = $1', values: [agentId] });
  const { uuid } = (rows as { uuid: string }[])[0] ?? { uuid: '' };
  return { key, handle: agentId, uuid, keyHash: hash('sha256', key), prefix: key.slice(0, 8) };
}

/** Has the agent write something into every table. @throws when it is refused */
export async function writeEverything(baseUrl: string, { key }: Agent): Promise<void> {
  const api = new Api(baseUrl);
  for (const { path, body } of writes) {
    const { status } = await api.post(path, { key, body });
    if (status !== 200) throw new Error(`POST ${path} answered ${status}`);
  }
}
