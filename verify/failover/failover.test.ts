import { seed } from '@rest-stop/testing/seed.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { runDrill } from './drill.ts';
import { judge, type Left } from './judge.ts';
import type { Ledger } from './load.ts';

describeWithBinaries(['postgres', 'redis', 'nats'], `one server after another is lost under load (seed ${seed})`, () => {
  test('a replica, a standby and the rest of a cluster take over: no forgotten key is answered, and no bound is passed', async () => {
    const totals = await runDrill({ failovers: 3, seed, waits: false, tell: () => {} });
    const broken = Object.entries(totals).filter(([name, total]) => name.endsWith('(must be 0)') && total > 0);
    expect(broken).toEqual([]);
    expect(totals['agents with a receipt']).toBeGreaterThan(5);
    expect(totals['visits that passed']).toBeGreaterThan(50);
  }, 300_000);
});

test('the judge sees what is lost beside the bounds, and a forgotten agent that is there', () => {
  const at = (from: number) => ({ from, to: from + 1 });
  const ledger: Ledger = {
    guests: [{ agentId: 'a', joined: at(10), visits: [at(20), at(21), at(22)] }],
    gone: [{ key: 'k', keyHash: 'h', agentId: 'b', at: 5 }],
    reviews: new Map([['r', at(30)]]),
    revived: ['b'],
    statuses: new Map(),
  };
  const left: Left = { agents: new Set(['b']), reviews: new Set(), visitedKeys: new Set(['h']) };
  const broken = (bounds: Parameters<typeof judge>[2]) =>
    Object.entries(judge(ledger, left, bounds, 1)).flatMap(([name, total]) => (name.endsWith('(must be 0)') ? [total] : []));
  expect(broken({ redis: [], postgres: [] })).toEqual([1, 1, 1, 2, 2]);
  expect(broken({ redis: [at(20)], postgres: [at(10)] })).toEqual([1, 1, 1, 0, 1]);
});
