import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Piece } from './pieces.ts';

export type Headers = [name: string, value: string][];
export type Ask = { method: string; path: string; headers?: Headers; body?: Buffer };
export type Reply = { status: number; headers: IncomingMessage['headers']; text: string };

const patienceMs = 70_000;

/**
 * Sends requests exactly as they are given, from an address of its own where that can be, and keeps every answer for the search.
 * @param baseUrl ends in the version segment
 */
export class Courier {
  readonly baseUrl: string;
  readonly answers: Piece[] = [];
  /** Answers by status; 0: the connection was closed without one. */
  readonly statuses = new Map<number, number>();
  /** The address that requests come from; undefined where the service is not on this machine. */
  readonly address: string | undefined;
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(baseUrl: string, address: string) {
    this.baseUrl = baseUrl;
    this.#url = new URL(baseUrl);
    const isHere = ['127.0.0.1', 'localhost'].includes(this.#url.hostname);
    this.address = isHere && process.platform === 'linux' ? address : undefined;
  }

  /** @param label the answer's name in the search: the route's for a success, with the status behind it otherwise */
  async send(label: string, { method, path, headers = [], body }: Ask): Promise<Reply> {
    const reply = await new Promise<Reply>((resolve) => {
      const none = () => resolve({ status: 0, headers: {}, text: '' });
      const outgoing = request({
        host: this.#url.hostname === 'localhost' ? '127.0.0.1' : this.#url.hostname,
        port: this.#url.port || 80,
        localAddress: this.address,
        agent: this.#agent,
        method,
        path,
        headers: [['host', this.#url.host], ...headers, ...(body ? [['content-length', String(body.length)]] : [])].flat(),
        timeout: patienceMs,
      });
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', none);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        );
      });
      outgoing.on('error', none).on('timeout', () => outgoing.destroy());
      outgoing.end(body);
    });
    this.#keep(label, reply);
    return reply;
  }

  /** Writes `bytes` to a bare connection, waits for its end or half a second, and keeps what came back. */
  async sendRaw(label: string, bytes: Buffer): Promise<void> {
    const text = await new Promise<string>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port || 80), localAddress: this.address });
      const end = () => {
        socket.destroy();
        resolve(Buffer.concat(chunks).toString());
      };
      socket
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', end)
        .on('close', end);
      socket.setTimeout(500, end);
      socket.write(bytes);
    });
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
    this.#keep(label, { status, headers: {}, text });
  }

  close(): void {
    this.#agent.destroy();
  }

  #keep(label: string, { status, headers, text }: Reply): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const told = `${Object.entries(headers).flat().join('\n')}\n${text}`;
    this.answers.push({ store: 'response', where: status === 200 ? label : `${label} ${status}`, bytes: Buffer.from(told) });
  }
}
