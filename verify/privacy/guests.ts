import type { Courier, Headers, Reply } from './courier.ts';
import { type Secrets, sha256 } from './secrets.ts';

export type Guest = { key: string; handle: string; spent: number; forgotten: boolean };

/** Below the 100 requests of the rolling window, with room for the last ones: `forget` counts, too. */
const requestsPerGuest = 80;

/** The agents of one run: registered as they are needed, so that none meets its limit by accident, and all known for the forgetting. */
export class Guests {
  readonly all: Guest[] = [];
  readonly #courier: Courier;
  readonly #secrets: Secrets;

  constructor(courier: Courier, secrets: Secrets) {
    this.#courier = courier;
    this.#secrets = secrets;
  }

  /** A newly registered agent. @throws when registration does not answer as its contract says */
  async join(): Promise<Guest> {
    const handle = this.#secrets.plant('handle', 'quickjoin query.agent_id');
    const path = `${new URL(this.#courier.baseUrl).pathname}/quickjoin?agent_id=${handle}`;
    const reply = await this.#courier.send('quickjoin', { method: 'POST', path });
    const guest = this.adopt(reply);
    if (!guest) throw new Error(`POST /quickjoin answered ${reply.status}: is ${this.#courier.baseUrl} a rest stop?`);
    return guest;
  }

  /** The agent that `reply` registered, if it did. */
  adopt(reply: Reply): Guest | undefined {
    const body = parsed(reply);
    const key = body?.['api_key'];
    if (typeof key !== 'string') return undefined;
    const handle = String((body?.['reservation'] as Record<string, unknown> | undefined)?.['agent_id']);
    this.#secrets.add('handle', 'an assigned handle', handle);
    this.#secrets.add('key', "an agent's own key", key);
    this.#secrets.add('key_hash', "the hash of an agent's key", sha256(key));
    this.#secrets.add('key_prefix', "the prefix of an agent's key", key.slice(0, 8));
    const known = this.all.find((guest) => guest.key === key);
    if (known) return known;
    const guest = { key, handle, spent: 0, forgotten: false };
    this.all.push(guest);
    return guest;
  }

  /** Someone who has a request left. */
  async anyone(): Promise<Guest> {
    const guest = this.all.find(({ spent, forgotten }) => spent < requestsPerGuest && !forgotten);
    return guest ?? this.join();
  }

  /** Has everybody forgotten; answers for how many that was refused. */
  async forgetAll(): Promise<number> {
    let refused = 0;
    for (const guest of this.all.filter(({ forgotten }) => !forgotten)) {
      const path = `${new URL(this.#courier.baseUrl).pathname}/forget`;
      const { status } = await this.#courier.send('forget', { method: 'POST', path, headers: bearer(guest) });
      guest.forgotten = status === 200;
      if (!guest.forgotten) refused++;
    }
    return refused;
  }
}

export function bearer({ key }: Guest): Headers {
  return [['authorization', `Bearer ${key}`]];
}

/** The JSON object of a reply with status 200. */
export function parsed({ status, text }: Reply): Record<string, unknown> | undefined {
  if (status !== 200 || !text.startsWith('{')) return undefined;
  return JSON.parse(text) as Record<string, unknown>;
}
