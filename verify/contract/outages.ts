import type { Child } from '@rest-stop/testing/deployment/child.ts';
import type { Deployment } from '@rest-stop/testing/deployment/deployment.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getHealth } from '@rest-stop/contracts/public.ts';
import { type Answer, Api, expectError, notes } from '@rest-stop/testing/api.ts';

type Backends = { postgres: string; redis: string; nats: string };

/** Servers of its own, so that they can be stopped under a running deployment. */
export function outageSuite(start: (backends: Backends) => Promise<Deployment>): void {
  let servers: [Awaited<ReturnType<typeof startPostgres>>, Awaited<ReturnType<typeof startRedis>>, Awaited<ReturnType<typeof startNats>>];
  let deployment: Deployment | undefined;
  let api: Api;
  beforeAll(async () => {
    servers = await Promise.all([startPostgres(), startRedis(), startNats()]);
    const [postgres, redis, nats] = servers;
    deployment = await start({ postgres: postgres.url, redis: redis.url, nats: nats.url });
    api = new Api(deployment.baseUrls[0] as string);
  }, 120_000);
  afterAll(async () => {
    for (const server of servers ?? []) await server.kill('SIGCONT');
    await deployment?.stop();
    for (const server of servers ?? []) await server.stop();
  });

  const retryAfter = (answer: Answer) => Number(answer.headers.get('retry-after'));
  const recovered = async (check: () => Promise<Answer>) => {
    await expect.poll(async () => (await check()).status, { timeout: 20_000, interval: 200 }).toBe(200);
  };

  test('503 unavailable on bearer routes while Redis hangs; open routes go on', async () => {
    const { key } = await api.join();
    const [, redis] = servers;
    await redis.kill('SIGSTOP');
    const answer = await api.get('/stay', { key });
    expectError(answer, 503, 'unavailable');
    expect(retryAfter(answer)).toBeGreaterThan(0);
    expect((await api.get('/stats')).status).toBe(200);
    expect((await api.get('/health')).status).toBe(200);
    await redis.kill('SIGCONT');
    await recovered(() => api.get('/memories', { key }));
  }, 60_000);

  test('503 with the same fields on GET /health while PostgreSQL hangs', async () => {
    const [postgres] = servers;
    await postgres.kill('SIGSTOP');
    const answer = await api.get('/health');
    await postgres.kill('SIGCONT');
    expect(answer.status).toBe(503);
    expect(getHealth.response.parse(answer.body)).toMatchObject({ status: 'unhealthy', db: 'down', version: 'v1' });
    await recovered(() => api.get('/health'));
  }, 60_000);

  test('503 unavailable with Retry-After when no AI worker is there', async () => {
    const workers = deployment?.children['ai-worker'] as Child[];
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map(({ exited }) => exited));
    const { key } = await api.join();
    const answer = await api.post('/defrag', { key, body: { content: notes } });
    expectError(answer, 503, 'unavailable');
    expect(retryAfter(answer)).toBeGreaterThan(0);
    expect((await api.get('/stay', { key })).body.defrag_count).toBe(0);
  }, 60_000);
}
