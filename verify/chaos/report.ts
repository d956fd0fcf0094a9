import type { Violation } from './checks/violation.ts';
import { describeOp } from './history.ts';
import type { Trial } from './trial.ts';

/** What happened, in a form for people: totals first, then every broken promise with the operations that show it. */
export function report({ history, steps, violations, startedMs, recoveryMs, erasedMs }: Trial): string {
  const { ops, agents } = history;
  const actions = [...Map.groupBy(ops, ({ action }) => action)].map(([action, own]) => {
    const count = (outcome: string) => String(own.filter((op) => op.outcome === outcome).length).padStart(7);
    return `${action.padEnd(10)}${count('ok')}${count('fail')}${count('unknown')}`;
  });
  const statuses = Object.entries(Object.groupBy(ops, ({ status }) => String(status ?? 'none'))).map(
    ([s, own = []]) => `${s}: ${own.length}`,
  );
  const faults = [...Map.groupBy(steps, ({ fault }) => fault)].map(([fault, own]) => `${fault} ${own.length}`);
  return [
    '',
    `${agents.length} agents, ${ops.length} operations, ${steps.length} faults (${faults.join(', ')})`,
    `${''.padEnd(10)}${'ok'.padStart(7)}${'fail'.padStart(7)}${'unknown'.padStart(7)}`,
    ...actions,
    `statuses: ${statuses.join(', ')}`,
    `healthy ${recoveryMs} ms after the last fault, erasures complete ${erasedMs} ms after that`,
    violations.length === 0 ? 'Every promise was kept.' : `${violations.length} BROKEN PROMISES`,
    ...violations.flatMap((violation) => describeViolation(violation, startedMs)),
  ].join('\n');
}

const shownOps = 40;

/** @param zero the start of the trial */
function describeViolation({ invariant, message, ops }: Violation, zero: number): string[] {
  const shown = ops.slice(-shownOps).map((op) => `    ${describeOp(op, zero)}`);
  const more = ops.length > shownOps ? [`    (${ops.length - shownOps} more before these)`] : [];
  return [`- ${invariant}: ${message}`, ...more, ...shown];
}
