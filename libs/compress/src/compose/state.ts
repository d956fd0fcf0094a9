import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { chance, type Reading } from '../read.ts';
import type { Statement } from '../select/selection.ts';
import type { Worth } from '../select/worth.ts';
import { aimsOf, joined, ranked, roomFor, selectionFor, strings, takeBest, takeMost } from './budgeted.ts';
import { leastIdle } from './beginning.ts';
import { isShort, plainly } from './short.ts';
import { isOpen } from './handoff.ts';

const OPEN: Worth = { question: 1.4, open: 0.8 };
const ENTITIES: Worth = { fact: 1.2, decision: 0.8, rule: 0.6, deadline: 0.6, done: 0.5, failure: 0.4 };
/** Shares of the room, in the order in which they are paid for. */
const SHARE = { goal: 0.18, request: 0.18, open: 0.2 };

/** Where the work stands: what it is about now, what is undecided, what is unknown, and the things that matter, each in a sentence that says what it is. */
export function state(reading: Reading): StructuredResult<'state'> {
  if (isShort(reading)) return { entities: [], pending_decisions: [], open_questions: [], current_focus: joined(plainly(reading.units)) };
  const selection = selectionFor(reading, { entities: [], pending_decisions: [], open_questions: [], current_focus: '' }, aimsOf(reading));
  const total = selection.left;
  const goal = takeBest(selection, reading.goal, roomFor(total, SHARE.goal));
  const request = takeBest(selection, reading.request, roomFor(total, SHARE.request));
  const open = takeBest(
    selection,
    ranked(reading, OPEN, (unit) => isOpen(reading, unit) && chance(reading, unit, 'question') >= 0.3),
    total * SHARE.open,
  );
  const entities = takeMost(selection, ENTITIES, (unit) => reading.identifiers[unit.order]!.length > 0);
  const asks = ({ main, units }: Statement) => units.some(({ status }) => status === 'question') || /[?？]["”»)\]]*$/u.test(main.text);
  return {
    entities: strings(entities),
    pending_decisions: strings(open.filter((one) => !asks(one))),
    open_questions: strings(open.filter(asks)),
    current_focus: joined([...goal, ...request].flatMap(({ units }) => units)) || leastIdle(selection),
  };
}
