import type { Compressed } from '@rest-stop/contracts/defrag.ts';
import { isNegated } from '../classify/negation.ts';
import type { Token } from '../reading.ts';
import { identifiersOf } from '../segment/identifiers.ts';
import { measures } from '../tokens/measures.ts';
import { sentences } from '../segment/sentences.ts';
import { tokenise } from '../tokens/tokens.ts';

/** One sentence of a result, with what it can be compared by. */
export type Statement = {
  text: string;
  tokens: readonly Token[];
  negated: boolean;
  identifiers: readonly string[];
  /** Whether it says something of the names in it, rather than only listing them. */
  tells: boolean;
};

/** Plain words, other than measures, from which on a sentence says something of the names in it. */
const TELLING = 2;
/** The slot whose entries are forbidden or failed by their place. */
const FORBIDDEN_SLOT = 'do_not_repeat';

/** The sentences of a result, slot by slot. */
export function statementsOf(result: Compressed): Statement[] {
  return [...strings(result, '')].flatMap(({ text, slot }) =>
    text.split('\n').flatMap((line) => sentences(line, tokenise(line)).map((sentence) => statementOf(sentence, slot === FORBIDDEN_SLOT))),
  );
}

function* strings(value: unknown, slot: string): Generator<{ text: string; slot: string }> {
  if (typeof value === 'string') yield { text: value, slot };
  else if (Array.isArray(value)) for (const one of value) yield* strings(one, slot);
  else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) yield* strings(one, key);
}

function statementOf({ text, tokens }: { text: string; tokens: readonly Token[] }, forbids: boolean): Statement {
  return {
    text,
    tokens,
    negated: forbids || isNegated(text, tokens),
    identifiers: identifiersOf(text, tokens),
    tells: tokens.filter(({ shape, norm }) => shape === 'word' && !measures.has(norm)).length >= TELLING,
  };
}
