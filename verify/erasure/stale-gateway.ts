import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';

/** A broken gateway: for a while it remembers by itself that a key was good, and answers without asking anybody. */
export async function startStaleGateway(baseUrl: string, rememberMs: number): Promise<Closable & { baseUrl: string }> {
  const goodUntil = new Map<string, number>();
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = request.headers.authorization ?? '';
    if ((goodUntil.get(key) ?? 0) > Date.now() && !request.url?.startsWith('/v1/forget')) {
      request.resume();
      response.writeHead(200).end('{}');
      return;
    }
    const body = Buffer.concat(await request.toArray());
    const headers = { authorization: key, 'content-type': 'application/json' };
    const genuine = await fetch(new URL(request.url ?? '', baseUrl), {
      method: request.method ?? 'GET',
      headers: body.length > 0 ? headers : { authorization: key },
      ...(body.length > 0 ? { body } : {}),
    });
    if (genuine.status === 200) goodUntil.set(key, Date.now() + rememberMs);
    response.writeHead(genuine.status, { 'content-type': 'application/json' }).end(await genuine.text());
  };
  const { port, close } = await listenLocally(server);
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close };
}
