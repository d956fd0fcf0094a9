import { codePoints } from '@rest-stop/contracts/text.ts';
import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import type { Analysis } from '../analysis.ts';
import { jsonCost, partOf, purseOf } from '../budget.ts';
import { joinUnits } from '../join.ts';
import { selectionOf, takeFacts, takeIdentifiers, takeRequest, takeUnits } from '../pick.ts';
import { pendingUnits, questionUnits, rankRules } from '../sorting.ts';
import type { Unit } from '../unit.ts';

const EMPTY: StructuredResult<'state'> = { entities: [], pending_decisions: [], open_questions: [], current_focus: '' };

/** Room below which the rules are paid for before anything else. */
const SMALL = 450;

function firmRules(analysis: Analysis): Unit[] {
  return rankRules(analysis)
    .filter((rule) => rule.strength >= 3)
    .map((rule) => rule.unit);
}

/** How things stand: the last request and the facts around it, what is open, the names that matter. */
export function state(analysis: Analysis, budget: number): StructuredResult<'state'> {
  const total = Math.max(0, budget - codePoints(JSON.stringify(EMPTY)));
  const purse = purseOf(total);
  const selection = selectionOf(analysis, jsonCost);
  const rules = total < SMALL ? takeUnits(selection, firmRules(analysis), purse) : [];
  const request = takeRequest(selection, partOf(purse, Math.max(total * 0.3, Math.min(350, total))));
  const pending = takeUnits(selection, pendingUnits(analysis).slice(0, 12), partOf(purse, total < SMALL ? purse.left() : total * 0.2));
  const questions = takeUnits(selection, questionUnits(analysis).slice(0, 8), partOf(purse, total < SMALL ? purse.left() : total * 0.08));
  const forNames = Math.min(purse.left(), total * 0.34);
  const facts = takeFacts(selection, analysis.sayable, partOf(purse, purse.left() - forNames)).sort((a, b) => a.order - b.order);
  return {
    entities: takeIdentifiers(selection, purse, jsonCost),
    pending_decisions: pending.map((unit) => unit.text),
    open_questions: questions.map((unit) => unit.text),
    current_focus: joinUnits([...rules, ...facts, ...request]),
  };
}
