import { Api } from '@rest-stop/testing/client.ts';
import type { Sender } from './encode.ts';

const usesPerKey = 90;
/** Every request on a connection of its own, as those that are judged: what stands between may take no more than one. */
const headers = { connection: 'close' };

/** One agent at a time, replaced before its key reaches the limit, or once it has been forgotten. */
export class AgentSupply {
  readonly #api: Api;
  #agent: Sender | undefined;
  #uses = 0;

  constructor(baseUrl: string) {
    this.#api = new Api(baseUrl);
  }

  async current(): Promise<Sender> {
    if (!this.#agent || this.#uses >= usesPerKey) {
      const { api_key: key } = await this.#ask('POST', '/quickjoin?format=verbose');
      this.#agent = { key, schedule: undefined };
      this.#uses = 0;
    }
    this.#uses++;
    return this.#agent;
  }

  /** The present agent is of no use any more. */
  discard(): void {
    this.#agent = undefined;
  }

  /** All that is kept of `agent`, but for the time of its last visit, as text to compare. */
  async keptOf({ key }: Sender): Promise<string> {
    this.#uses++;
    const stay = await this.#ask('GET', '/stay?format=verbose', key);
    delete stay.reservation?.last_seen_at;
    return JSON.stringify(stay);
  }

  async #ask(method: string, path: string, key?: string) {
    const { status, text, body } = await this.#api.call(method, path, { key, headers });
    if (status !== 200) throw new Error(`${method} ${path} itself failed: ${status} ${text}`);
    return body;
  }
}
