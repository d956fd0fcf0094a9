import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { hasDue } from '../classify/deadlines.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import type { Selection, Statement } from '../select/selection.ts';
import { holds } from '../resolve/standing.ts';
import type { Worth } from '../select/worth.ts';
import { joined, ranked, reasonsOf, selectionFor, takeBest, textOf } from './budgeted.ts';
import { isOpen } from './handoff.ts';
import { isShort, shortActions } from './short.ts';

type Action = StructuredResult<'next_actions'>['actions'][number];

const STEPS: Worth = { open: 1.5, request: 1, current: 1, question: 0.5 };
const PRIORITY: Record<Action['priority'], number> = { high: 0, medium: 1, low: 2 };
/** Share of a step's matter that a rule must speak of to bind it. */
const BINDING = 0.3;

/** What to do next: the last request first, then open steps. The reason of a step and the rule that binds it are its why; a mere prohibition is no action. */
export function nextActions(reading: Reading): StructuredResult<'next_actions'> {
  if (isShort(reading)) return shortActions(reading);
  const selection = selectionFor(reading, { actions: [] });
  const extra = JSON.stringify({ priority: 'medium', do: '', why: '' }).length;
  const isStep = (unit: Unit) => isOpen(reading, unit);
  const request = reading.request.filter((unit) => says(reading, unit) && (isStep(unit) || chance(reading, unit, 'request') >= 0.3));
  const requested = takeBest(selection, request, selection.left);
  const planned = ranked(reading, STEPS, isStep).flatMap((unit) => selection.take(unit, { extra }) ?? []);
  const bound = (statement: Statement, asked: boolean): Action => {
    const why = whyOf(selection, statement);
    return { priority: priorityOf(reading, statement.main, asked), do: textOf(statement), why: joined(why) };
  };
  const actions = [...requested.map((one) => bound(one, true)), ...planned.map((one) => bound(one, false))];
  return { actions: actions.toSorted((a, b) => PRIORITY[a.priority] - PRIORITY[b.priority]) };
}

/** Whether a unit tells what is to be done: "Do it." does not. */
function says(reading: Reading, unit: Unit): boolean {
  return reading.stems[unit.order]!.length >= 2;
}

function priorityOf(reading: Reading, unit: Unit, asked: boolean): Action['priority'] {
  if (asked || hasDue(unit)) return 'high';
  return chance(reading, unit, 'open') >= 0.4 || chance(reading, unit, 'request') >= 0.4 ? 'medium' : 'low';
}

/** Why a step is to be done and within which rule: the reason beside it, and the rule that speaks most of its matter. */
function whyOf(selection: Selection, { main, units }: Statement): Unit[] {
  const { reading } = selection;
  const stems = new Set(units.flatMap(({ order }) => reading.stems[order]!));
  let rule: Unit | undefined;
  let most = BINDING;
  for (const unit of reading.units) {
    if (units.includes(unit) || !holds(reading, unit) || Math.max(chance(reading, unit, 'rule'), chance(reading, unit, 'ban')) < 0.5)
      continue;
    const share = reading.rarity.share(reading.stems[unit.order]!, stems);
    if (share >= most) [rule, most] = [unit, share];
  }
  return selection.explain([...new Set([...reasonsOf(reading, main), ...(rule ? [rule] : [])])]);
}
