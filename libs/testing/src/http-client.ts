import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: any };
export type Ask = { method: string; path: string; key?: string | undefined; body?: unknown; timeoutMs: number };

/** Asks a service at its base URL over connections that are kept. */
export type HttpClient = {
  /** Sends one request once. Undefined when no whole answer came: then nobody knows what it did. */
  ask(baseUrl: string, ask: Ask): Promise<Answer | undefined>;
  close(): void;
};

/** @param maxSockets connections per service at most; by default as many as there are requests under way */
export function createClient(maxSockets = Number.POSITIVE_INFINITY): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return {
    ask: (baseUrl, ask) => exchange(agent, baseUrl, ask),
    close: () => agent.destroy(),
  };
}

function exchange(agent: Agent, baseUrl: string, { method, path, key, body, timeoutMs }: Ask): Promise<Answer | undefined> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve) => {
    const sending = request(`${baseUrl}${path}`, { agent, method, headers, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(undefined));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed(Buffer.concat(chunks).toString()) });
      });
    });
    sending.on('error', () => resolve(undefined));
    sending.end(payload);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
