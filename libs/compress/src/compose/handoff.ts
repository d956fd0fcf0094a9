import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import type { Worth } from '../select/worth.ts';
import { aimsOf, joined, ranked, roomFor, selectionFor, shown, takeBest, takeMost, textOf } from './budgeted.ts';
import { leastIdle } from './beginning.ts';
import { isShort, plainly } from './short.ts';

const NOT_TO_REPEAT: Worth = { ban: 1.6, failure: 1.6 };
const OPEN: Worth = { open: 1.2, request: 0.8, question: 0.9, deadline: 0.6 };
const STATE: Worth = {
  ban: 1.5,
  rule: 1.4,
  failure: 2.1,
  deadline: 1.2,
  decision: 1.5,
  open: 1.2,
  done: 0.9,
  fact: 0.6,
  question: 0.8,
  reason: 0.2,
};
/** Shares of the room, in the order in which they are paid for. */
const SHARE = { goal: 0.3, request: 0.22, forbidden: 0.33, open: 0.2 };

/** What somebody who takes over must know: the goal, what is open and the last request; what failed and what is forbidden; what holds. */
export function handoff(reading: Reading): StructuredResult<'handoff'> {
  if (isShort(reading)) return { context_for_successor: joined(plainly(reading.units)), do_not_repeat: [], known_state: [] };
  const selection = selectionFor(reading, { context_for_successor: '', do_not_repeat: [], known_state: [] }, aimsOf(reading));
  const total = selection.left;
  const goal = takeBest(selection, reading.goal, roomFor(total, SHARE.goal));
  const request = takeBest(selection, reading.request, roomFor(total, SHARE.request));
  const forbidden = takeBest(
    selection,
    ranked(reading, NOT_TO_REPEAT, (unit) => isForbidden(reading, unit) && !isOpen(reading, unit)),
    total * SHARE.forbidden,
    true,
  );
  const open = takeBest(
    selection,
    ranked(reading, OPEN, (unit) => isOpen(reading, unit)),
    total * SHARE.open,
  );
  const rest = takeMost(selection, STATE);
  const steps = new Set(open.map(({ main }) => main));
  const slots = Map.groupBy(shown([...forbidden, ...open, ...rest]), ({ main, units }) => {
    if (units.some((unit) => steps.has(unit))) return 'open';
    if (units.some((unit) => isFailure(reading, unit))) return 'forbidden';
    return isForbidden(reading, main) ? 'forbidden' : 'state';
  });
  const told = (slot: 'forbidden' | 'state'): string[] => (slots.get(slot) ?? []).map(textOf);
  return {
    context_for_successor:
      joined([...goal, ...(slots.get('open') ?? []), ...request].flatMap(({ units }) => units)) || leastIdle(selection),
    do_not_repeat: told('forbidden'),
    known_state: told('state'),
  };
}

/** Whether a unit forbids something, rather than that it orders or decides something, or tells of what failed. */
function isForbidden(reading: Reading, unit: Unit): boolean {
  const ban = chance(reading, unit, 'ban');
  return (ban >= 0.5 && ban >= chance(reading, unit, 'decision') && ban >= openness(reading, unit)) || isFailure(reading, unit);
}

function isFailure(reading: Reading, unit: Unit): boolean {
  const failure = chance(reading, unit, 'failure');
  return failure >= 0.3 && failure >= 0.8 * chance(reading, unit, 'decision') && failure >= openness(reading, unit);
}

function openness(reading: Reading, unit: Unit): number {
  return Math.max(chance(reading, unit, 'open'), chance(reading, unit, 'current'));
}

/** What leaves something to be done or settled; a unit may be each of them. */
const UNSETTLED = ['open', 'question', 'current'] as const;
/** How much it tells for a step being open that it is due by a time. */
const DUE = 0.3;

/** Whether a unit names something that is still to be done or settled. */
export function isOpen(reading: Reading, unit: Unit): boolean {
  if (reading.closed.has(unit.order)) return false;
  const open = 1 - UNSETTLED.reduce((settled, label) => settled * (1 - chance(reading, unit, label)), 1);
  const due = open + DUE * chance(reading, unit, 'deadline');
  return due >= 0.3 && open > chance(reading, unit, 'done') && due > 0.7 * chance(reading, unit, 'ban');
}
