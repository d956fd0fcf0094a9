import { codePoints } from '@rest-stop/contracts/text.ts';
import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import type { Rule } from '../../fidelity/constraints.ts';
import type { Analysis } from '../analysis.ts';
import { isRequest } from '../asking.ts';
import { jsonCost, partOf, type Purse, purseOf } from '../budget.ts';
import { isMeasure, isWeighty } from '../identifier-features.ts';
import { joinUnits } from '../join.ts';
import { inOrder, type Said, type Selection, selectionOf, takeFacts, takeIdentifiers, takeRequest, takeRules, takeUnits } from '../pick.ts';
import type { Unit } from '../unit.ts';
import { decisionUnits, failureUnits, pendingUnits, rankRules } from '../sorting.ts';

type Handoff = StructuredResult<'handoff'>;

const EMPTY: Handoff = { context_for_successor: '', do_not_repeat: [], known_state: [] };

/** Shares of the room, in the order in which they are paid for; names get at least theirs, facts what is left. */
const SHARE = { request: 0.22, rules: 0.8, lesser: 0.7, failures: 0.04, names: 0.3 };
/** Room below which the rules are paid for before the request. */
const SMALL = 450;

/** What a successor must know. The request and the rules are paid for first, then names, then what is open, settled and known. */
export function handoff(analysis: Analysis, budget: number): Handoff {
  const total = Math.max(0, budget - codePoints(JSON.stringify(EMPTY)));
  const purse = purseOf(total);
  const selection = selectionOf(analysis, jsonCost);
  const result = structuredClone(EMPTY);
  const request = () => takeRequest(selection, partOf(purse, Math.max(total * SHARE.request, Math.min(350, total))));
  if (total >= SMALL) result.context_for_successor = joinUnits(request());
  const rules = rankRules(analysis).filter((rule) => total >= SMALL || !isAsked(rule, analysis));
  const room = partOf(purse, total < SMALL ? total : total * SHARE.rules);
  const forPeople = total * (SHARE.rules - SHARE.lesser);
  const taken = takeOrdered(selection, rules, room, forPeople);
  if (total < SMALL) result.context_for_successor = joinUnits(request());
  const spare = () => Math.max(0, purse.left() - total * SHARE.names);
  const failures = takeUnits(selection, first(failureUnits(analysis)), partOf(purse, Math.min(spare(), total * SHARE.failures)));
  const open = takeUnits(selection, first(pendingUnits(analysis)), partOf(purse, spare() * 0.5));
  const settled = takeUnits(selection, first(decisionUnits(analysis)), partOf(purse, spare() * 0.4));
  const telling = analysis.sayable.filter(isTelling);
  const facts = takeFacts(selection, telling, partOf(purse, spare()));
  const names = takeIdentifiers(selection, partOf(purse, purse.left() - 4), (name) =>
    isMeasure(name) && !isWeighty(name) ? Number.POSITIVE_INFINITY : jsonCost(name) - 1,
  );
  const late = takeRules(selection, rules, partOf(purse, purse.left() - 4));
  const rest = takeFacts(selection, telling, partOf(purse, purse.left() - 4));
  const said = inOrder([...taken, ...late]);
  result.do_not_repeat = [...textsOf(said.filter(({ rule }) => rule.prohibition)), ...textsOf(failures)];
  result.known_state = textsOf([...said.filter(({ rule }) => !rule.prohibition), ...open, ...settled, ...facts, ...rest]);
  if (names.length > 0) result.known_state.push(names.join(', '));
  return result;
}

/** Whether a rule is what the last request asks for: said as the request. */
function isAsked({ unit, sentence, prohibition }: Rule, { request }: Analysis): boolean {
  return !prohibition && isRequest(sentence) && request.some(({ order }) => order === unit.order);
}

function textsOf(said: readonly { text: string }[]): string[] {
  return said.map(({ text }) => text);
}

/** Length from which a sentence can be understood alone, and sentences of one sort that are looked at. */
const LEAST = 25;
const MOST = 8;

function isTelling(unit: Unit): boolean {
  return unit.text.length >= LEAST;
}

function first(units: readonly Unit[]): Unit[] {
  return units.filter(isTelling).slice(0, MOST);
}

/** Takes rules by their worth; the last `forPeople` of the room only for what those say who give the orders. */
function takeOrdered(selection: Selection, rules: readonly Rule[], room: Purse, forPeople: number): Said[] {
  return rules.flatMap((rule) => (isOrdered(rule) || room.left() >= forPeople ? takeRules(selection, [rule], room) : []));
}

/** Whether a rule comes from those who give the orders, or stands in a document: not what an agent or its tools say. */
function isOrdered({ unit }: Rule): boolean {
  return unit.role !== 'tool' && unit.role !== 'assistant';
}
