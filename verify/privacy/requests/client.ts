import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { chunk, type Chunk } from '../places/chunk.ts';

export type Headers = [name: string, value: string][];
export type Ask = { method: string; path: string; headers?: Headers; body?: Buffer };
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

const timeoutMs = 70_000;
const noReply: Reply = { status: 0, headers: {}, text: '' };

/** Sends requests exactly as they are given, from an address of its own where that can be, and keeps every answer for the scan. */
export class RecordingClient {
  /** Ends in the version segment. */
  readonly base: URL;
  readonly answers: Chunk[] = [];
  /** Answers by status; 0: the connection was closed without one. */
  readonly statuses = new Map<number, number>();
  /** The address that requests come from; undefined where the service is not on this machine. */
  readonly address: string | undefined;
  readonly #connections = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(baseUrl: string, address: string) {
    this.base = new URL(baseUrl);
    const isHere = ['127.0.0.1', 'localhost'].includes(this.base.hostname);
    this.address = isHere && process.platform === 'linux' ? address : undefined;
  }

  /**
   * Sends one request to a path below the base URL.
   * @param label the answer's name in the scan: the route's for a success, with the status behind it otherwise
   */
  async send(label: string, ask: Ask): Promise<Reply> {
    return this.#keep(label, await this.#exchange(ask).catch(() => noReply));
  }

  async #exchange({ method, path, headers = [], body }: Ask): Promise<Reply> {
    const length: Headers = body ? [['content-length', String(body.length)]] : [];
    const sent = [['host', this.base.host], ...headers, ...length].flat();
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { ...this.#server, agent: this.#connections, method, path: this.base.pathname + path, headers: sent, signal };
      request(options, resolve).on('error', reject).end(body);
    });
    return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response) };
  }

  /** Writes `bytes` to a bare connection, waits for its end or half a second, and keeps what came back. */
  async sendRaw(label: string, bytes: Buffer): Promise<void> {
    let text = '';
    await new Promise<void>((resolve) => {
      const socket = connect(this.#server, () => socket.write(bytes)).setTimeout(500, () => socket.destroy());
      socket.on('data', (data: Buffer) => (text += data.toString())).on('error', () => {});
      socket.on('close', () => resolve());
    });
    this.#keep(label, { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), headers: {}, text });
  }

  close(): void {
    this.#connections.destroy();
  }

  get #server() {
    const { hostname, port } = this.base;
    return { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port || 80), localAddress: this.address };
  }

  #keep(label: string, reply: Reply): Reply {
    const { status, headers, text } = reply;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const told = `${Object.entries(headers).flat().join('\n')}\n${text}`;
    this.answers.push(chunk('response', status === 200 ? label : `${label} ${status}`, told));
    return reply;
  }
}
