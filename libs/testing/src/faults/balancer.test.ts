import { Agent, createServer, get } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listenLocally } from '../servers/listen.ts';
import { type Balancer, startBalancer } from './balancer.ts';

type Replica = { port: number; ready: boolean };

const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.close();
});

async function replica(name: string, ready: boolean): Promise<Replica> {
  const made: Replica = { port: 0, ready };
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/readyz' && !made.ready ? 503 : 200;
    response.end(name);
  });
  const listening = await listenLocally(server);
  running.push(listening);
  made.port = listening.port;
  return made;
}

async function balancer(): Promise<Balancer> {
  const made = await startBalancer();
  running.push(made);
  return made;
}

function ask({ port }: Balancer, agent: Agent | false): Promise<string> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    }).on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
  });
}

test('new connections take turns among the replicas that are ready', async () => {
  const [a, b, c] = [await replica('a', true), await replica('b', true), await replica('c', false)];
  const between = await balancer();
  expect(await ask(between, false)).toBe('ECONNRESET');
  for (const { port } of [a, b, c]) between.add(port);
  await Promise.all([between.ready(a.port), between.ready(b.port)]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(between, false)));
  expect(answers.toSorted()).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
  a.ready = false;
  c.ready = true;
  await between.ready(c.port);
  await expect.poll(() => Promise.all([ask(between, false), ask(between, false)])).not.toContain('a');
});

test('a replica that leaves keeps the connections it has', async () => {
  const [a, b] = [await replica('a', true), await replica('b', true)];
  const between = await balancer();
  between.add(a.port);
  await between.ready(a.port);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  running.push({ close: () => agent.destroy() });
  expect(await ask(between, agent)).toBe('a');
  between.add(b.port);
  await between.ready(b.port);
  between.remove(a.port);
  expect(await ask(between, agent)).toBe('a');
  expect([await ask(between, false), await ask(between, false)]).toEqual(['b', 'b']);
});
