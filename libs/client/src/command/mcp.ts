import { mcpPath } from '../interface.ts';
import type { Context } from './context.ts';
import { jsonOf } from './visible.ts';
import { McpLink, type Message } from './mcp-link.ts';

/** JSON-RPC leaves the codes from here on to whoever serves. */
const serverError = -32_000;

const refusal = (text: string) => ({
  // The revision 2026-07-28 wants to be told that the call is over; the earlier ones pass over it.
  resultType: 'complete',
  content: [{ type: 'text', text }],
  isError: true,
});

const joinedAlready = refusal('You have joined already, and every call carries your key. forget ends that.');
const notKeptHere = refusal(
  'Your key is kept in REST_STOP_KEY, where it cannot be replaced from here: have your human run rest-stop rotate.',
);

/** The tools whose results bring a key. */
const givesKey = new Set(['quickjoin', 'rotate_key']);

/**
 * An MCP server on standard input and output: passes each message on to the service's own. The key is put in here and, when `quickjoin`
 * brings one, taken out and kept here, so that no model reads it.
 */
export async function mcp(context: Context, args: string[]): Promise<void> {
  await context.parse(args, {});
  const proxy = new McpProxy(context);
  for await (const line of context.world.lines()) if (line.trim() !== '') void proxy.take(line);
  proxy.end();
}

class McpProxy {
  readonly #context: Context;
  readonly #baseUrl: string;
  readonly #link: McpLink;
  /** A key that the service does not know any more: it may be replaced. */
  #dead: string | undefined;
  readonly #underway = new Map<unknown, AbortController>();

  constructor(context: Context) {
    this.#context = context;
    this.#baseUrl = context.stop.baseUrl;
    this.#link = new McpLink(this.#baseUrl.replace(/\/v\d+$/, '') + mcpPath);
  }

  async take(line: string): Promise<void> {
    const message = parsed(line);
    if (!message) return this.#answer({ id: null, error: { code: -32_700, message: 'This line is not one message of JSON-RPC.' } });
    // The service keeps nothing between two messages, so that only who waits for the answer can end the work.
    if (message.method === 'notifications/cancelled') return this.#underway.get(message.params?.requestId)?.abort();
    const ending = new AbortController();
    this.#underway.set(message.id, ending);
    try {
      await this.#pass(message, ending.signal);
    } catch (error) {
      const why = error instanceof Error ? [error.message, causeOf(error)].filter(Boolean).join(': ') : String(error);
      if (message.id !== undefined && !ending.signal.aborted) this.#answer({ id: message.id, error: { code: serverError, message: why } });
    } finally {
      if (this.#underway.get(message.id) === ending) this.#underway.delete(message.id);
    }
  }

  end(): void {
    for (const ending of this.#underway.values()) ending.abort();
  }

  async #pass(message: Message, signal: AbortSignal): Promise<void> {
    const key = await this.#context.keyOf(this.#baseUrl);
    const tool = message.method === 'tools/call' ? message.params?.name : undefined;
    if (tool === 'quickjoin' && key && key !== this.#dead) return this.#answer({ id: message.id, result: joinedAlready });
    if (tool === 'rotate_key' && this.#context.hasOwnKey) return this.#answer({ id: message.id, result: notKeptHere });
    if (tool !== undefined && givesKey.has(tool)) {
      // A key is shown once: where it cannot be kept, none is asked for.
      const { keys } = this.#context;
      await keys.write(await keys.read());
    }
    for await (const answer of this.#link.send(message, { key, signal })) {
      if (isUnauthorized(answer)) this.#dead = key;
      this.#answer(await this.#settled(tool, answer));
    }
  }

  /** What an answer changes about the key that is kept. */
  async #settled(tool: string | undefined, answer: Message): Promise<Message> {
    const { structuredContent: told, isError } = answer.result ?? {};
    if (!told || isError) return answer;
    const { keys } = this.#context;
    const kept = await keys.read();
    if (tool !== undefined && givesKey.has(tool)) {
      const { api_key, agent_id, reservation } = told as { api_key: string; agent_id?: string; reservation?: { agent_id: string } };
      const own = { agent_id: agent_id ?? reservation?.agent_id ?? '', api_key };
      await keys.write({ current: this.#baseUrl, keys: { ...kept.keys, [this.#baseUrl]: own } });
      return JSON.parse(JSON.stringify(answer).replaceAll(api_key, '(kept for you, and sent with every call)')) as Message;
    }
    if (tool === 'forget' && kept.keys[this.#baseUrl]?.agent_id === told['agent_id']) {
      delete kept.keys[this.#baseUrl];
      await keys.write(kept);
    }
    return answer;
  }

  #answer(message: Omit<Message, 'result'> & { result?: unknown }): void {
    this.#context.world.print(`${jsonOf({ jsonrpc: '2.0', ...message }, 0)}\n`);
  }
}

function isUnauthorized({ result }: Message): boolean {
  return result?.isError === true && JSON.stringify(result.content).includes('\\"unauthorized\\"');
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : '';
}
