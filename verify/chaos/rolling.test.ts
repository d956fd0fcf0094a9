import { Api } from '@rest-stop/testing/client.ts';
import { startReplicated, type Replicated } from '@rest-stop/testing/deployment/replicated.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceEverything, type Sent } from './rolling-agents.ts';
import { failuresIn, readEffects, wrongEffects } from './rolling-effects.ts';

const sentOnce = (kind: Sent['kind'], status = 200): Sent => ({ kind, status, latencyMs: 1, atMs: 0 });

describeWithBinaries(['postgres', 'redis', 'nats'], 'every process of a deployment replaced by a new one under light load', () => {
  let replicated: Replicated;
  let sent: Sent[];
  beforeAll(async () => {
    replicated = await startReplicated({ replicas: 1 });
  });
  afterAll(() => replicated?.close());

  test('no request fails, every old process ends with 0, and what was acknowledged was done once', async () => {
    const done = await replaceEverything(replicated, { lanes: 3 });
    sent = done.sent;
    expect(failuresIn(sent)).toEqual([]);
    expect(done.restarts.flatMap(({ codes }) => codes)).toEqual(replicated.services.map(() => 0));
    expect(sent.length).toBeGreaterThan(100);
    expect(wrongEffects(sent, await readEffects(replicated.direct))).toEqual([]);
  }, 180_000);

  test('would be seen if it were done twice, or not at all', async () => {
    const before = await readEffects(replicated.direct);
    expect(wrongEffects([...sent, sentOnce('defrag')], before)).toHaveLength(2);
    const api = new Api(replicated.baseUrl, 1);
    const { key } = await api.join();
    const body = { rating: 4, title: 'Twice', body: 'Sent twice, as by a hidden retry.' };
    for (let i = 0; i < 2; i++) await api.post('/reviews', { key, body });
    api.close();
    const seen = wrongEffects([...sent, sentOnce('join'), sentOnce('review')], await readEffects(replicated.direct));
    expect(seen).toEqual([expect.stringMatching(/^visits: /), '1 written twice']);
    expect(failuresIn([sentOnce('review', 503)])).toHaveLength(1);
  });
});
