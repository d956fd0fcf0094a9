import type { Rule } from '../fidelity/constraints.ts';
import { isOpenQuestion } from './asking.ts';
import { isNegated, isProhibition, ruleStrength } from './cues.ts';
import { ruleWords } from './rule-words/rule-words.ts';
import { isTextual, type Unit } from './unit.ts';

/**
 * Rules that no word of rule gives away, only all their words together, who says them and where. "Cells with fewer than 5 trips are masked" is
 * a fact in a report and a rule among ground rules; "the archive stays as it is" is a rule if somebody says it who gives the orders.
 */

/** Strength of a sentence by what its words say for it being a rule, in logits. */
const STRENGTHS = [
  { from: -0.7, strength: 3 },
  { from: -1.4, strength: 1.9 },
  { from: -2.2, strength: 1.5 },
];
/** What it adds to stand in a list of rules. */
const LISTED = 1;

const RULES =
  /\b(?:rules?|polic(?:y|ies)|guidelines?|guard ?rails?|conventions?|requirements?|constraints?|conditions|restrictions?|criteria|non[- ]negotiables?|charter|brief|terms|standards?|invariants?|agreements?|must(?:s|-haves?)?|do ?n['’o]t'?s?|limits|regeln|vorgaben|richtlinien?|auflagen|règles|consignes|contraintes|exigences|reglas|normas|restricciones|requisitos|regole|vincoli|regras|zasady)\b|\b(?:AGENTS|CLAUDE|CONTRIBUTING|POLICY|RULES)(?:\.md)?\b/i;
/** Whether a heading announces rules or orders. */
export function announcesRules(heading: string): boolean {
  return RULES.test(heading) || /\b(?:instructions?|orders?|assignment|auftrag|instrucciones|instruções|polecenia)\b/i.test(heading);
}

/** Fewest firm rules of a block, and their share in it, from which on the block lays down rules. */
const DENSE = { least: 3, share: 0.2 };
const FIRM = 3.9;
/** Length from which a sentence explains rather than rules. */
const MOST = 260;

/** A rule put as a question. */
const AGREE =
  /^\W*(?:and\s+|so\s+)?(?:can|could|shall|may|would)\s+(?:we|you)\s+(?:please\s+|all\s+)?(?:agree|make\s+sure|ensure|promise|see\s+to)\b/i;

/**
 * `rules` with those added that their place makes rules, in the order of the text. Where a tool shows a document of rules, they count as
 * that document's and not as the tool's output.
 */
export function rulesInForce(units: readonly Unit[], rules: readonly Rule[]): Rule[] {
  const known = new Map(rules.map((rule) => [rule.unit.order, rule]));
  const listing = listingBlocks(units, known);
  return units.flatMap((unit) => {
    const rule = known.get(unit.order);
    const listed = listing.has(unit.block);
    const placed = rule && listed && unit.role === 'tool' ? { ...rule, unit: { ...unit, role: 'none' as const } } : rule;
    if (placed && placed.strength >= 3) return [placed];
    const strength = unit.injected ? 0 : isTextual(unit) ? strengthAt(unit, listed) : ruleOfComment(unit);
    if (strength <= (placed?.strength ?? 0)) return placed ?? [];
    const owner = listed && unit.role === 'tool' ? { ...unit, role: 'none' as const } : unit;
    return [
      {
        sentence: unit.text,
        subject: '',
        ...placed,
        unit: owner,
        strength,
        prohibition: rulesOut(unit.text),
      },
    ];
  });
}

/** The strength of a whole sentence behind "#", which is a comment of a configuration rather than a heading. */
function ruleOfComment({ text, kind }: Unit): number {
  return kind === 'heading' && /\S\s\S.*[.!]$/.test(text) && text.split(' ').length >= 6 ? ruleStrength(text) : 0;
}

/** The blocks that lay down rules: by their heading or first words, or because most of what stands there is a firm rule. */
function listingBlocks(units: readonly Unit[], rules: ReadonlyMap<number, Rule>): Set<number> {
  const blocks = new Set<number>();
  const headings = headingsOver(units);
  for (const [block, members] of Map.groupBy(units.filter(isTextual), (unit) => unit.block)) {
    const firm = members.filter((unit) => (rules.get(unit.order)?.strength ?? 0) >= FIRM).length;
    const dense = firm >= DENSE.least && firm >= DENSE.share * members.length;
    const first = members[0]!;
    const titled =
      firm > 0 &&
      members.length > 1 &&
      (RULES.test(headings.get(block) ?? '') || RULES.test(first.section) || (first.text.length < 120 && RULES.test(first.text)));
    if (dense || (titled && first.role !== 'tool' && first.role !== 'assistant')) blocks.add(block);
  }
  return blocks;
}

/** The heading under which each block stands. */
function headingsOver(units: readonly Unit[]): Map<number, string> {
  const headings = new Map<number, string>();
  let heading = '';
  for (const unit of units) {
    if (unit.kind === 'heading') heading = unit.text;
    else headings.set(unit.block, heading);
  }
  return headings;
}

/** The strength that only its words and its place give a sentence of somebody who gives the orders, or of a document's rules. */
function strengthAt({ text, role, kind }: Unit, listed: boolean): number {
  const orders = role === 'user' || role === 'system' || role === 'none';
  if ((!orders && !listed) || text.length > MOST || kind === 'comment' || !/\S\s\S/.test(text.trim())) return 0;
  if (isOpenQuestion(text)) return AGREE.test(text) && isProhibition(text) ? 3 : 0;
  const rule = ruleWords(text).rule + (listed ? LISTED : 0);
  return STRENGTHS.find(({ from }) => rule >= from)?.strength ?? 0;
}

/** Whether a sentence rules something out, by a known wording or by its words together. */
function rulesOut(text: string): boolean {
  return isProhibition(text) || (isNegated(text) && ruleWords(text).ban > 0);
}
