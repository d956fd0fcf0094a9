import type { Status, Unit } from '../reading.ts';
import { type Label, labels } from './labels.ts';

/** How likely a unit is at least what the layout says it is, and at most what that rules out. */
const SURE = 0.9;
const RULED_OUT = 0.02;

const UNSETTLED = {
  is: 'question',
  not: ['goal', 'current', 'rule', 'ban', 'preference', 'decision', 'failure', 'done', 'fact', 'noise'],
} as const;

/** What each status makes of a unit, and what a unit of that status is not. */
const MEANING: Record<Status, { is: Label; not: readonly Label[] }> = {
  done: { is: 'done', not: ['goal', 'current', 'request', 'open', 'question', 'deadline', 'rule', 'ban', 'preference'] },
  dropped: {
    is: 'superseded',
    not: ['goal', 'current', 'request', 'open', 'question', 'deadline', 'rule', 'ban', 'preference', 'decision', 'done'],
  },
  open: { is: 'open', not: ['rule', 'preference', 'decision', 'failure', 'done', 'superseded', 'noise'] },
  failed: {
    is: 'failure',
    not: ['goal', 'current', 'request', 'open', 'question', 'deadline', 'rule', 'ban', 'decision', 'done', 'noise'],
  },
  decided: { is: 'decision', not: ['current', 'request', 'open', 'question', 'failure', 'superseded', 'noise'] },
  forbidden: {
    is: 'ban',
    not: ['goal', 'current', 'request', 'open', 'question', 'preference', 'deadline', 'decision', 'failure', 'done', 'noise'],
  },
  question: UNSETTLED,
  undecided: UNSETTLED,
  deadline: { is: 'deadline', not: ['goal', 'current', 'done', 'superseded', 'noise'] },
  title: { is: 'noise', not: labels.filter((label) => label !== 'noise') },
};

/** What is said of a tool's own output: a list of steps that a tool prints is no plan of anybody's. */
const OF_A_TOOL: ReadonlySet<Status> = new Set(['done', 'dropped', 'title']);

/** Makes the likelihoods of a unit say what the layout says of it: that outranks what its words and surroundings look like. */
export function heed({ status, role }: Pick<Unit, 'status' | 'role'>, likelihoods: Float32Array): void {
  if (status === undefined || (role === 'tool' && !OF_A_TOOL.has(status))) return;
  const { is, not } = MEANING[status];
  for (const [i, label] of labels.entries()) {
    if (label === is) likelihoods[i] = Math.max(likelihoods[i]!, SURE);
    else if (not.includes(label)) likelihoods[i] = Math.min(likelihoods[i]!, RULED_OUT);
  }
}
