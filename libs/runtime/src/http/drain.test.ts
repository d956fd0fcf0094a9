import { Agent, request } from 'node:http';
import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { listen } from './server.ts';

const farLongerThanTheTestMs = 600_000;
const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

async function start(drainMs: number) {
  const app = fastify();
  app.get('/readyz', async () => ({ ok: true }));
  app.get('/work', async () => 'done');
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, log: createLog('test', 'silent'), drainMs });
  /** A client with one connection, which it keeps open until it is asked to close it. */
  const client = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    const get = (path: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }>((resolve, reject) => {
        const sending = request({ agent, port, path, host: '127.0.0.1' }, (response) => {
          const { statusCode: status, headers } = response;
          response.resume().on('end', () => resolve({ status, connection: headers.connection, reused: sending.reusedSocket }));
        });
        sending.on('error', reject).end();
      });
    return { get, leave: () => agent.destroy() };
  };
  return { client, close };
}

test('what comes over a kept connection after the order to stop is still answered, and then that connection ends', async () => {
  const { client, close } = await start(farLongerThanTheTestMs);
  const [busy, idle] = [client(), client()];
  await Promise.all([busy.get('/work'), idle.get('/work')]);
  const stopped = close();
  expect(await busy.get('/work')).toEqual({ status: 200, connection: 'close', reused: true });
  expect(await client().get('/readyz')).toEqual({ status: 503, connection: 'close', reused: false });
  expect(await client().get('/nothing-here')).toEqual({ status: 404, connection: 'close', reused: false });
  expect(await idle.get('/work')).toEqual({ status: 200, connection: 'close', reused: true });
  await stopped;
});

test('a connection that its client gives up is not waited for', async () => {
  const { client, close } = await start(farLongerThanTheTestMs);
  const idle = client();
  await idle.get('/work');
  const stopped = close();
  idle.leave();
  await stopped;
});

test('a client that stays without a word is not waited for longer than told', async () => {
  const { client, close } = await start(1);
  await client().get('/work');
  await close();
});
