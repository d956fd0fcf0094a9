import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { busKeysOf } from '@rest-stop/testing/deployment/bus-peers.ts';
import { type Cluster, startCluster } from '@rest-stop/testing/deployment/cluster.ts';
import { seed } from '@rest-stop/testing/seed.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { asTester } from '@rest-stop/testing/servers/users.ts';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Random, seeded } from '@rest-stop/testing/random.ts';
import { pendingErasures } from '@rest-stop/testing/kept.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { registerAgent, type Agent, writeEverything } from './agent.ts';
import { leftoversOf } from './leftovers.ts';
import { publishRaw } from './raw-nats.ts';
import { startStaleGateway } from './stale-gateway.ts';
import { runTrial } from './trial.ts';

const trials = Number(process.env['ERASURE_TRIALS'] ?? 6);
const copies = Number(process.env['ERASURE_COPIES'] ?? 200);

describeWithBinaries(['postgres', 'redis', 'nats'], `forgetting through three gateways, seed ${seed}`, () => {
  const folder = temporaryDirectory();
  const dieAt = join(folder.path, 'die-at');
  const random: Random = seeded(seed);
  let cluster: Cluster;
  let db: Database;
  let bus: Bus;
  let natsUrl: string;

  beforeAll(async () => {
    cluster = await startCluster({
      gateways: 3,
      programs: { identity: 'services/identity/test/failing-main.ts' },
      settings: { RATE_LIMIT_REQUESTS: '1000000', REGISTRATION_LIMIT_PER_MINUTE: '0', DIE_AT: dieAt },
    });
    db = openDatabase(createPool(cluster.direct.postgres, 5));
    natsUrl = `nats://127.0.0.1:${cluster.links.find(({ to }) => to === 'nats')?.proxy.port}`;
    bus = await natsBus({ url: natsUrl, keys: busKeysOf('identity') }, 'identity', createLog('test', 'silent'), 10_000);
  });
  afterAll(async () => {
    await bus?.close();
    await db?.close();
    await cluster?.close();
    folder.remove();
  });

  const part = (name: string) => {
    const found = cluster.parts.get(name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  const through = () => random.pick(cluster.baseUrls);
  const forget = (agent: Agent) => new Api(through()).post('/forget', { key: agent.key });
  const statusOf = async (agent: Agent) => (await new Api(through()).get('/stay', { key: agent.key })).status;
  const agentWithEverything = async (handle?: string) => {
    const agent = await registerAgent(through(), db, handle);
    await writeEverything(through(), agent);
    return agent;
  };

  async function expectGone(...agents: Agent[]) {
    await expect.poll(() => pendingErasures(db), { interval: 100 }).toBe(0);
    expect(await leftoversOf(agents, db, cluster.direct.redis)).toEqual([]);
    for (const agent of agents) expect(await statusOf(agent)).toBe(401);
  }

  async function expectWhole(agent: Agent) {
    await expect.poll(() => statusOf(agent), { interval: 100 }).toBe(200);
    const { body } = await new Api(through()).get('/stay?format=min', { key: agent.key });
    expect(body).toMatchObject({ reviewed: true, departed: true, seminars_attended: 1, defrags_run: 1 });
  }

  test(`${trials} times under probes: none passes after the answer, and nothing is left`, async () => {
    const done = [];
    for (let i = 0; i < trials; i++) done.push(await runTrial(cluster.baseUrls, db, 20, random));
    expect(done.map(({ passedAfter, strange }) => passedAfter + strange)).toEqual(done.map(() => 0));
    for (const { refusedAfter } of done) expect(refusedAfter).toBeGreaterThanOrEqual(40);
    await expectGone(...done.map(({ agent }) => agent));
  });

  test('a gateway that remembers keys by itself is caught by the probes', async () => {
    const stale = await startStaleGateway(cluster.baseUrls[0] ?? '', 2_000);
    const { passedAfter } = await runTrial([...cluster.baseUrls, stale.baseUrl], db, 8, random);
    await stale.close();
    expect(passedAfter).toBeGreaterThan(0);
  });

  test('one row that stays behind is found by the search', async () => {
    const agent = await agentWithEverything();
    await db.query({ text: `create table stay.kept as select * from stay.schedule where agent = '${agent.uuid}'`, values: [] });
    expect((await forget(agent)).status).toBe(200);
    expect(await leftoversOf([agent], db, cluster.direct.redis)).toEqual([{ where: 'stay.kept', by: 'uuid' }]);
    await db.query({ text: 'drop table stay.kept', values: [] });
  });

  test.each([
    ['before revoke', 'whole'],
    ['after revoke', 'whole'],
    ['after commit', 'gone'],
    ['before broadcast', 'gone'],
    ['after a confirmation|0', 'gone'],
    ['after a confirmation|2', 'gone'],
    ['before record', 'gone'],
    ['before second revoke', 'gone'],
  ])('killed %s, identity leaves an agent that is %s', async (point, outcome) => {
    const agent = await agentWithEverything();
    writeFileSync(dieAt, point.includes('|') ? point : `${point}|0`);
    expect((await forget(agent)).status).not.toBe(200);
    await db.query({ text: `update identity.erasure set next_try_at = now() - interval '1 second'`, values: [] });
    await part('identity').crash(0);
    if (outcome === 'gone') return expectGone(agent);
    await endBar(agent);
    await expectWhole(agent);
    expect((await forget(agent)).status).toBe(200);
    await expectGone(agent);
  });

  /** For 10 s a revoked key is barred; nobody needs to wait for that here. */
  async function endBar({ keyHash }: Agent) {
    const redis = createClient({ url: cluster.direct.redis });
    await redis.connect();
    await redis.del(`gateway:{${keyHash}}:closing`);
    redis.destroy();
  }

  test(`an event told ${copies} times in any order changes nothing for whoever took the handle over`, async () => {
    const gone = await Promise.all(Array.from({ length: 5 }, () => agentWithEverything()));
    for (const agent of gone) expect((await forget(agent)).status).toBe(200);
    const successors: Agent[] = [];
    for (const { handle } of gone) successors.push(await agentWithEverything(handle));

    const told = Array.from({ length: copies }, () => random.pick(gone));
    const confirmations = [];
    while (told.length > 0) confirmations.push(...(await Promise.all(told.splice(0, 8).map(tellAgain))).flat());
    expect(confirmations.filter(({ left }) => left !== 0)).toEqual([]);
    expect(confirmations.filter(({ service }) => service === 'stay')).toHaveLength(copies);
    for (const agent of successors) await expectWhole(agent);
    expect(part('stay').output()).not.toContain('event handler failed');
    for (const agent of successors) await forget(agent);
  });

  async function tellAgain({ uuid, keyHash }: Agent) {
    const heard = [];
    const event = { agent: uuid, key_hash: keyHash };
    for await (const confirmation of bus.broadcast(agentForgotten, event, { timeoutMs: 30_000 })) {
      heard.push(confirmation);
      if (new Set(heard.map(({ service }) => service)).size === 4) break;
    }
    return heard;
  }

  test('events that nobody has signed are reported and hold nothing up', async () => {
    const agent = await agentWithEverything();
    const garbage = ['not json', '', '{}', '[]', '{"agent":"x","key_hash":"y"}', '{"agent":'].map((text) => Buffer.from(text));
    await publishRaw(asTester(natsUrl), agentForgotten.subject, [...garbage, Buffer.from([0xff, 0x00, 0xfe])]);
    const { body } = await forget(agent);
    expect(Object.values<{ left: number }>(body.services).map(({ left }) => left)).toEqual([0, 0, 0, 0, 0]);
    expect(part('stay').output()).toContain('an event that its sender has not signed');
    await expectGone(agent);
  });

  test('a service that was away while NATS lost everything is told when it is back', async () => {
    const agent = await agentWithEverything();
    await part('stay').kill('SIGKILL');
    const { status, body } = await forget(agent);
    expect(status).toBe(200);
    expect(body.note).toContain('Not confirmed yet by: stay.');
    expect(body.services).not.toHaveProperty('stay');
    await part('nats').crash(500);
    expect(await pendingErasures(db)).toBe(1);
    await part('stay').crash(0);
    await expectGone(agent);
  });
});
