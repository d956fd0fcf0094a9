import type { Rule } from '../fidelity/constraints.ts';
import { noveltyOf, type Novelty } from './novelty.ts';
import type { Analysis } from './analysis.ts';
import type { Purse } from './budget.ts';
import { cutTo } from './cut.ts';
import { asks } from './asking.ts';
import type { Identifier } from './identifiers.ts';
import { namesIn } from './names.ts';
import { wordingOf } from './saying.ts';
import type { Unit } from './unit.ts';

/** What one result is put together from: what is taken already, and which details it names. */
export type Selection = {
  analysis: Analysis;
  novelty: Novelty;
  covered: Set<string>;
  /** What a text costs, in the unit of the purses: characters or words. */
  cost: (text: string) => number;
  /** The longest beginning of a text that costs at most so much. */
  cut: (text: string, most: number) => string;
};

/** An empty selection. */
export function selectionOf(analysis: Analysis, cost: Selection['cost'], cut: Selection['cut'] = cutTo): Selection {
  return { analysis, novelty: noveltyOf(), covered: new Set(), cost, cut };
}

/** Takes `text` if it is new and paid for. */
export function takeText(selection: Selection, text: string, purse: Purse): boolean {
  if (!selection.novelty.isNew(text) || !purse.pay(selection.cost(text))) return false;
  selection.novelty.add(text);
  return true;
}

/** A rule as a result says it. */
export type Said = { rule: Rule; text: string };

/** Rules in the order of the text: what was said together is read together. */
export function inOrder(said: readonly Said[]): Said[] {
  return said.toSorted((a, b) => a.rule.unit.order - b.rule.unit.order);
}

/** Share of the room that a rule may take along with the sentence that it refers to. */
const WITH_SUBJECT = 0.25;

/** Takes `rules` that are new and paid for, in their order; each without the sentence that it refers to where that is said already or room is short. */
export function takeRules(selection: Selection, rules: readonly Rule[], purse: Purse): Said[] {
  return rules.flatMap((rule) => {
    const whole = wordingOf(rule);
    const alone = wordingOf({ ...rule, subject: '' });
    const text = selection.novelty.isNew(whole) && selection.cost(whole) <= WITH_SUBJECT * purse.left() ? whole : alone;
    if (!takeText(selection, text, purse)) return [];
    coverText(selection, text);
    return [{ rule, text }];
  });
}

/** Takes every unit of `units` that is new and fits, in their order. */
export function takeUnits(selection: Selection, units: readonly Unit[], purse: Purse, textOf = (unit: Unit) => unit.text): Unit[] {
  return units.filter((unit) => {
    const taken = takeText(selection, textOf(unit), purse);
    if (taken) cover(selection, unit);
    return taken;
  });
}

/** Notes that the details of `unit` stand in the result. */
export function cover(selection: Selection, unit: Unit): void {
  for (const name of selection.analysis.anchorsOf(unit)) selection.covered.add(name.toLowerCase());
}

/** Notes that the details of `text` stand in the result. */
function coverText(selection: Selection, text: string): void {
  for (const name of namesIn(text)) selection.covered.add(name.toLowerCase());
}

/** Facts compared for each pick. */
const MAX_FACTS = 320;
const MAX_PICKS = 160;

/** Takes facts one by one, each time the one that says most per character; details not yet named count extra. */
export function takeFacts(selection: Selection, units: readonly Unit[], purse: Purse): Unit[] {
  const { analysis } = selection;
  const weights = new Map(analysis.identifiers.map((id) => [id.name.toLowerCase(), probabilityOf(id)]));
  let pool = [...units].sort((a, b) => analysis.score(b) - analysis.score(a) || a.order - b.order).slice(0, MAX_FACTS);
  const taken: Unit[] = [];
  while (pool.length > 0 && taken.length < MAX_PICKS) {
    const best = pool.reduce((a, b) => (worth(selection, weights, b) > worth(selection, weights, a) ? b : a));
    pool = pool.filter((unit) => unit !== best);
    if (worth(selection, weights, best) <= 0) break;
    taken.push(...takeUnits(selection, [best], purse));
  }
  return taken;
}

function probabilityOf({ logit }: Identifier): number {
  return 1 / (1 + Math.exp(-logit));
}

function worth(selection: Selection, weights: Map<string, number>, unit: Unit): number {
  let gain = selection.analysis.score(unit);
  for (const name of selection.analysis.anchorsOf(unit)) {
    if (!selection.covered.has(name.toLowerCase())) gain += Math.min(0.5, 0.8 * (weights.get(name.toLowerCase()) ?? 0));
  }
  return gain / (unit.text.length + 60) ** 0.6;
}

/** Takes the most important identifiers that the result does not name yet. */
export function takeIdentifiers(
  selection: Selection,
  purse: Purse,
  cost: (name: string) => number,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const names: string[] = [];
  for (const { name } of selection.analysis.identifiers) {
    if (names.length >= most) break;
    if (selection.covered.has(name.toLowerCase()) || !purse.pay(cost(name))) continue;
    selection.covered.add(name.toLowerCase());
    names.push(name);
  }
  return names;
}

/** Least share of a sentence that a cut one must keep to be worth saying. */
const ENOUGH = 0.6;

/** The last request, verbatim: whole if `purse` pays for it, else the sentences of it that ask, in their order; at worst most of one. */
export function takeRequest(selection: Selection, purse: Purse): Unit[] {
  const { request } = selection.analysis;
  const asking = request.filter(asks).toReversed();
  const wanted = [...asking, ...request.filter((unit) => !asking.includes(unit)).toReversed()];
  const taken = takeUnits(selection, wanted, purse);
  if (taken.length > 0 || wanted.length === 0) return taken.sort((a, b) => a.order - b.order);
  const { text } = wanted[0]!;
  const cut = selection.cut(text, Math.max(1, purse.left() - selection.cost('')));
  return cut.length >= ENOUGH * text.length ? takeUnits(selection, [{ ...wanted[0]!, text: cut }], purse) : [];
}
