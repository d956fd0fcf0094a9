import type { Child } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getHealth } from '@rest-stop/contracts/public.ts';
import { type Answer, Api } from '@rest-stop/testing/client.ts';
import { expectError, notes } from './answers.ts';

/** Servers of its own, so that they can be stopped under a running deployment. */
export function outageSuite(): void {
  let servers: Awaited<ReturnType<typeof startServers>>;
  let deployment: Deployment | undefined;
  let api: Api;
  beforeAll(async () => {
    servers = await startServers();
    deployment = await startServices(servers);
    api = new Api(deployment.baseUrls[0] as string);
  });
  afterAll(async () => {
    await servers?.redis.kill('SIGCONT');
    await servers?.postgres.kill('SIGCONT');
    await deployment?.close();
    await servers?.close();
  });

  const retryAfter = (answer: Answer) => Number(answer.headers.get('retry-after'));
  const recovered = async (check: () => Promise<Answer>) => {
    await expect.poll(async () => (await check()).status, { interval: 200 }).toBe(200);
  };

  test('503 unavailable on bearer routes while Redis hangs; open routes go on', async () => {
    const { key } = await api.join();
    const { redis } = servers;
    await redis.kill('SIGSTOP');
    const answer = await api.get('/stay', { key });
    expectError(answer, 503, 'unavailable');
    expect(retryAfter(answer)).toBeGreaterThan(0);
    expect((await api.get('/stats')).status).toBe(200);
    expect((await api.get('/health')).status).toBe(200);
    await redis.kill('SIGCONT');
    await recovered(() => api.get('/memories', { key }));
  });

  test('503 with the same fields on GET /health while PostgreSQL hangs', async () => {
    const { postgres } = servers;
    await postgres.kill('SIGSTOP');
    const answer = await api.get('/health');
    await postgres.kill('SIGCONT');
    expect(answer.status).toBe(503);
    expect(getHealth.response.parse(answer.body)).toMatchObject({ status: 'unhealthy', db: 'down', version: 'v1' });
    await recovered(() => api.get('/health'));
  });

  test('503 unavailable with Retry-After when no AI worker is there', async () => {
    const workers = deployment?.children['ai-worker'] as Child[];
    await Promise.all(workers.map((worker) => worker.close()));
    const { key } = await api.join();
    const answer = await api.post('/defrag', { key, body: { content: notes } });
    expectError(answer, 503, 'unavailable');
    expect(retryAfter(answer)).toBeGreaterThan(0);
    expect((await api.get('/stay', { key })).body.defrag_count).toBe(0);
  });
}
