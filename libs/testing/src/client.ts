import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

export type Answer = { status: number; headers: Headers; text: string; body: any };
export type Ask = {
  key?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in the place of `body`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

/** Longer than the gateway lets any request take. */
const defaultTimeoutMs = 70_000;
const sharedConnections = new Agent({ keepAlive: true });
/** Of no browser: those are shown pages. */
const plainAgent = 'contract-suite/1.0';

/** The service as an agent meets it: a base URL and nothing else. Connections are kept and used again. */
export class Api {
  readonly base: string;
  readonly #connections: Agent;

  /** @param connections how many at most; by default as many as there are requests under way, shared with every other `Api` */
  constructor(base: string, connections?: number) {
    this.base = base;
    this.#connections = connections === undefined ? sharedConnections : new Agent({ keepAlive: true, maxSockets: connections });
  }

  get = (path: string, ask?: Ask) => this.call('GET', path, ask);
  post = (path: string, ask?: Ask) => this.call('POST', path, ask);
  delete = (path: string, ask?: Ask) => this.call('DELETE', path, ask);

  /** Sends one request once. Undefined when no whole answer came: then nobody knows what it did. */
  attempt = (method: string, path: string, ask?: Ask): Promise<Answer | undefined> => this.call(method, path, ask).catch(() => undefined);

  /**
   * Sends one request once.
   * @param path below the base URL, or a whole URL
   * @throws when no whole answer comes
   */
  async call(method: string, path: string, { key, body, raw, headers, timeoutMs = defaultTimeoutMs }: Ask = {}): Promise<Answer> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const options = {
      method,
      agent: this.#connections,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'user-agent': plainAgent,
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const url = path.startsWith('http') ? path : this.base + path;
      request(url, options, resolve).on('error', reject).end(payload);
    });
    const text = await textOf(response);
    const all = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const isJson = response.headers['content-type']?.startsWith('application/json');
    return { status: response.statusCode ?? 0, headers: new Headers(all), text, body: isJson ? JSON.parse(text) : undefined };
  }

  /** Closes the connections that it has alone: in production a gateway that is told to end waits for its clients to leave. */
  close(): void {
    if (this.#connections !== sharedConnections) this.#connections.destroy();
  }

  /** Registers an agent. @throws when that is refused */
  async join(path = '/quickjoin'): Promise<{ key: string; agentId: string }> {
    const { status, text, body } = await this.post(path);
    if (status !== 200) throw new Error(`POST ${path} was answered with ${status}: ${text}`);
    return { key: body.api_key, agentId: body.reservation.agent_id };
  }
}
