import type { Cluster } from '@rest-stop/testing/deployment/cluster.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import type { History, Op } from './history.ts';
import type { FaultKind, Step } from './faults.ts';
import { report } from './report.ts';
import { runTrial } from './trial.ts';

const step = (fault: FaultKind, part: string, forMs: number): Step => ({ fault, part, forMs, calmMs: 400 });

/** One fault of each kind, and each part hit once. */
const plan = [
  step('lose replies', 'identity', 700),
  step('kill', 'redis', 300),
  step('freeze', 'stay', 900),
  step('kill', 'postgres', 300),
  step('cut', 'nats', 900),
  step('kill', 'gateway-1', 300),
  step('reset', 'postgres', 100),
  step('refuse', 'public', 400),
  step('delay', 'ai-worker', 500),
];

const actions = ['attend', 'cancel', 'checkout', 'defrag', 'forget', 'memories', 'review', 'schedule', 'stay'];
const doneIn = ({ ops }: History) => new Set(ops.filter(({ outcome }) => outcome === 'ok').map(({ action }) => action));
const refusedIn = ({ ops }: History) => ops.some(({ status }) => status === 429);

describeWithBinaries(['postgres', 'redis', 'nats'], 'agents that use a cluster while one fault after another happens to it', () => {
  test('find every promise kept', async () => {
    const until = (history: History) => doneIn(history).size === actions.length && refusedIn(history);
    const trial = await runTrial({ seed: 20, seconds: 12, gateways: 2, plan, longestStayMs: 8_000, until });
    expect(trial.violations.length, report(trial)).toBe(0);
    expect([...doneIn(trial.history)].sort()).toEqual(actions);
    expect(refusedIn(trial.history)).toBe(true);
  }, 180_000);

  test('see it when visits are lost, an erasure erases nothing, an acknowledgement is a lie and a process dies', async () => {
    const trial = await runTrial({
      seed: 21,
      seconds: 6,
      gateways: 1,
      plan: [step('delay', 'public', 1_500), { ...step('kill', 'redis', 100), calmMs: 2_000 }],
      agents: 12,
      longestStayMs: 4_000,
      cluster: { redisArgs: ['--appendonly', 'no'], programs: { stay: 'verify/chaos/mutants/deaf-stay.ts' } },
      tamper: (history, cluster) => {
        pretendReview(history);
        dieUnasked(cluster);
      },
    });
    expect([...new Set(trial.violations.map(({ invariant }) => invariant))].sort(), report(trial)).toEqual([
      'no process dies by itself',
      'nothing acknowledged is lost',
      'the forgotten are gone',
      'the limit is never exceeded',
    ]);
  }, 180_000);
});

/** One agent's last reading is followed by an acknowledged review that was never sent. */
function pretendReview({ ops, agents }: History): void {
  const living = agents.find((agent) => !ops.some((op) => op.agent === agent && op.action === 'forget'));
  const real = ops.findLast((op) => op.agent === living) as Op;
  const now = Date.now();
  ops.push({ ...real, action: 'review', writes: [{ register: 'review', value: 'never sent' }], outcome: 'ok', startMs: now, endMs: now });
}

function dieUnasked({ parts }: Cluster): void {
  process.kill(parts.get('ai-worker')?.pid ?? Number.NaN, 'SIGKILL');
}
