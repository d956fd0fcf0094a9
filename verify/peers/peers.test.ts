import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drill, loggedBy, type Tried } from './drill.ts';
import { type Stage, startStage } from './stage.ts';

describeWithBinaries(['postgres', 'redis', 'nats'], 'where each service has a credential of its own', () => {
  let stage: Stage;
  let tried: Tried[];
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage?.close());

  test('an agent lacks nothing, and no service is refused what it needs', async () => {
    const [base = ''] = stage.deployment.baseUrls;
    const api = new Api(base);
    const { key } = await api.join();
    const review = { rating: 5, title: 'Quiet', body: 'A quiet place, and nobody read along.' };
    expect((await api.post('/reviews', { key, body: review })).status).toBe(200);
    expect(
      (await api.post('/defrag', { key, body: { target: 'tldr', content: 'The deploy failed because the disk was full. '.repeat(20) } }))
        .status,
    ).toBe(200);
    for (const path of ['/health', '/stats', '/reviews', '/seminars', '/capabilities'])
      expect((await api.get(path)).status, path).toBe(200);
    expect((await api.get(new URL('/.well-known/rest-stop-keys.json', base).href)).status).toBe(200);
    const { body } = await api.post('/forget?format=verbose', { key, body: {} });
    expect(body.receipt.confirmed).toEqual([...erasureConfirmers].sort());
    expect((await api.get('/stay', { key })).status).toBe(401);
    for (const child of Object.values(stage.deployment.children).flat()) expect(child.output()).not.toContain('NATS refused');
  });

  test('whatever is another service’s is refused: on the bus, in Redis, in PostgreSQL and on the ports', async () => {
    tried = await drill(stage);
    expect(tried.filter(({ refused }) => !refused)).toEqual([]);
    const kinds = ['NATS', 'says', 'listens', 'Redis', 'PostgreSQL', ' at '];
    expect(kinds.filter((kind) => !tried.some(({ what }) => what.includes(kind)))).toEqual([]);
  });

  test('and each server and service that was tried has logged it', async () => {
    expect(await loggedBy(stage)).toEqual({ nats: true, redis: true, postgres: true, identity: true, stay: true, public: true });
  });
});
