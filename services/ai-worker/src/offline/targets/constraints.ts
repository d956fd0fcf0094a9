import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { Rule } from '../../fidelity/constraints.ts';
import type { Analysis } from '../analysis.ts';
import { jsonCost, partOf, purseOf } from '../budget.ts';
import { isProhibition, preference, ruleStrength, setsDeadline } from '../cues.ts';
import { inOrder, selectionOf, takeRequest, takeRules, takeUnits } from '../pick.ts';
import { isSoft, rankRules, unitsThat } from '../sorting.ts';

type Constraints = StructuredResult<'constraints'>;

const EMPTY: Constraints = { hard: [], soft: [], deadlines: [] };

/** Share of the room that the last request may take. */
const REQUEST = 0.22;

/** The rules of the work: what the last request asks for, the rules by their worth, then deadlines and wishes while there is room. */
export function constraints(analysis: Analysis, budget: number): Constraints {
  const purse = purseOf(Math.max(0, budget - codePoints(JSON.stringify(EMPTY))));
  const selection = selectionOf(analysis, jsonCost);
  const result = structuredClone(EMPTY);
  const total = purse.left();
  const request = takeRequest(selection, partOf(purse, Math.max(total * REQUEST, Math.min(350, total * 0.5))));
  for (const { rule, text } of inOrder(takeRules(selection, rankRules(analysis), purse))) result[placeOf(rule)].push(text);
  const dated = unitsThat(analysis, (text, unit) => unit.role !== 'tool' && setsDeadline(text));
  result.deadlines.push(...takeUnits(selection, dated, partOf(purse, purse.left() * 0.5)).map((unit) => unit.text));
  const wishes = unitsThat(analysis, (text, unit) => unit.role !== 'tool' && preference.test(text));
  result.soft.push(...takeUnits(selection, wishes, partOf(purse, purse.left() * 0.5)).map((unit) => unit.text));
  const firm = request.some(({ text }) => ruleStrength(text) >= 3 || isProhibition(text));
  result[firm ? 'hard' : 'soft'].push(...request.map(({ text }) => text));
  return result;
}

function placeOf(rule: Rule): keyof Constraints {
  if (!rule.prohibition && setsDeadline(rule.sentence)) return 'deadlines';
  return isSoft(rule) ? 'soft' : 'hard';
}
