import { hash } from 'node:crypto';
import type { Canaries } from '../canaries/canaries.ts';
import type { Headers, RecordingClient, Reply } from './client.ts';

export type RegisteredAgent = { key: string; handle: string; visits: number; forgotten: boolean };

/** Below the limit, with room for the last ones: `forget` counts, too. */
const visitsPerAgent = 80;

/** The agents of one run: registered as they are needed, so that none meets its limit by accident, and all known for the forgetting. */
export class Agents {
  readonly all: RegisteredAgent[] = [];
  readonly #client: RecordingClient;
  readonly #canaries: Canaries;

  constructor(client: RecordingClient, canaries: Canaries) {
    this.#client = client;
    this.#canaries = canaries;
  }

  /** A newly registered agent. @throws when registration does not answer as its contract says */
  async join(): Promise<RegisteredAgent> {
    const handle = this.#canaries.plant('handle', 'quickjoin query.agent_id');
    const reply = await this.#client.send('quickjoin', { method: 'POST', path: `/quickjoin?agent_id=${handle}` });
    const agent = this.adopt(reply);
    if (!agent) throw new Error(`POST /quickjoin answered ${reply.status}: is ${this.#client.base.href} a rest stop?`);
    return agent;
  }

  /** The agent that `reply` gave a key to, if it did. */
  adopt(reply: Reply): RegisteredAgent | undefined {
    const { api_key: key, reservation, agent_id = reservation?.['agent_id'] } = parsed(reply);
    if (typeof key !== 'string') return undefined;
    const handle = String(agent_id);
    this.#canaries.add('handle', 'an assigned handle', handle);
    this.#canaries.add('key', "an agent's own key", key);
    this.#canaries.add('key_hash', "the hash of an agent's key", hash('sha256', key));
    this.#canaries.add('key_prefix', "the prefix of an agent's key", key.slice(0, 8));
    const known = this.all.find((agent) => agent.key === key || (agent.handle === handle && !agent.forgotten));
    if (known) {
      // A rotation gives an agent another key.
      known.key = key;
      return known;
    }
    const agent = { key, handle, visits: 0, forgotten: false };
    this.all.push(agent);
    return agent;
  }

  /** One that has a visit left. */
  async anyone(): Promise<RegisteredAgent> {
    return this.all.find(({ visits, forgotten }) => visits < visitsPerAgent && !forgotten) ?? this.join();
  }

  /** Has all of them forgotten; answers for how many that was refused. */
  async forgetAll(): Promise<number> {
    const staying = this.all.filter(({ forgotten }) => !forgotten);
    for (const agent of staying) {
      const { status } = await this.#client.send('forget', { method: 'POST', path: '/forget', headers: bearer(agent) });
      agent.forgotten = status === 200;
    }
    return staying.filter(({ forgotten }) => !forgotten).length;
  }
}

export function bearer({ key }: RegisteredAgent): Headers {
  return [['authorization', `Bearer ${key}`]];
}

/** The JSON object of a reply with status 200; else an empty one. */
export function parsed({
  status,
  text,
}: Reply): { api_key?: unknown; agent_id?: unknown } & Record<string, Record<string, unknown> | undefined> {
  return status === 200 && text.startsWith('{') ? JSON.parse(text) : {};
}
