import { seed } from '@rest-stop/testing/seed.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { runDrill } from './drill.ts';
import { beyond } from './judge.ts';

const broken = (totals: Record<string, number>) =>
  Object.entries(totals).flatMap(([name, total]) => (name.endsWith('(must be 0)') && total > 0 ? [name] : []));

describeWithBinaries(['postgres', 'redis', 'nats'], `Redis is restarted under load (seed ${seed})`, () => {
  test('by SIGKILL and SIGTERM: no key passes its limit and no budget begins anew', async () => {
    const totals = await runDrill({ restarts: 4, seed, tell: () => {} });
    expect(broken(totals)).toEqual([]);
    expect(totals['keys that were used up']).toBeGreaterThan(5);
  }, 300_000);

  test('with the users of versions before it forgets, and the drill says so', async () => {
    const acl = (shipped: string) => shipped.replace(/^user default .*$/m, 'user default off');
    const totals = await runDrill({ restarts: 4, seed, acl, tell: () => {} });
    // On a busy machine few keys and tokens are used up between two restarts, so one of both must show it.
    expect(broken(totals)).toContainEqual(expect.stringContaining('NOPERM'));
    expect(broken(totals)).toContainEqual(expect.stringMatching(/keys past their limit|tokens past the budget/));
  }, 300_000);
});

test('the judge excuses what was let in shortly before a kill, and nothing else', () => {
  const at = (from: number) => ({ from, to: from + 1, counts: 1 });
  const ledger = { limit: 2, entries: [at(1_000), at(2_000), at(5_000)] };
  expect([beyond(ledger, []), beyond(ledger, [{ from: 4_000, to: 6_000 }]), beyond(ledger, [{ from: 8_000, to: 9_000 }])]).toEqual([
    1, 0, 1,
  ]);
});
