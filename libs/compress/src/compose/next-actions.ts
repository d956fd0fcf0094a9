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

const STEPS: Worth = { open: 2.1, request: 1.4, current: 1.4, question: 0.7 };
const PRIORITY: Record<Action['priority'], number> = { high: 0, medium: 1, low: 2 };
/** Share of a step's matter that a rule must speak of to bind it, and of the rule's that the step must. */
const BINDING = 0.3;
/** How likely a prohibition must replace a step before that is left out. */
const FORBIDDEN = 0.35;
/** Rules that a stem may stand in and still lead to them. */
const COMMON = 20;

/** What to do next: the last request first, then open steps. The reason of a step and the rule that binds it are its why; a mere prohibition is no action. */
export function nextActions(reading: Reading): StructuredResult<'next_actions'> {
  if (isShort(reading)) return shortActions(reading);
  const selection = selectionFor(reading, { actions: [] }, reading.request);
  const extra = JSON.stringify({ priority: 'medium', do: '', why: '' }).length;
  const isStep = (unit: Unit) => isOpen(reading, unit) && !isForbiddenSince(reading, unit);
  const request = reading.request.filter((unit) => says(reading, unit) && (isStep(unit) || chance(reading, unit, 'request') >= 0.3));
  const requested = takeBest(selection, request, selection.left);
  const planned = ranked(reading, STEPS, isStep).flatMap((unit) => selection.take(unit, { extra }) ?? []);
  const rules = new Rules(reading);
  const bound = (statement: Statement, asked: boolean): Action => {
    const why = whyOf(selection, rules, statement);
    return { priority: priorityOf(reading, statement.main, asked), do: textOf(statement), why: joined(why) };
  };
  const actions = [...requested.map((one) => bound(one, true)), ...planned.map((one) => bound(one, false))];
  return { actions: actions.filter((one) => one.do !== '').toSorted((a, b) => PRIORITY[a.priority] - PRIORITY[b.priority]) };
}

/** Whether what may replace a step is a prohibition: then it is no action, nor is that. */
function isForbiddenSince(reading: Reading, unit: Unit): boolean {
  const doubt = reading.doubted.get(unit.order);
  if (doubt === undefined || doubt.chance < FORBIDDEN) return false;
  const replacing = reading.units[doubt.by]!;
  return !isOpen(reading, replacing) && chance(reading, replacing, 'ban') >= 0.5;
}

/** Whether a unit tells what is to be done: "Do it." does not. */
function says(reading: Reading, unit: Unit): boolean {
  return reading.rarity.units[unit.order]!.length >= 2;
}

function priorityOf(reading: Reading, unit: Unit, asked: boolean): Action['priority'] {
  if (asked || hasDue(unit)) return 'high';
  return chance(reading, unit, 'open') >= 0.4 || chance(reading, unit, 'request') >= 0.4 ? 'medium' : 'low';
}

/** Why a step is to be done and within which rule: the reason beside it, and the rule on the same matter. */
function whyOf(selection: Selection, rules: Rules, { main, units }: Statement): Unit[] {
  const rule = rules.binding(units);
  return selection.explain([...new Set([...reasonsOf(selection.reading, main), ...(rule ? [rule] : [])])]);
}

/** The rules that surely hold, by what they speak of. */
class Rules {
  readonly #reading: Reading;
  readonly #holders = new Map<number, Unit[]>();

  constructor(reading: Reading) {
    this.#reading = reading;
    for (const unit of reading.units) {
      const binds = Math.max(chance(reading, unit, 'rule'), chance(reading, unit, 'ban')) >= 0.5;
      if (!binds || !holds(reading, unit) || reading.doubted.has(unit.order)) continue;
      for (const stem of reading.rarity.units[unit.order]!) (this.#holders.get(stem) ?? this.#holders.set(stem, []).get(stem)!).push(unit);
    }
  }

  /** The rule that shares most of its matter with a step's, if it shares enough of both. A stem of many rules leads to none. */
  binding(step: readonly Unit[]): Unit | undefined {
    const { rarity } = this.#reading;
    const own = new Set(step.flatMap(({ order }) => rarity.units[order]!));
    const near = new Set([...own].map((stem) => this.#holders.get(stem) ?? []).flatMap((rules) => (rules.length <= COMMON ? rules : [])));
    let best: Unit | undefined;
    let most = BINDING;
    for (const rule of near) {
      const its = rarity.units[rule.order]!;
      const share = Math.min(rarity.share(its, own), rarity.share(own, new Set(its)));
      if (share > most && !step.includes(rule)) [best, most] = [rule, share];
    }
    return best;
  }
}
