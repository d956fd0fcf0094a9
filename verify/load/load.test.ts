import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flood } from './flood.ts';
import { holdUploads } from './held-uploads.ts';
import { canSeeMemory, growthDuring } from './memory.ts';
import { type Rig, startRig } from './rig.ts';

const slowCalls = 150;
/** What the gateway's resident memory may grow by, in MiB, while it refuses what it cannot take. */
const growthMiB = 64;
/** The gateway's room for bodies. */
const budgetMiB = 48;
const megabyte = 1_048_576;
/** Changes the limits of a running process. */
const prlimit = '/usr/bin/prlimit';
const content = 'The notes say that the copy of the files is done and that the checksums agree.';
const review = { rating: 4, title: 'Quiet', body: 'Quiet even while servers fail.' };

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const statuses = (answers: readonly ({ status: number } | undefined)[]) => [...new Set(answers.map((answer) => answer?.status))];

describeWithBinaries(['postgres', 'redis', 'nats'], 'a whole service', () => {
  let rig: Rig;
  let key: string;
  beforeAll(async () => {
    rig = await startRig(slowCalls);
    key = await rig.join();
  });
  afterAll(() => rig?.close());
  const recovered = (method: string, path: string, body?: unknown) =>
    expect.poll(async () => (await rig.ask(method, path, key, body))?.status).toBe(200);

  test('answers everything else while 150 calls wait for the model, and then those', async () => {
    let ended = 0;
    // One agent alone gets half of the places of a worker at most.
    const keys = await Promise.all(many(slowCalls, () => rig.join()));
    // One after the other, so that the gateway knows them all.
    for (const each of keys) expect((await rig.ask('GET', '/memories', each))?.status).toBe(200);
    const slow = keys.map((each) => rig.ask('POST', '/defrag', each, { content }).finally(() => ended++));
    await expect.poll(() => rig.provider.waiting()).toBe(slowCalls);
    const others = ['/stay', '/health', '/stats', '/reviews', '/seminars', '/memories/a'].map((path) => rig.ask('GET', path, key));
    expect((await Promise.all(others)).map((answer) => answer?.status)).toEqual([200, 200, 200, 200, 200, 404]);
    expect(ended).toBe(0);
    rig.provider.release();
    expect(statuses(await Promise.all(slow))).toEqual([200]);
  });

  describe.skipIf(!canSeeMemory)('keeps its memory', () => {
    test('while bodies without an end are sent with a valid key: 413, and the senders are cut off', async () => {
      const framings = many(2, (n) => (n % 2 ? ('announced' as const) : ('chunked' as const)));
      const received: (number | undefined)[] = [];
      const growth = await growthDuring(rig.gateway.pid, async () => {
        const floods = framings.map((framing) => flood({ port: rig.port, key, framing, bytes: megabyte ** 2 }));
        received.push(...(await Promise.all(floods)));
      });
      expect(received).toEqual(framings.map(() => 413));
      expect(growth).toBeLessThan(growthMiB);
    });

    test('broken on purpose, with bodies gathered before they are measured: it does not', async () => {
      const hoarding = await rig.besides('verify/load/mutants/hoarding-gateway.ts');
      const growth = await growthDuring(hoarding.pid, () => flood({ port: hoarding.port, key, framing: 'chunked', bytes: 128 * megabyte }));
      expect(growth).toBeGreaterThan(growthMiB);
    });

    test('while 120 large bodies (400 MB) are held back before their last byte: 503 for those beyond the budget, and others are served', async () => {
      const growth = await growthDuring(rig.gateway.pid, async () => {
        const held = await holdUploads(rig.port, [key], 120);
        const refused = () => held.statuses().filter((status) => status !== undefined);
        await expect.poll(() => refused().length).toBeGreaterThan(100);
        expect([...new Set(refused())]).toEqual([503]);
        expect(statuses(await Promise.all(many(20, () => rig.ask('POST', '/memories', key, { value: 1 }))))).toEqual([200]);
        await held.release();
      });
      // What is refused is read to its end all the same, and its pieces wait for the garbage collector.
      expect(growth).toBeLessThan(budgetMiB + 2 * growthMiB);
    });

    test('while clients ask 500 times at once and read nothing: others are answered, and no more wait than there is room for', async () => {
      const growth = await growthDuring(rig.gateway.pid, async () => {
        const deaf = await Promise.all(many(20, () => hold(rig.port)));
        for (const socket of deaf) socket.pause().write('GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));
        expect(statuses(await Promise.all(many(100, () => rig.ask('GET', '/stay', key))))).toEqual([200]);
        for (const socket of deaf) socket.destroy();
      });
      expect(growth).toBeLessThan(growthMiB);
    });

    test('while Redis hangs under load: 503 for all, and all is well when it goes on', async () => {
      const load = (count: number) => Promise.all(many(count, () => rig.ask('GET', '/memories', key)));
      for (let round = 0; round < 4; round++) await load(500);
      await recovered('GET', '/memories');
      await rig.redis.kill('SIGSTOP');
      const answers: Awaited<ReturnType<typeof load>> = [];
      const refused = async () => {
        for (let round = 0; round < 6; round++) answers.push(...(await load(500)));
      };
      // The heap first grows to what so many refusals at once need; what is not let go of adds to that.
      await refused();
      const growth = await growthDuring(rig.gateway.pid, refused);
      await rig.redis.kill('SIGCONT');
      expect(statuses(answers)).toEqual([503]);
      expect(growth).toBeLessThan(growthMiB);
      await recovered('GET', '/memories');
    });
  });

  describe('without an answer from PostgreSQL', () => {
    test('that is frozen: says 503 to whoever needs it, while it still is; all others are served', async () => {
      await rig.ask('GET', '/memories', key);
      await rig.postgres.kill('SIGSTOP');
      const asking = [
        () => rig.ask('GET', '/stay', key),
        () => rig.ask('POST', '/reviews', key, review),
        () => rig.ask('POST', '/quickjoin'),
      ];
      const needing = asking.flatMap((ask) => many(20, ask));
      const open = many(20, (n) => rig.ask('GET', ['/memories', '/privacy'][n % 2] as string, key));
      expect(statuses(await Promise.all(open))).toEqual([200]);
      expect(statuses(await Promise.all(needing))).toEqual([503]);
      await rig.postgres.kill('SIGCONT');
      await recovered('GET', '/stay');
      await recovered('POST', '/reviews', review);
    });

    test('whose connections all wait for a lock: says 503 while it is held, and goes on when it is not', async () => {
      const holder = new pg.Client({ connectionString: rig.postgres.url });
      await holder.connect();
      await holder.query('begin; lock table stay.review in access exclusive mode');
      const keys = await Promise.all(many(30, () => rig.join()));
      expect(statuses(await Promise.all(keys.map((own) => rig.ask('POST', '/reviews', own, review))))).toEqual([503]);
      expect((await rig.ask('GET', '/privacy'))?.status).toBe(200);
      await holder.query('rollback');
      await holder.end();
      await recovered('POST', '/reviews', review);
    });
  });

  test('while one client opens 1,200 connections and says nothing: those beyond 1,000 are closed, and the probes are answered', async () => {
    const clients = await Promise.all(many(1_200, () => hold(rig.port)));
    await expect.poll(() => clients.filter(({ destroyed }) => destroyed).length).toBeGreaterThanOrEqual(200);
    const probed = ['livez', 'readyz'].map((path) => fetch(`http://127.0.0.1:${rig.probePort}/${path}`));
    expect(statuses(await Promise.all(probed))).toEqual([200]);
    for (const client of clients) client.destroy();
    await recovered('GET', '/stay');
  });

  test.skipIf(!canSeeMemory || !existsSync(prlimit))(
    'without a descriptor left for more clients turns them away, and takes others when they have gone',
    async () => {
      const { pid } = rig.gateway;
      const room = readdirSync(`/proc/${pid}/fd`).length + 100;
      execFileSync(prlimit, [`--pid=${pid}`, `--nofile=${room}:`]);
      const clients = await Promise.all(many(room + 300, () => hold(rig.port)));
      await expect.poll(() => clients.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(300);
      const within = clients.filter(({ destroyed }) => !destroyed);
      expect(within.length).toBeGreaterThan(50);
      for (const client of within) client.destroy();
      await recovered('GET', '/stay');
    },
  );
});

/** A connection that says nothing; resolves when it has been made or refused. */
function hold(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => {});
    socket.on('close', () => {
      socket.destroy();
      resolve(socket);
    });
    socket.resume();
  });
}
