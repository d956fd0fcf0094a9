import type { Op } from '../history.ts';
import type { Violation } from './violation.ts';

/** Of the operations of one agent: its key answers 401 from the moment its forgetting is acknowledged, and never before it asked for that. */
export function wrongKeys(own: readonly Op[]): Violation[] {
  const handle = own[0]?.agent.handle;
  const forgets = own.filter(({ action }) => action === 'forget');
  const done = forgets.find(({ outcome }) => outcome === 'ok');
  const alive = done && own.filter((op) => op.startMs > done.endMs && (op.outcome === 'ok' || op.counted === 'yes'));
  const asked = Math.min(...forgets.filter(({ outcome }) => outcome !== 'fail').map(({ startMs }) => startMs));
  const refused = own.filter(({ status, endMs }) => status === 401 && endMs < asked);
  return [
    ...(alive && alive.length > 0
      ? [{ invariant: 'the forgotten are gone' as const, message: `the key of ${handle} lives on`, ops: [done, ...alive] }]
      : []),
    ...(refused.length > 0
      ? [{ invariant: 'a valid key is never answered 401' as const, message: `${handle} was refused`, ops: refused }]
      : []),
  ];
}

/** Whatever fails, it fails in a way that was foreseen. */
export function internalErrors(ops: readonly Op[]): Violation[] {
  const failed = ops.filter(({ status }) => status === 500);
  return failed.length > 0 ? [{ invariant: 'no internal error', message: `${failed.length} answers were 500`, ops: failed }] : [];
}
