import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectRedis, type RedisConnection } from '../src/admission/redis-connection.ts';
import { redisVisitLog } from '../src/admission/redis-visit-log.ts';
import { eraseScript, keysOf } from '../src/admission/scripts.ts';
import type { VisitLog } from '../src/admission/visit-log.ts';
import { knownKey, newKeyHash, someAgent } from './behaviours.ts';
import { bearer, type Gateway, quiet, serveKeys, startGateway } from './harness.ts';

const limits = { requests: 100, windowSeconds: 604_800, exemptForget: false };

describeWithBinaries(['redis'], 'a Redis that is replaced by one that knows less', () => {
  let opened: Closable[];
  let bus: Bus;
  let keys: ReturnType<typeof serveKeys>;
  let gateways: Gateway[];
  /** The server that all gateways talk to at present. */
  let current: RedisConnection;
  beforeEach(() => {
    [opened, gateways] = [[], []];
    bus = memoryBus(quiet);
    keys = serveKeys(bus);
  });
  afterEach(async () => {
    await closeAll(...gateways);
    for (const each of opened.toReversed()) await each.close();
  });

  async function started(args: string[] = [], dir?: string): Promise<Server> {
    const server = await startRedis({ args: ['--repl-diskless-sync-delay', '0', ...args], ...(dir ? { dir } : {}) });
    opened.push(server);
    return server;
  }
  async function connected({ url }: Server): Promise<RedisConnection> {
    const connection = await connectRedis(url, quiet, 5_000);
    opened.push(connection);
    return connection;
  }
  const visitLog = (send: RedisConnection['send'] = (command) => current.send(command)) =>
    redisVisitLog({ send, close: async () => {} }, limits);
  async function startGateways(): Promise<void> {
    for (let i = 0; i < 3; i++) gateways.push(await startGateway({ bus, visitLog: visitLog(), limits }));
  }
  const replicate = async (replica: RedisConnection, { port }: Server, primary: RedisConnection) => {
    await replica.send(['REPLICAOF', '127.0.0.1', String(port)]);
    await expect.poll(async () => String(await replica.send(['INFO', 'replication']))).toContain('master_link_status:up');
    await expect.poll(async () => String(await primary.send(['INFO', 'replication']))).toContain('state=online');
  };
  /** Writes to the primary have reached the replica. */
  const caughtUp = (primary: RedisConnection) => expect.poll(() => primary.send(['WAIT', '1', '100'])).toBe(1);
  const promote = (replica: RedisConnection) => replica.send(['REPLICAOF', 'NO', 'ONE']);
  async function statuses(key: string): Promise<number[]> {
    const answers = await Promise.all(gateways.map(({ url }) => fetch(`${url}/v1/stay`, { headers: bearer(key) })));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.map(({ status }) => status);
  }
  /** What identity does when an agent is forgotten. Answers what the gateways said that they had left. */
  async function forget({ keyHash, agent }: { keyHash: string; agent: { uuid: string } }): Promise<number[]> {
    keys.forget(keyHash);
    const left: number[] = [];
    const order = { agent: agent.uuid, key_hash: keyHash };
    for await (const confirmation of bus.broadcast(agentForgotten, order, { timeoutMs: 5_000 })) {
      left.push(confirmation.left);
      if (left.length === gateways.length) break;
    }
    return left;
  }
  const all = (status: number) => gateways.map(() => status);

  async function primaryAndReplica() {
    const [primary, replica] = await Promise.all([started(), started()]);
    const [onPrimary, onReplica] = await Promise.all([connected(primary), connected(replica)]);
    await replicate(onReplica, primary, onPrimary);
    current = onPrimary;
    return { primary, replica, onPrimary, onReplica };
  }

  test('a replica that missed a forget is promoted: the key is dead on every gateway, its visits go again, and others are as they were', async () => {
    const { primary, onPrimary, onReplica } = await primaryAndReplica();
    await startGateways();
    const [dead, alive] = [keys.issue(), keys.issue()];
    expect([await statuses(dead.key), await statuses(alive.key)]).toEqual([all(200), all(200)]);
    await caughtUp(onPrimary);
    await promote(onReplica);
    expect(await forget(dead)).toEqual(all(0));
    await primary.kill('SIGKILL');
    current = onReplica;
    expect(await onReplica.send(['EXISTS', ...keysOf(dead.keyHash).slice(0, 2)])).toBe(2);
    expect(await statuses(dead.key)).toEqual(all(401));
    expect(await statuses(alive.key)).toEqual(all(200));
    await expect.poll(() => onReplica.send(['EXISTS', ...keysOf(dead.keyHash).slice(0, 2)])).toBe(0);
    expect(await onReplica.send(['ZCARD', keysOf(alive.keyHash)[1]])).toBe(6);
  });

  test('it comes back with a file that has not got the forget yet: the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redis-'));
    opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
    const [now, before] = [join(folder, 'now'), join(folder, 'before')];
    const args = ['--appendonly', 'yes', '--appendfsync', 'always'];
    const server = await started(args, now);
    current = await connected(server);
    await startGateways();
    const issued = keys.issue();
    expect(await statuses(issued.key)).toEqual(all(200));
    await cp(now, before, { recursive: true });
    expect(await forget(issued)).toEqual(all(0));
    await server.kill('SIGKILL');
    current = await connected(await started(args, before));
    expect(await current.send(['EXISTS', ...keysOf(issued.keyHash).slice(0, 2)])).toBe(2);
    expect(await statuses(issued.key)).toEqual(all(401));
    await expect.poll(() => current.send(['EXISTS', ...keysOf(issued.keyHash).slice(0, 2)])).toBe(0);
  });

  test('after many forgets those that were missed last go first, many at once', async () => {
    current = await connected(await started());
    const sent: string[] = [];
    let [open, mostOpen] = [0, 0];
    const log = visitLog(async (command) => {
      if (command[1] === eraseScript.sha) sent.push(command[3] ?? '');
      mostOpen = Math.max(mostOpen, ++open);
      return current.send(command).finally(() => open--);
    });
    await log.admit(newKeyHash(), randomUUID());
    const forgotten = Array.from({ length: 250 }, newKeyHash);
    for (const keyHash of forgotten) await log.erase(keyHash);
    sent.length = mostOpen = 0;
    current = await connected(await started());
    await log.admit(newKeyHash(), randomUUID());
    await expect.poll(() => sent.length).toBe(forgotten.length);
    expect(sent).toEqual(forgotten.toReversed().map((keyHash) => keysOf(keyHash)[0]));
    expect(mostOpen).toBeGreaterThan(50);
  });

  /** What a key is that was erased at a primary which then took over the older data of its successor and was promoted again. */
  async function afterReturning(log: VisitLog): Promise<string> {
    const { onPrimary, onReplica, replica } = await primaryAndReplica();
    const keyHash = await knownKey(log);
    await caughtUp(onPrimary);
    await promote(onReplica);
    await log.erase(keyHash);
    await replicate(onPrimary, replica, onReplica);
    expect(await onPrimary.send(['EXISTS', keysOf(keyHash)[0]])).toBe(1);
    await promote(onPrimary);
    return (await log.admit(keyHash, randomUUID())).kind;
  }

  test('a primary takes over its successor’s older data and is promoted again, all in one process: what it had filled itself is not believed', async () => {
    expect(await afterReturning(visitLog())).toBe('unknown');
  });

  test('one that went by the id of the process would believe it: a check of the test above', async () => {
    const byProcess = async (command: string[]): Promise<unknown> => {
      if (command[0] === 'EVALSHA') throw new Error('NOSCRIPT');
      const lua = command[1]?.replace("'replication'", "'server'").replace('master_replid', 'run_id') ?? '';
      return current.send(command.with(1, lua));
    };
    expect(await afterReturning(visitLog(byProcess))).toBe('admitted');
  });

  test('a lease from before the change fills nothing after it, though the new server has it, too', async () => {
    const { onPrimary, onReplica } = await primaryAndReplica();
    const log = visitLog();
    const keyHash = newKeyHash();
    const before = await log.admit(keyHash, randomUUID());
    if (before.kind !== 'unknown') throw new Error(before.kind);
    await caughtUp(onPrimary);
    await promote(onReplica);
    await log.revoke(keyHash);
    current = onReplica;
    expect(await onReplica.send(['GET', keysOf(keyHash)[2]])).toBe(before.lease);
    expect(await log.fill(keyHash, before.lease, someAgent())).toBe(false);
    const after = await log.admit(keyHash, randomUUID());
    if (after.kind !== 'unknown') throw new Error(after.kind);
    expect(await log.fill(keyHash, after.lease, someAgent())).toBe(true);
    expect((await log.admit(keyHash, randomUUID())).kind).toBe('admitted');
  });

  test('an entry that is copied to another key is not believed there', async () => {
    current = await connected(await started());
    const log = visitLog();
    const [victim, thief] = [await knownKey(log), await knownKey(log)];
    await current.send(['COPY', keysOf(victim)[0], keysOf(thief)[0], 'REPLACE']);
    expect((await log.admit(thief, randomUUID())).kind).toBe('unknown');
    expect((await log.admit(victim, randomUUID())).kind).toBe('admitted');
  });

  test('an entry can be read by a gateway of a version without marks, and one that such a gateway filled is learned anew', async () => {
    current = await connected(await started());
    const log = visitLog();
    const agent = someAgent();
    const keyHash = await knownKey(log, agent);
    const entry = String(await current.send(['GET', keysOf(keyHash)[0]]));
    expect(JSON.parse(entry)).toEqual(agent);
    await current.send(['SET', keysOf(keyHash)[0], JSON.stringify(agent)]);
    expect((await log.admit(keyHash, randomUUID())).kind).toBe('unknown');
  });
});
