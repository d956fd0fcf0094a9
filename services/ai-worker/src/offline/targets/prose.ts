import { codePoints } from '@rest-stop/contracts/text.ts';
import type { Analysis } from '../analysis.ts';
import { partOf, purseOf } from '../budget.ts';
import { isProhibition } from '../cues.ts';
import { isMeasure } from '../identifier-features.ts';
import { joinUnits } from '../join.ts';
import { type Selection, selectionOf, takeFacts, takeIdentifiers, takeRequest, takeUnits } from '../pick.ts';
import { failureUnits, rankRules } from '../sorting.ts';
import type { Unit } from '../unit.ts';
import { decisionsOf, openPoints } from './decisions.ts';
import { isDangling, isNoise, isTelling, readableUnits, saidIn } from './readable.ts';
import { withoutCourtesies } from './request.ts';

type Chosen = { body: Unit[]; request: readonly Unit[]; names: string[] };

const REQUEST_LABEL = 'Last request: ';
const NAMES_LABEL = 'Also named: ';
/** Shares of the budget, in the order in which they are paid for; facts and names get the rest. */
const SHARE = { request: 0.25, rules: 0.39, pending: 0.1, decisions: 0.08, failures: 0.06, names: 0.12 };
const MOST_NAMES = 420;
/** Chooses what a summary says: the request and the rules first, then open and settled points, then facts and names. */
function choose(selection: Selection, budget: number): Chosen {
  const { analysis } = selection;
  const purse = purseOf(budget);
  const part = (share: number) => partOf(purse, budget * share);
  const request = withoutCourtesies(takeRequest(selection, partOf(purse, Math.max(budget * SHARE.request, Math.min(300, budget * 0.6)))));
  const all = readableUnits(analysis);
  const facts = all.filter((unit) => !isDangling(unit.text));
  const readable = new Map(all.map((unit) => [unit.order, unit]));
  const said = saidIn(analysis);
  const own = (units: readonly Unit[]) => units.flatMap((unit) => (said(unit) ? (readable.get(unit.order) ?? []) : []));
  const rules = rankRules(analysis).filter((rule) => rule.strength >= 3);
  const stated = rules.map((rule) => rule.unit).filter((unit) => unit.kind !== 'table' && said(unit) && !isNoise(unit.text));
  const clear = stated.filter(({ text }) => isProhibition(text) || !isDangling(text));
  const body = takeUnits(selection, clear, part(SHARE.rules));
  body.push(...takeUnits(selection, openPoints(analysis, 6), part(SHARE.pending)));
  body.push(...takeUnits(selection, decisionsOf(analysis).slice(0, 6), part(SHARE.decisions)));
  body.push(...takeUnits(selection, own(failureUnits(analysis)).slice(0, 4), part(SHARE.failures)));
  const reserve = Math.min(budget * SHARE.names, MOST_NAMES);
  body.push(...takeFacts(selection, facts, partOf(purse, purse.left() - reserve)));
  const forNames = partOf(purse, Math.min(MOST_NAMES, purse.left() - NAMES_LABEL.length - 2));
  const names =
    budget > 400
      ? takeIdentifiers(selection, forNames, (name) =>
          isMeasure(name) || !isTelling(name) ? Number.POSITIVE_INFINITY : codePoints(name) + 2,
        )
      : [];
  return { body: body.sort((a, b) => a.order - b.order), request, names };
}

/** Dense prose, in the order of the input, the last request at the end. */
export function summary(analysis: Analysis, budget: number): string {
  const { body, request, names } = choose(
    selectionOf(analysis, (text) => codePoints(text) + 1),
    budget - REQUEST_LABEL.length,
  );
  return closed(joinUnits(body), request, names).join('\n');
}

/** A flat list, a line beginning "- " for each point. */
export function bullets(analysis: Analysis, budget: number): string {
  const { body, request, names } = choose(
    selectionOf(analysis, (text) => codePoints(text) + 3),
    budget - REQUEST_LABEL.length - 3,
  );
  const lines = body.map((unit) => unit.text);
  return [...lines.slice(0, -1), ...closed(lines.at(-1) ?? '', request, names)].map((line) => `- ${line.replaceAll('\n', ' ')}`).join('\n');
}

/** What is said last: the body, the request under its label, the names. */
function closed(body: string, request: readonly Unit[], names: readonly string[]): string[] {
  const asked = request.length > 0 ? (body ? REQUEST_LABEL : '') + joinUnits(request) : '';
  return [body, asked, names.length > 0 ? NAMES_LABEL + names.join(', ') : ''].filter(Boolean);
}
