import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { sendInOneWrite } from './one-write.ts';

const bodies = {
  'a small text': Buffer.from('{"otter":"Grüße 🦦"}'),
  'what is no text': Buffer.from([0x1f, 0x8b, 0xff, 0x00]),
  'a large text': Buffer.alloc(20_000, 'a'),
};

/** The bytes of the answer, and in how many pieces the server wrote them. */
async function answer(body: Buffer): Promise<{ sent: Buffer; head: string; pieces: number }> {
  const app = fastify({ forceCloseConnections: true });
  sendInOneWrite(app);
  let pieces = 0;
  app.server.on('connection', (socket) => {
    const { _write, _writev } = socket;
    Object.assign(socket, {
      _write(...args: Parameters<typeof _write>) {
        pieces++;
        _write.apply(socket, args);
      },
      _writev(...args: Parameters<NonNullable<typeof _writev>>) {
        pieces += args[0].length;
        _writev?.apply(socket, args);
      },
    });
  });
  app.get('/', (_request, reply) => reply.type('application/problem+json').send(body));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write('GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  await app.close();
  const all = Buffer.concat(chunks);
  const end = all.indexOf('\r\n\r\n');
  return { sent: all.subarray(end + 4), head: all.subarray(0, end).toString().toLowerCase(), pieces };
}

test.each(Object.entries(bodies))('%s arrives as it is', async (_, body) => {
  const { sent, head } = await answer(body);
  expect(sent).toEqual(body);
  expect(head).toContain(`content-length: ${body.length}\r\n`);
  expect(head).toMatch(/content-type: application\/problem\+json\r\n/);
});

test('a small text is written in one piece with its head, anything else in two', async () => {
  const pieces = await Promise.all(Object.values(bodies).map(async (body) => (await answer(body)).pieces));
  expect(pieces).toEqual([1, 2, 2]);
});
