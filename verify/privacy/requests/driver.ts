import type { Route } from '@rest-stop/contracts/route.ts';
import type { Canaries } from '../canaries/canaries.ts';
import { Agents, bearer, parsed, type RegisteredAgent } from './agents.ts';
import type { Headers, RecordingClient, Reply } from './client.ts';

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
  /** In the stead of the agent's own Authorization. */
  authorization?: Headers;
  agent?: RegisteredAgent;
};

export const json: [string, string] = ['content-type', 'application/json'];

/** Makes requests in the name of agents, with a canary in every header that a client may send, and learns what the answers tell. */
export class Driver {
  readonly client: RecordingClient;
  readonly canaries: Canaries;
  readonly agents: Agents;
  made = 0;

  constructor(client: RecordingClient, canaries: Canaries) {
    this.client = client;
    this.canaries = canaries;
    this.agents = new Agents(client, canaries);
  }

  async make({ route, name, method = route.method, path, body, ...request }: Case): Promise<Reply> {
    const { headers = body ? [json] : [], authorization } = request;
    const isOwn = route.auth !== 'none' && !authorization;
    const agent = isOwn ? (request.agent ?? (await this.agents.anyone())) : undefined;
    if (agent) agent.visits++;
    const volunteered = this.#volunteered(route, `${route.name}, ${name}`).filter(([header]) => !headers.some(([own]) => own === header));
    this.made++;
    const all = [...(authorization ?? (agent ? bearer(agent) : [])), ...volunteered, ...headers];
    const reply = await this.client.send(route.name, { method, path, headers: all, ...(body ? { body } : {}) });
    this.#learn(route, reply, agent);
    return reply;
  }

  /** A canary in every header that says something of the client. */
  #volunteered(route: Route, label: string): Headers {
    const plant = (header: string) => this.canaries.plant('never', `${label}: header ${header}`);
    const address = (header: string) => this.canaries.add('never', `${label}: header ${header}`, this.canaries.address());
    // Whoever has an Idempotency-Key is answered with the API key for ten minutes: the service may keep no more of it than a keyed hash.
    const once: Headers = route.registration ? [['idempotency-key', `${plant('idempotency-key')}-and-more`]] : [];
    return [
      ...once,
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

  #learn(route: Route, reply: Reply, agent: RegisteredAgent | undefined): void {
    const requestId = reply.headers['x-request-id'];
    if (typeof requestId === 'string') this.canaries.add('witness', 'a request id', requestId);
    if (reply.status !== 200) return;
    this.agents.adopt(reply);
    if (route.name === 'forget' && agent) agent.forgotten = true;
    const { review, schedule, attendance } = parsed(reply);
    for (const record of [review, schedule, attendance]) {
      const id = record?.['id'];
      if (typeof id === 'string') this.canaries.add('record_id', `${route.name}: the id of a record`, id);
    }
  }
}
