import { startReplicated, type Replicated } from '@rest-stop/testing/deployment/replicated.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';
import { failuresIn, readEffects, wrongEffects } from './rolling-effects.ts';
import { startGuests, type Visit } from './rolling-guests.ts';

describeWithBinaries(['postgres', 'redis', 'nats'], 'every process of a deployment replaced by a new one under light load', () => {
  let replicated: Replicated;
  let visits: Visit[];
  beforeAll(async () => {
    replicated = await startReplicated({ replicas: 1 });
  }, 120_000);
  afterAll(() => replicated?.close());

  test('no request fails, every old process ends with 0, and what was acknowledged was done once', async () => {
    const guests = startGuests(replicated.baseUrl, 3);
    const codes: unknown[] = [];
    for (const service of replicated.services) codes.push(...(await replicated.restart(service)));
    await guests.close();
    visits = guests.visits;
    expect(failuresIn(visits)).toEqual([]);
    expect(codes).toEqual(replicated.services.map(() => 0));
    expect(visits.length).toBeGreaterThan(100);
    expect(wrongEffects(visits, await readEffects(replicated.direct))).toEqual([]);
  }, 180_000);

  test('would be seen if it were done twice, or not at all', async () => {
    const before = await readEffects(replicated.direct);
    expect(wrongEffects([...visits, { kind: 'defrag', status: 200, latencyMs: 1, atMs: 0 }], before)).toHaveLength(2);
    const api = new Api(replicated.baseUrl);
    const { key } = await api.join();
    const body = { rating: 4, title: 'Twice', body: 'Sent twice, as by a hidden retry.' };
    for (let i = 0; i < 2; i++) await api.post('/reviews', { key, body });
    const once: Visit[] = [
      { kind: 'join', status: 200, latencyMs: 1, atMs: 0 },
      { kind: 'review', status: 200, latencyMs: 1, atMs: 0 },
    ];
    const seen = wrongEffects([...visits, ...once], await readEffects(replicated.direct));
    expect(seen).toEqual([expect.stringMatching(/^visits: /), '1 written twice']);
    expect(failuresIn([{ kind: 'review', status: 503, latencyMs: 2, atMs: 0 }])).toHaveLength(1);
  });
});
