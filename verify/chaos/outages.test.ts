import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { brokenBy, drillOutages, tableOf } from './outage-drill.ts';
import { kinds } from './requests.ts';

describeWithBinaries(['postgres', 'redis', 'nats'], 'each server killed for a moment under load', () => {
  test('whoever needs it is told 503, all others are served, no process ends, and then all works again', async () => {
    const outages = await drillOutages({ backends: ['redis', 'nats', 'postgres'], outageMs: 1_200, perSecond: 25 });
    for (const outage of outages) {
      expect(brokenBy(outage), tableOf(outage)).toEqual([]);
      expect(outage.during.every(({ shots }) => shots.length > 0)).toBe(true);
      expect(outage.recovered).toBe(true);
    }
  }, 180_000);
});

test('a kind of request that is not answered as promised is named', () => {
  const kind = kinds[0] as (typeof kinds)[number];
  const during = [{ kind, shots: [{ name: kind.name, startMs: 0, latencyMs: 1, status: 200 }] }];
  const outage = { backend: 'redis' as const, how: 'kill' as const, during, recoveryMs: 0, recovered: true, died: ['stay'] };
  expect(brokenBy(outage)).toEqual(['GET /memories without redis: 200: 1 in the stead of 503', 'stay ended by itself without redis']);
});
