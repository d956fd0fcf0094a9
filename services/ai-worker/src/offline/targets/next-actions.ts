import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { Analysis } from '../analysis.ts';
import { jsonCost, partOf, type Purse, purseOf } from '../budget.ts';
import { isProhibition, setsDeadline } from '../cues.ts';
import { asks } from '../asking.ts';
import { selectionOf, takeUnits } from '../pick.ts';
import type { Unit } from '../unit.ts';
import { bansOf } from './forbidden.ts';
import { openPoints } from './decisions.ts';
import { evidenceFor, withEvidence } from './evidence.ts';
import { reasonOf } from './reasons.ts';
import { withoutCourtesies } from './request.ts';
import { tasksOf } from './tasks.ts';

type Action = StructuredResult<'next_actions'>['actions'][number];
type Source = 'requested' | 'planned' | 'undecided' | 'banned';

const URGENT =
  /\b(?:urgent\w*|asap|immediately|at once|blocker|blocking|critical|first|p0|p1|today|now|must|right away|dringend|sofort|urgente?|inmediat\w+|immédiat\w*)\b/i;
const IDLE =
  /\b(?:later|eventually|optional\w*|nice to have|some ?day|if (?:there is )?time|low priority|p3|p4|backlog|irgendwann|später|plus tard|más tarde)\b/i;
const RANK: Record<Action['priority'], number> = { high: 0, medium: 1, low: 2 };
/** What stands where the text gives no reason. */
const STANDING: Record<Source, string> = { requested: 'Last request.', planned: '', undecided: 'Undecided.', banned: '' };
/** Shares of the room, in the order in which they are paid for; what explains the actions gets the rest. */
const SHARE = { requested: 0.45, planned: 0.22, undecided: 0.16, banned: 0.16 };
/** Room for one entry of common length, which a share never falls below. */
const LEAST_SHARE = 230;

/**
 * What to do next: the last request first, then open work, what waits for a decision, and what must not be done meanwhile; each with its
 * reason and with what the text says about its matter. An empty `why` means that the text gives no reason.
 */
export function nextActions(analysis: Analysis, budget: number): StructuredResult<'next_actions'> {
  const purse = purseOf(Math.max(0, budget - codePoints(JSON.stringify({ actions: [] }))));
  const total = purse.left();
  const actions = new Map<Unit, Action>();
  const costs = new Map<string, number>();
  const selection = selectionOf(analysis, (text) => costs.get(text) ?? jsonCost(text));
  const take = (units: readonly Unit[], source: Source, room: Purse): void => {
    const drafts = new Map(units.map((unit) => [unit, actionOf(analysis, unit, source)]));
    for (const [unit, draft] of drafts) costs.set(unit.text, codePoints(JSON.stringify(draft)) + 1);
    for (const unit of takeUnits(selection, units, room)) actions.set(unit, drafts.get(unit)!);
  };
  const pools: [Source, readonly Unit[]][] = [
    ['requested', requested(analysis)],
    ['planned', tasksOf(analysis)],
    ['undecided', openPoints(analysis)],
    ['banned', bansOf(analysis)],
  ];
  for (const [source, units] of pools)
    take(units, source, source === 'requested' ? purse : partOf(purse, Math.max(total * SHARE[source], LEAST_SHARE)));
  const evidence = evidenceFor(selection, [...actions.keys()], purse);
  for (const [source, units] of pools) take(units, source, purse);
  const written = [...actions].map(([unit, action]) => ({ ...action, why: withEvidence(action.why, evidence.get(unit)) }));
  return { actions: written.sort((a, b) => RANK[a.priority] - RANK[b.priority]) };
}

/** What the last request asks for, in its order; what it forbids comes after that. */
function requested(analysis: Analysis): Unit[] {
  const asked = analysis.request.filter((unit) => asks(unit) || isProhibition(unit.text));
  const said = withoutCourtesies(asked.length > 0 ? asked : analysis.request);
  return said.toSorted((a, b) => Number(isBan(a)) - Number(isBan(b)));
}

function isBan(unit: Unit): boolean {
  return isProhibition(unit.text) && !asks(unit);
}

function actionOf(analysis: Analysis, unit: Unit, source: Source): Action {
  const { what, why } = reasonOf(analysis, unit);
  return { priority: priorityOf(unit.text, source), do: what, why: why || STANDING[source] };
}

function priorityOf(text: string, source: Source): Action['priority'] {
  if (source === 'requested') return 'high';
  if (source === 'banned') return 'medium';
  if (IDLE.test(text)) return 'low';
  return source === 'planned' && (URGENT.test(text) || setsDeadline(text)) ? 'high' : 'medium';
}
