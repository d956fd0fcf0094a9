import { agentForgotten, erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { type Child, startChild } from '@rest-stop/testing/deployment/child.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrations } from '../src/migrations.ts';
import { baseUrl, ownerOf, quiet, secrets, sign } from './harness.ts';
import { makeErasuresDue, pendingOf } from './tables.ts';

/** What the fake services do with a message: confirm it, kill the identity process, or send no answer. */
type Reaction = 'confirm' | 'crash' | 'silence';

describeWith(['postgres', 'nats'], 'an identity process that is killed', ({ postgres, nats }) => {
  let db: Database;
  let bus: Bus;
  let child: Child;
  let drop: () => Promise<void>;
  let start: () => Promise<Child>;
  const script = { revoke: 'confirm' as Reaction, event: {} as Record<string, Reaction> };

  beforeAll(async () => {
    const fresh = await freshDatabase(postgres.url);
    drop = fresh.drop;
    db = openDatabase(createPool(fresh.url, 5));
    await migrate(db, migrations.schema, migrations.directory);
    bus = await natsBus({ url: nats.url }, 'others', quiet, 10_000);
    bus.serve(revokeKey, { queue: 'gateway' }, async () => {
      await reactWith(script.revoke);
      return { revoked: true as const };
    });
    for (const service of erasureConfirmers) {
      bus.subscribe(agentForgotten, async () => {
        await reactWith(script.event[service] ?? 'confirm');
        return { service, deleted: {}, left: 0 };
      });
    }
    await bus.ready();
    const env = { PORT: '0', CALLER_SECRET: secrets.current.join(), NATS_URL: nats.url, DATABASE_URL: fresh.url };
    start = () => startChild('services/identity/src/main.ts', env);
    child = await start();
  });
  afterAll(async () => {
    await child?.close();
    await bus?.close();
    await db?.close();
    await drop?.();
  });

  async function reactWith(reaction: Reaction): Promise<void> {
    if (reaction === 'crash') {
      await child.kill('SIGKILL');
      await child.exited;
    }
    if (reaction !== 'confirm') throw new Error('says nothing');
  }

  async function post(path: string, agent: Awaited<ReturnType<typeof ownerOf>> = null) {
    const times = { seen_at: new Date().toISOString(), expires_at_ms: Date.now() + 60_000 };
    const caller = { agent, format: 'verbose' as const, request_id: 'request-1', base_url: baseUrl, ...times };
    const headers = sign(caller, { method: 'POST', path });
    const response = await fetch(`http://127.0.0.1:${child.port}${path}`, { method: 'POST', headers });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  }

  async function join() {
    const { body } = await post('/quickjoin');
    const agent = await ownerOf(bus, body['api_key']);
    if (!agent) throw new Error('the new key is unknown');
    return { agent, key: body['api_key'] as string };
  }

  async function restart() {
    script.revoke = 'confirm';
    script.event = {};
    await makeErasuresDue(db);
    child = await start();
  }

  test('before the delete leaves the agent whole, and a new try forgets it', async () => {
    const { agent, key } = await join();
    script.revoke = 'crash';
    await expect(post('/forget', agent)).rejects.toThrow();
    expect(await pendingOf(db, agent.uuid)).toBeUndefined();
    await restart();
    expect(await ownerOf(bus, key)).toEqual(agent);
    expect((await post('/forget', agent)).status).toBe(200);
    expect(await ownerOf(bus, key)).toBeNull();
  });

  test.each([
    ['before anybody has confirmed', { gateway: 'silence', stay: 'crash', public: 'silence', 'ai-worker': 'silence' }],
    ['after some have confirmed', { stay: 'crash' }],
  ] as const)('after the delete, %s, is finished by its next start', async (_when, event) => {
    const { agent, key } = await join();
    script.event = { ...event };
    await expect(post('/forget', agent)).rejects.toThrow();
    expect(await pendingOf(db, agent.uuid)).toEqual([...erasureConfirmers].sort());
    await restart();
    await vi.waitFor(async () => expect(await pendingOf(db, agent.uuid)).toBeUndefined(), 60_000);
    expect(await ownerOf(bus, key)).toBeNull();
    expect((await post('/forget', agent)).status).toBe(401);
  });
});
