import type { Route } from '@rest-stop/contracts/route.ts';
import type { Courier, Headers, Reply } from './courier.ts';
import { bearer, type Guest, type Guests, parsed } from './guests.ts';
import type { Secrets } from './secrets.ts';

/** One request to be made. What is left out is as it should be. */
export type Case = {
  route: Route;
  /** Which rule it breaks, or `as it should be`. */
  name: string;
  method?: string;
  /** Below the base URL, with the query. */
  path: string;
  body?: Buffer;
  headers?: Headers;
  /** Headers in the stead of the guest's own Authorization. */
  authorization?: Headers;
  guest?: Guest;
};

export const json: [string, string] = ['content-type', 'application/json'];

/** Makes requests in the name of guests, with a secret in every header that a client may send, and learns what the answers tell. */
export class Planter {
  readonly courier: Courier;
  readonly secrets: Secrets;
  readonly guests: Guests;
  readonly #pathname: string;
  /** Requests by route and case. */
  made = 0;

  constructor(courier: Courier, secrets: Secrets, guests: Guests) {
    this.courier = courier;
    this.secrets = secrets;
    this.guests = guests;
    this.#pathname = new URL(courier.baseUrl).pathname;
  }

  async make(request: Case): Promise<Reply> {
    const { route, name, body } = request;
    const label = `${route.name}, ${name}`;
    const { authorization, guest } = await this.#identify(request);
    const once: Headers = route.registration ? [['idempotency-key', this.#idempotencyKey(label)]] : [];
    const own = new Set(request.headers?.map(([header]) => header));
    const disguise = this.disguise(label).filter(([header]) => !own.has(header));
    const headers = [
      ...authorization,
      ...disguise,
      ...once.filter(([header]) => !own.has(header)),
      ...(request.headers ?? (body ? [json] : [])),
    ];
    this.made++;
    const path = `${this.#pathname}${request.path}`;
    const reply = await this.courier.send(route.name, { method: request.method ?? route.method, path, headers, ...(body ? { body } : {}) });
    this.#learn(route, reply, guest);
    return reply;
  }

  async #identify({ route, guest, authorization }: Case): Promise<{ authorization: Headers; guest: Guest | undefined }> {
    if (authorization) return { authorization, guest: undefined };
    if (route.auth === 'none') return { authorization: [], guest: undefined };
    const who = guest ?? (await this.guests.anyone());
    who.spent++;
    return { authorization: bearer(who), guest: who };
  }

  /** Whoever has it is answered with the API key for ten minutes: the service may keep no more of it than a keyed hash. */
  #idempotencyKey(label: string): string {
    return `${this.secrets.plant('never', `${label}: header idempotency-key`)}-and-more`;
  }

  /** A secret in every header that says something of the client. */
  disguise(label: string): Headers {
    const plant = (header: string) => this.secrets.plant('never', `${label}: header ${header}`);
    const address = (header: string) => this.secrets.add('never', `${label}: header ${header}`, this.secrets.address());
    return [
      ['user-agent', `drill/1 (${plant('user-agent')})`],
      ['x-forwarded-for', `${address('x-forwarded-for')}, ${plant('x-forwarded-for')}`],
      ['forwarded', `for="[${address('forwarded')}]"`],
      ['x-real-ip', address('x-real-ip')],
      ['cookie', `session=${plant('cookie')}`],
      ['referer', `https://${plant('referer')}.example/`],
      ['x-request-id', plant('x-request-id')],
      ['accept', `application/json, text/${plant('accept')}`],
      [`x-${plant('name of a header')}`, plant('x-*')],
    ];
  }

  #learn(route: Route, reply: Reply, guest: Guest | undefined): void {
    const requestId = reply.headers['x-request-id'];
    if (typeof requestId === 'string') this.secrets.add('witness', 'a request id', requestId);
    if (reply.status !== 200) return;
    this.guests.adopt(reply);
    if (route.name === 'forget' && guest) guest.forgotten = true;
    const body = parsed(reply);
    for (const part of ['review', 'schedule', 'attendance']) {
      const id = (body?.[part] as Record<string, unknown> | undefined)?.['id'];
      if (typeof id === 'string') this.secrets.add('record_id', `${route.name}: the id of a record`, id);
    }
  }
}
