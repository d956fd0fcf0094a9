import type { Guest } from './encode.ts';
import { exchange, type Target } from './wire.ts';

const usesPerKey = 90;
const boundMs = 30_000;

/** One guest at a time, replaced before its key reaches the limit of 100 requests, or once it has been forgotten. */
export class GuestBook {
  readonly #target: Target;
  #guest: Guest | undefined;
  #uses = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  async current(): Promise<Guest> {
    if (!this.#guest || this.#uses >= usesPerKey) {
      const joined = (await this.#ask('POST', '/quickjoin')) as { api_key: string };
      this.#guest = { key: joined.api_key, schedule: undefined };
      this.#uses = 0;
    }
    this.#uses++;
    return this.#guest;
  }

  /** The present guest is of no use any more. */
  leave(): void {
    this.#guest = undefined;
  }

  /** All that is kept of `guest`, but for the time of its last visit, as text to compare. */
  async keptOf(guest: Guest): Promise<string> {
    this.#uses++;
    const stay = (await this.#ask('GET', '/stay', guest.key)) as { reservation?: { last_seen_at?: string } };
    delete stay.reservation?.last_seen_at;
    return JSON.stringify(stay);
  }

  async #ask(method: string, path: string, key?: string): Promise<unknown> {
    const head = [`${method} /v1${path}?format=verbose HTTP/1.1`, 'Host: fuzz.test', ...(key ? [`Authorization: Bearer ${key}`] : [])];
    const outcome = await exchange(this.#target, Buffer.from(`${head.join('\r\n')}\r\n\r\n`), method, boundMs);
    if (outcome.kind !== 'answered' || outcome.answer.status !== 200) {
      throw new Error(`${method} ${path} itself failed: ${outcome.kind === 'answered' ? outcome.answer.wire.toString() : outcome.kind}`);
    }
    return JSON.parse(outcome.answer.body.toString());
  }
}
