import type { Op } from '../history.ts';
import type { Violation } from './violation.ts';

/**
 * Of the operations of one agent: a visit was counted at some time between the start and the end of its operation. More than `limit`
 * operations that lie in one window as a whole were therefore counted in one window, whatever the clock said. At most one violation is told.
 */
export function overAdmissions(own: readonly Op[], limit: number, windowMs: number): Violation[] {
  const counted = own.filter(({ counted }) => counted === 'yes');
  for (const { startMs, agent } of counted) {
    const inside = counted.filter((op) => op.startMs >= startMs && op.endMs < startMs + windowMs);
    if (inside.length <= limit) continue;
    const message = `${inside.length} requests of ${agent.handle} were admitted within ${windowMs} ms; the limit is ${limit}`;
    return [{ invariant: 'the limit is never exceeded', message, ops: inside }];
  }
  return [];
}

/** How long after its client gave up a request may still be counted: it waited somewhere until a fault was over. */
const lateMs = 15_000;

/** A refusal is right only if there may have been `limit` visits in the window before it. Each counts once, also one that was sent twice inside. */
export function falseRefusals(own: readonly Op[], limit: number, windowMs: number): Violation[] {
  for (const refused of own.filter(({ status }) => status === 429)) {
    const possible = own.filter(({ counted, startMs, endMs }) => {
      const latest = counted === 'maybe' ? endMs + lateMs : endMs;
      return counted !== 'no' && startMs <= refused.endMs && latest > refused.startMs - windowMs;
    });
    if (possible.length >= limit) continue;
    const most = `at most ${possible.length} of its requests can have been counted; the limit is ${limit}`;
    const message = `${refused.agent.handle} was refused although ${most}`;
    return [{ invariant: 'nobody is refused below the limit', message, ops: [...possible, refused] }];
  }
  return [];
}
