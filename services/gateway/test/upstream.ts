import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer };
export type Answering = (request: IncomingMessage, response: ServerResponse, seen: Seen) => void;

/** A real server that records the requests that reach it and answers with `answer`. */
export type Upstream = Closable & { origin: string; port: number; seen: Seen[]; answer: Answering };

export const answerOk: Answering = (_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end('{"ok":true}');
};

export async function startUpstream(): Promise<Upstream> {
  const server = createServer((request, response) => void note(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: Upstream = { origin: `http://127.0.0.1:${port}`, port, seen: [], answer: answerOk, close: () => close(server) };
  return upstream;

  async function note(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers, rawHeaders } = request;
    const seen = { method, path: url, headers, rawHeaders, body: Buffer.concat(chunks) };
    upstream.seen.push(seen);
    upstream.answer(request, response, seen);
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
