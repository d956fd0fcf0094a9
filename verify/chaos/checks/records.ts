import { type Op, type Stay, stayOf } from '../history.ts';
import type { Violation } from './violation.ts';

/** What one agent found in its stay, and when it asked. */
type Sight = { stay: Stay; startMs: number; endMs: number; op: Op };

/**
 * What no reading of the stay may contradict: everything that was acknowledged to its agent, whose operations these are. At most one
 * violation for each kind of record.
 */
export function lostRecords(own: readonly Op[]): Violation[] {
  const sights = own
    .filter(({ action, outcome }) => action === 'stay' && outcome === 'ok')
    .map((op) => ({ stay: stayOf(op.body), startMs: op.startMs, endMs: op.endMs, op }));
  const forgets = own.filter(({ action }) => action === 'forget');
  const registers = new Set(own.flatMap(({ writes }) => writes.map(({ register }) => register)));
  return [
    ...[...registers].flatMap((register) => wrongRegister(own, sights, register)),
    ...lostTranscripts(own, sights),
    ...wrongDefragCount(own, sights),
    ...movedDeparture(own, sights),
  ].map(({ message, ops }) => ({
    invariant: 'nothing acknowledged is lost',
    message: `${ops[0]?.agent.handle}: ${message}`,
    ops: [...ops, ...forgets],
  }));
}

type Found = { message: string; ops: Op[] };

/**
 * The agent writes one thing at a time. So a reading may show the last write acknowledged before it, any write under way meanwhile, and any
 * write of unknown outcome that began before, however long ago: it may have taken effect late.
 */
function wrongRegister(own: readonly Op[], sights: Sight[], register: string): Found[] {
  const writes = own
    .filter(({ outcome }) => outcome !== 'fail')
    .flatMap((op) => op.writes.filter((write) => write.register === register).map(({ value }) => ({ op, value })));
  for (const { stay, startMs, endMs, op } of sights) {
    const shown = register === 'review' ? stay.review : (stay.schedules[register] ?? null);
    const before = writes.filter((write) => write.op.outcome === 'ok' && write.op.endMs < startMs);
    const last = before.toSorted((a, b) => a.op.startMs - b.op.startMs).at(-1);
    const open = writes.filter((write) => write.op.startMs <= endMs && (write.op.outcome === 'unknown' || write.op.endMs >= startMs));
    const possible = [last?.value ?? null, ...open.map(({ value }) => value)];
    if (possible.includes(shown)) continue;
    const message = `${register} is ${shown ?? '(none)'}; it can only be ${possible.map((value) => value ?? '(none)').join(' or ')}`;
    return [{ message, ops: [...writes.map((write) => write.op), op] }];
  }
  return [];
}

function lostTranscripts(own: readonly Op[], sights: Sight[]): Found[] {
  const attended = own.filter(({ action, outcome }) => action === 'attend' && outcome === 'ok');
  for (const { stay, startMs, op } of sights) {
    const lost = attended.filter(({ endMs, body }) => endMs < startMs && stay.transcripts[body.attendance.id] !== body.transcript);
    if (lost.length > 0) return [{ message: `${lost.length} transcripts are missing or changed`, ops: [...lost, op] }];
  }
  return [];
}

function wrongDefragCount(own: readonly Op[], sights: Sight[]): Found[] {
  const runs = own.filter(({ action, outcome }) => action === 'defrag' && outcome !== 'fail');
  for (const { stay, startMs, endMs, op } of sights) {
    const least = runs.filter((run) => run.outcome === 'ok' && run.endMs < startMs).length;
    const most = runs.filter((run) => run.startMs <= endMs).length;
    if (stay.defrags < least || stay.defrags > most) {
      return [{ message: `${stay.defrags} defrags are shown, it must be ${least} to ${most}`, ops: [...runs, op] }];
    }
  }
  return [];
}

/** Once acknowledged, the departure is there and never another one. */
function movedDeparture(own: readonly Op[], sights: Sight[]): Found[] {
  const checkouts = own.filter(({ action, outcome }) => action === 'checkout' && outcome === 'ok');
  const shown = sights.filter(({ stay }) => stay.departedAt !== null);
  const times = new Set([...checkouts.map(({ body }) => body.departed_at), ...shown.map(({ stay }) => stay.departedAt)]);
  const involved = [...checkouts, ...shown.map(({ op }) => op)];
  if (times.size > 1) return [{ message: `it departed at ${[...times].join(' and at ')}`, ops: involved }];
  const first = checkouts[0];
  const absent = first && sights.find(({ stay, startMs }) => first.endMs < startMs && stay.departedAt === null);
  return absent ? [{ message: 'its departure is gone', ops: [...involved, absent.op] }] : [];
}
