import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { describe, expect, test } from 'vitest';
import { runFloods } from './drill.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { heldUp, lateProbes, sendHostileBodies } from './hostile-drill.ts';
import { modes, sendShortBesideLong } from './long-texts.ts';
import { serveOthers } from './others.ts';

const size = { seconds: 1, uploads: 40, connections: 300, keys: 500, registrations: 50, greedy: 8 };

describeWithBinaries(['postgres', 'redis', 'nats'], 'one client floods the gateway, in five ways and in all at once', () => {
  test('others get nothing but what they asked for, or are told when to come back and then get it', async () => {
    const phases = await runFloods(size, () => {});
    expect(phases.flatMap(({ flood, served }) => served.wrong.map((what) => `${flood}: ${what}`))).toEqual([]);
    for (const { flood, served } of phases) expect([flood, served.newcomers.all > 0]).toEqual([flood, true]);
    const got = Object.fromEntries(phases.map(({ flood, statuses }) => [flood, statuses]));
    expect(got['keys']?.['401']).toBeGreaterThan(0);
    expect(got['registrations']?.['200']).toBeGreaterThan(0);
  }, 600_000);
});

describe('bodies that are made to cost much, from four clients at 0.25 MB/s each, without a key that anybody has', () => {
  test('do not hold the event loop up, and leave processor time to others', async () => {
    // Hundreds of small messages a second use all of it, as requests of any kind do: the drill has them, and what probes wait.
    const bodies = hostileBodies.filter(({ body }) => body.length > 3_000);
    const seconds = 1;
    const [, ...floods] = await sendHostileBodies({ seconds, clients: 4, bytesPerSecond: 250_000 }, bodies);
    expect(floods).toHaveLength(bodies.length);
    expect(heldUp(floods, seconds)).toEqual([]);
    for (const { hostile, statuses } of floods) {
      expect([hostile?.name, Object.keys(statuses).filter((status) => status === '0' || Number(status) >= 500)]).toEqual([
        hostile?.name,
        [],
      ]);
    }
  });

  test('would be seen if they did', () => {
    const seen = { hostile: hostileBodies[0], p99Ms: 5, failed: 0, stall: { busyMs: 5, delayedMs: 5, usedMs: 5 }, statuses: {} };
    const stalls = [
      { ...seen.stall, busyMs: 101 },
      { ...seen.stall, usedMs: 801 },
    ].map((stall) => ({ ...seen, stall }));
    expect([heldUp([seen], 1), heldUp([...stalls, { ...seen, failed: 1 }], 1).length]).toEqual([[], 3]);
    expect([lateProbes([seen, seen]), lateProbes([seen, { ...seen, p99Ms: 256 }]).length]).toEqual([[], 1]);
  });
});

describeWithBinaries(['postgres', 'redis', 'nats'], '16 agents at one address send the longest texts without a pause', () => {
  test.each(modes)(
    'short texts of others succeed in 95 of 100, 95 of 100 within 2 s: %s',
    async (mode) => {
      const { asked, times, flood } = await sendShortBesideLong(mode, { senders: 16, seconds: 5 });
      expect(times.length / asked).toBeGreaterThanOrEqual(0.95);
      expect(quantile(times, 0.95)).toBeLessThan(2_000);
      expect(flood['200']).toBeGreaterThan(0);
    },
    120_000,
  );
});

test.each([
  { name: 'an error', status: 500, headers: {} },
  { name: 'a refusal that does not say when to come back', status: 503, headers: {} },
  { name: 'a limit that others have used up', status: 429, headers: { 'retry-after': '1' } },
])('$name counts as wrong', async ({ status, headers }) => {
  const { port, close } = await listenLocally(createServer((_request, response) => response.writeHead(status, headers).end()));
  const { wrong, newcomers } = await serveOthers(`http://127.0.0.1:${port}/v1`, 1, ['rs_'], sleep(100));
  expect(wrong.length).toBeGreaterThan(1);
  expect(newcomers.all).toBe(0);
  await close();
});
