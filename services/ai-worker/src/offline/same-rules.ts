import type { Rule } from '../fidelity/constraints.ts';
import { isNegated } from './cues.ts';
import { namesIn } from './names.ts';
import { stemsOf } from './stems.ts';

/** Share of a rule's words that another one must hold to say the same. */
const CONTAINED = 0.8;
/** Fewest words that tell what a rule is about. */
const LEAST = 3;
/** Rules compared with one another. */
const MOST = 400;

type Read = { rule: Rule; stems: ReadonlySet<string>; details: readonly string[] };

/**
 * `rules` without those that another one says as well: of two of which one's words stand in the other, the shorter stays where it holds
 * all details and the negation, else the longer. What an agent or a tool repeats never displaces what others said.
 */
export function withoutRepeated(rules: readonly Rule[]): Rule[] {
  if (rules.length > MOST) return [...rules];
  const read = rules.map((rule) => ({ rule, stems: stemsOf(rule.sentence), details: detailsOf(rule.sentence) }));
  const gone = new Set<Rule>();
  for (const [i, a] of read.entries()) {
    for (const b of read.slice(i + 1)) {
      if (gone.has(a.rule)) break;
      const repeated = gone.has(b.rule) ? undefined : repeatedOf(a, b);
      if (repeated) gone.add(repeated);
    }
  }
  return rules.filter((rule) => !gone.has(rule));
}

function repeatedOf(a: Read, b: Read): Rule | undefined {
  if (a.rule.prohibition !== b.rule.prohibition || isNegated(a.rule.sentence) !== isNegated(b.rule.sentence)) return undefined;
  const [few, many] = a.stems.size <= b.stems.size ? [a, b] : [b, a];
  if (few.stems.size < LEAST || shared(few.stems, many.stems) < CONTAINED * few.stems.size) return undefined;
  if (holds(few, many) && rank(few) >= rank(many) && shared(few.stems, many.stems) >= CONTAINED * many.stems.size) return many.rule;
  return holds(many, few) && rank(many) >= rank(few) ? few.rule : undefined;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let n = 0;
  for (const stem of a) if (b.has(stem)) n++;
  return n;
}

function holds(kept: Read, dropped: Read): boolean {
  return dropped.details.every((detail) => kept.rule.sentence.includes(detail));
}

function rank({ rule }: Read): number {
  return rule.unit.role === 'tool' ? 0 : rule.unit.role === 'assistant' ? 1 : 2;
}

function detailsOf(text: string): string[] {
  return [...new Set([...namesIn(text), ...(text.match(/\d+/g) ?? [])])];
}
