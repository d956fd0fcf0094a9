import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, runProgram, startChild } from '@rest-stop/testing/deployment/child.ts';
import { settingsFor } from '@rest-stop/testing/deployment/deployment.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { describeWith, describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { type Random, seeded } from '@rest-stop/testing/random.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { asService, asTester, rolePasswords } from '@rest-stop/testing/servers/users.ts';
import { busSettings } from '@rest-stop/testing/deployment/bus-peers.ts';

const seed = Number(process.env['START_ORDER_SEED'] ?? 87);
const shuffles = Number(process.env['START_ORDERS'] ?? 1);
const serviceNames = ['gateway', 'identity', 'stay', 'public', 'ai-worker'] as const;
const lastComes = ['gateway', 'ai-worker', 'public', 'stay', 'identity', 'nats', 'redis', 'postgres', 'migrations'];

function shuffled(names: readonly string[], random: Random): string[] {
  const left = [...names];
  return names.map(() => left.splice(random.between(0, left.length - 1), 1)[0] as string);
}

type Stoppable = { close(): Promise<void> };

/** Everything of a deployment, each part startable by itself on the address that the others expect it at. */
async function parts() {
  const names = ['postgres', 'redis', 'nats', ...serviceNames];
  const at = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()] as const)));
  const postgres = `postgres://postgres@127.0.0.1:${at['postgres']}/postgres`;
  const redis = asTester(`redis://127.0.0.1:${at['redis']}`);
  const usersOf = (name: string) => ({
    DATABASE_URL: asService('postgres', postgres, name),
    REDIS_URL: asService('redis', redis, name),
  });
  const env: Record<string, string> = {
    NATS_URL: `nats://127.0.0.1:${at['nats']}`,
    IDENTITY_URL: `http://127.0.0.1:${at['identity']}`,
    STAY_URL: `http://127.0.0.1:${at['stay']}`,
    PUBLIC_URL: `http://127.0.0.1:${at['public']}`,
    PUBLIC_BASE_URL: `http://127.0.0.1:${at['gateway']}/v1`,
  };
  const started: Stoppable[] = [];
  const server = async (start: (options: { port: number }) => Promise<Stoppable>, name: string) => {
    started.push(await start({ port: at[name] as number }));
  };
  /** As the migration job of a cluster, it is started again until it succeeds. */
  const migrated = async (): Promise<void> => {
    for (;;) {
      const passwords = { IDENTITY_DB_PASSWORD: rolePasswords['identity'] ?? '', STAY_DB_PASSWORD: rolePasswords['stay'] ?? '' };
      const { code } = await runProgram('scripts/migrate.ts', [], { MIGRATION_DATABASE_URL: postgres, ...passwords });
      if (code === 0) return;
      await sleep(300);
    }
  };
  const ways: Record<string, () => Promise<void>> = {
    postgres: () => server(startPostgres, 'postgres'),
    redis: () => server(startRedis, 'redis'),
    nats: () => server(startNats, 'nats'),
    migrations: migrated,
  };
  for (const name of serviceNames) {
    ways[name] = async () => {
      started.push(
        await startChild(`services/${name}/src/main.ts`, {
          ...settingsFor(name),
          ...busSettings(name),
          ...env,
          ...usersOf(name),
          PORT: String(at[name]),
        }),
      );
    };
  }
  return {
    ways,
    baseUrl: env['PUBLIC_BASE_URL'] as string,
    close: () => Promise.all(started.map((one) => one.close())),
  };
}

describeWithBinaries(['postgres', 'redis', 'nats'], 'a deployment whose parts are started in the order', () => {
  const random = seeded(seed);
  const orders = [lastComes, ...Array.from({ length: shuffles }, () => shuffled(lastComes, random))];

  test.each(orders.map((order) => [order.join(', '), order] as const))(
    '%s becomes ready, and nothing had to be started twice',
    async (_name, order) => {
      const { ways, baseUrl, close } = await parts();
      try {
        const starting: Promise<void>[] = [];
        for (const name of order) {
          starting.push((ways[name] as () => Promise<void>)());
          await sleep(random.between(0, 300));
        }
        await Promise.all(starting);
        const api = new Api(baseUrl);
        await expect.poll(async () => (await api.get('/health')).body.status, { interval: 200 }).toBe('healthy');
        const { key } = await api.join();
        expect(await api.post('/defrag', { key, body: { content: 'Never restart the cache before 18:00 UTC.' } })).toMatchObject({
          status: 200,
        });
      } finally {
        await close();
      }
    },
  );
});

describeWith(['postgres', 'redis', 'nats'], 'a service that waits for something that never comes', ({ postgres, redis, nats }) => {
  const speed = 30;
  const clock = fileURLToPath(new URL('./fast-clock.mjs', import.meta.url));
  const nobody = '127.0.0.1:9';

  /** How the service ended: its code, its last words, and how long it had waited by its own clock. */
  async function end(
    service: (typeof serviceNames)[number],
    env: Record<string, string>,
  ): Promise<{ code: number; words: string[]; livedMs: number }> {
    const settings = { NODE_OPTIONS: `--import ${clock}`, REST_STOP_CLOCK_SPEED: String(speed), LOG_LEVEL: 'silent', PORT: '0' };
    const own = `${nats.url}/${randomUUID()}`;
    const program = `services/${service}/src/main.ts`;
    const all = { ...settingsFor(service), NATS_URL: own, REDIS_URL: redis.url, DATABASE_URL: postgres.url, ...settings, ...env };
    const error = await startChild(program, all).then(
      (child: Child) => child.close().then(() => new Error(`${program} started`)),
      (refused: Error) => refused,
    );
    const [head = '', ...lines] = error.message.split('\n');
    const words = lines.filter((line) => !line.startsWith('lived '));
    return { code: Number(/ended with (\d+)/.exec(head)?.[1]), words, livedMs: Number(/lived (\d+) ms/.exec(error.message)?.[1]) };
  }

  test('ends with one sentence and code 1, and not before its time', async () => {
    const empty = await freshDatabase(postgres.url);
    const cases = [
      ['identity', { DATABASE_URL: `postgres://nobody@${nobody}/none` }, /PostgreSQL at 127\.0\.0\.1:9/, 60_000],
      ['identity', { NATS_URL: `nats://${nobody}` }, /NATS at 127\.0\.0\.1:9/, 60_000],
      ['stay', { DATABASE_URL: empty.url }, /run the migrations first/, 60_000],
      ['stay', { DATABASE_URL: empty.url.replace('postgres@', 'nobody:wrong@') }, /PostgreSQL at .* \(28P01\)/, 60_000],
      ['gateway', { REDIS_URL: `redis://${nobody}` }, /Redis at 127\.0\.0\.1:9/, 60_000],
      ['gateway', { NATS_URL: `nats://${nobody}` }, /NATS at 127\.0\.0\.1:9/, 60_000],
      ['ai-worker', { NATS_URL: `nats://${nobody}` }, /NATS at 127\.0\.0\.1:9/, 60_000],
      ['public', { NATS_URL: `nats://${nobody}` }, /NATS at 127\.0\.0\.1:9/, 30_000],
    ] as const;
    const ends = await Promise.all(cases.map(([service, env]) => end(service, env)));
    await empty.drop();
    for (const [i, [service, , sentence, patienceMs]] of cases.entries()) {
      const { code, words, livedMs } = ends[i] as (typeof ends)[number];
      expect({ service, code, words }).toEqual({ service, code: 1, words: [expect.stringMatching(sentence)] });
      // The last look may come up to one pause before the end of the time.
      expect(livedMs, service).toBeGreaterThanOrEqual(patienceMs - 1_000);
    }
  });

  test('would be seen to end too early, if it did', async () => {
    const { code, livedMs } = await end('public', { CALLER_SECRET: '', REST_STOP_CLOCK_SPEED: '1' });
    expect(code).toBe(1);
    expect(livedMs).toBeLessThan(29_000);
  });
});
