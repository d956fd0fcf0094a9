/**
 * What a unit can be to whoever goes on with the work. A unit may be several: a decision with its reason, a rule with a deadline. `current`: the request
 * that stands last; `request`: any order given to the agent; `fact`: the successor needs it and it is nothing else; `replaces`: it withdraws or replaces
 * something said before; `noise`: nobody needs it.
 */
export const labels = [
  'goal',
  'current',
  'request',
  'rule',
  'ban',
  'preference',
  'decision',
  'reason',
  'failure',
  'done',
  'open',
  'question',
  'deadline',
  'fact',
  'injected',
  'replaces',
  'superseded',
  'noise',
] as const;
export type Label = (typeof labels)[number];
