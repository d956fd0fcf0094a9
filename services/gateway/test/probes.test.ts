import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { LoadLimits } from '../src/config.ts';
import { listenForProbes } from '../src/http/probes.ts';
import { type Gateway, quiet, startGateway } from './harness.ts';
import { askOn, type Connection, connection } from './sockets.ts';

const room = 10;
let gateway: Gateway;
let http: HttpApp;
let probes: { port: number } & Closable;
let connections: Connection[] = [];
afterEach(async () => {
  for (const { socket } of connections) socket.destroy();
  connections = [];
  await probes?.close();
  await gateway.close();
});

async function start(prepare: (server: HttpApp['server']) => void = () => {}, load: Partial<LoadLimits> = {}): Promise<void> {
  gateway = await startGateway({
    load,
    prepare(app) {
      http = app;
      prepare(app.server);
    },
  });
  probes = await listenForProbes(http, { host: '127.0.0.1', port: 0, log: quiet });
}

async function fill(): Promise<Connection[]> {
  connections = await Promise.all(Array.from({ length: room }, () => connection(gateway.port)));
  return connections;
}

const probe = async (path: string, port = probes.port) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

describe('probes on a port of their own', () => {
  test('are answered while clients fill the public port, on which they are not', async () => {
    await start((server) => (server.maxConnections = room));
    await fill();
    expect([await probe('/livez'), await probe('/readyz')]).toEqual([200, 200]);
    await expect(probe('/livez', gateway.port)).rejects.toThrow();
  });

  test('find nothing else there, and do no work', async () => {
    await start();
    for (const path of ['/', '/v1/stats', '/v1/stay', '/metrics']) expect(await probe(path)).toBe(404);
    expect(gateway.upstream.seen).toEqual([]);
  });

  test('hear that the gateway is not ready once it closes', async () => {
    await start();
    await http.close();
    expect([await probe('/livez'), await probe('/readyz')]).toEqual([503, 503]);
  });

  test('whose port is taken: one sentence names the setting', async () => {
    await start();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(listenForProbes(http, { host: '127.0.0.1', port, log: quiet })).rejects.toThrow(
      `port ${port} is already in use; set PROBE_PORT`,
    );
    await new Promise((resolve) => taken.close(resolve));
  });
});

test('one client address has as many connections as it may, and leaves the rest to others', async () => {
  await start(() => {}, { connectionsPerClient: room });
  const within = await fill();
  const ask = (on: Connection) => askOn(on, 'GET', '/v1/stats');
  const beyond = await connection(gateway.port);
  expect(await ask(beyond)).toBeUndefined();
  expect(await Promise.all(within.map(ask))).toEqual(within.map(() => 200));
  within[0]?.socket.destroy();
  const again = async () => {
    const made = await connection(gateway.port);
    connections.push(made);
    return ask(made);
  };
  await expect.poll(again).toBe(200);
});
