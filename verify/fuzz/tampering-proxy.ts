import { createServer } from 'node:net';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';
import { open, parseAnswer, type Target, type WireAnswer } from './wire.ts';

/** How a broken service would differ from the real one behind it. */
export type Tampering = {
  /** Changes what the service is sent; called with each piece as it comes. */
  request?: (bytes: Buffer) => Buffer;
  /** Changes what the client gets for the request that began with `request`. */
  answer?: (answer: WireAnswer, request: string) => Buffer;
};

/** A mutant of the service: the real one behind a proxy that falsifies. It takes one request per connection. */
export async function startTamperingProxy(target: Target, { request, answer }: Tampering): Promise<Closable & { baseUrl: string }> {
  const server = createServer((client) => {
    const service = open(target);
    let sent = '';
    let received = Buffer.alloc(0);
    for (const socket of [client, service]) socket.on('error', () => {});
    client.on('data', (data) => {
      if (sent.length < 1_000) sent += data.toString('latin1');
      service.write(request ? request(data) : data);
    });
    service.on('data', (data) => {
      if (!answer) return void client.write(data);
      received = Buffer.concat([received, data]);
      const whole = parseAnswer(received, sent.slice(0, sent.indexOf(' ')));
      if (whole) client.write(answer(whole, sent));
    });
    client.on('close', () => service.destroy());
    service.on('close', () => client.end());
  });
  const { port, close } = await listenLocally(server);
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close };
}
