import { expect, test } from 'vitest';
import { statuses, type Role, type Status } from '../reading.ts';
import { type Label, labels } from './labels.ts';
import { heed } from './status.ts';

/** What the layout makes of a unit of which the models know nothing: its likeliest label, and those that are ruled out. */
function heeded(status: Status | undefined, role: Role = 'user'): { likeliest: Label[]; ruledOut: Label[] } {
  const likelihoods = new Float32Array(labels.length).fill(0.5);
  heed({ status, role }, likelihoods);
  const those = (holds: (likelihood: number) => boolean): Label[] => labels.filter((_, i) => holds(likelihoods[i]!));
  return { likeliest: those((one) => one > 0.5), ruledOut: those((one) => one < 0.5) };
}

test.each<[Status, Label]>([
  ['done', 'done'],
  ['dropped', 'superseded'],
  ['open', 'open'],
  ['failed', 'failure'],
  ['decided', 'decision'],
  ['forbidden', 'ban'],
  ['question', 'question'],
  ['undecided', 'question'],
  ['deadline', 'deadline'],
  ['title', 'noise'],
])('what is %s is likeliest %s, and that is not ruled out', (status, label) => {
  const { likeliest, ruledOut } = heeded(status);
  expect(likeliest).toEqual([label]);
  expect(ruledOut).not.toContain(label);
});

test('what is done or dropped is no open step, no question and no request, and what is dropped binds nobody', () => {
  for (const status of ['done', 'dropped'] as const) {
    expect(heeded(status).ruledOut).toEqual(expect.arrayContaining(['open', 'question', 'request', 'current', 'rule', 'ban', 'deadline']));
  }
  expect(heeded('dropped').ruledOut).toContain('decision');
});

test('nothing rules out that an order was smuggled in', () => {
  for (const status of statuses) if (status !== 'title') expect(heeded(status).ruledOut).not.toContain('injected');
});

test('without a status, or for what a tool calls open, the models are heeded alone', () => {
  for (const one of [heeded(undefined), heeded('open', 'tool')]) expect(one).toEqual({ likeliest: [], ruledOut: [] });
  expect(heeded('done', 'tool').likeliest).toEqual(['done']);
});
