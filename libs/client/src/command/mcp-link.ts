import { eventsOf } from '../events.ts';

/** A message of JSON-RPC, as far as it matters to whoever passes it on. */
export type Message = {
  jsonrpc?: string;
  id?: string | number | null;
  method?: string;
  params?: { name?: string; requestId?: string | number; _meta?: Record<string, unknown> };
  result?: { isError?: boolean; content?: unknown; protocolVersion?: string; structuredContent?: Record<string, unknown> };
  error?: { code: number; message: string };
};

type Sending = { key: string | undefined; signal: AbortSignal };

/** Sends single messages to an MCP server by Streamable HTTP. */
export class McpLink {
  readonly #url: string;
  /** What initialize has agreed on; the revisions without it say it in each message. */
  #agreed: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** The messages that come back, each as soon as it has come. */
  async *send(message: Message, { key, signal }: Sending): AsyncGenerator<Message> {
    const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    if (key) headers['authorization'] = `Bearer ${key}`;
    Object.assign(headers, this.#standardHeaders(message));
    const init = { method: 'POST', headers, body: JSON.stringify(message), signal };
    // A redirect would carry the key to a place that nobody chose.
    const response = await fetch(this.#url, { ...init, redirect: 'error' });
    for await (const answer of messagesOf(response)) {
      if (message.method === 'initialize') this.#agreed = answer.result?.protocolVersion;
      yield answer;
    }
  }

  /** What a message says of itself is repeated in headers from the revision 2026-07-28 on, and must be the same. */
  #standardHeaders({ method, params }: Message): Record<string, string> {
    const named = params?.['_meta']?.['io.modelcontextprotocol/protocolVersion'];
    const version = typeof named === 'string' ? named : this.#agreed;
    return {
      ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
      ...(typeof named === 'string' && method !== undefined ? { 'mcp-method': method } : {}),
      ...(typeof named === 'string' && typeof params?.name === 'string' ? { 'mcp-name': params.name } : {}),
    };
  }
}

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  if (response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) {
    for await (const { data } of eventsOf(response.body)) yield JSON.parse(data) as Message;
    return;
  }
  const text = await response.text();
  if (text === '') return;
  const message = JSON.parse(text) as Message & { message?: string };
  if (message.jsonrpc === undefined) throw new Error(message.message ?? `The service answered ${response.status}.`);
  yield message;
}
