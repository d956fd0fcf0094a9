// Takes in a unit with what is known of it, and gives what counts of it when it is compared with another one.
import { likely, placesOf } from '../classify/classify.ts';
import { isNegated } from '../classify/negation.ts';
import type { Token, Unit } from '../reading.ts';
import { type Cues, cuesIn } from './cues.ts';
import type { Known } from './known.ts';
import { logOdds } from './odds.ts';

/** What two statements can both be: what replaces a rule is mostly a rule. */
export const SORTS = ['rule', 'ban', 'decision', 'deadline', 'request', 'open', 'fact', 'done', 'failure', 'reason'] as const;
/** What is asked of a later statement. */
const IS = placesOf([...SORTS, 'noise', 'superseded']);
/** Tokens of what a statement waits for that are looked at. */
const CLAUSE = 25;

/** A number, a time, a date or a day that a statement names. */
type Value = { kind: string; text: string };

/** What counts of a statement when it is compared with another one. */
export type Statement = {
  at: number;
  unit: Unit;
  /** How likely it is to replace another one. */
  replaces: number;
  replacesOdds: number;
  /** How likely it is each of {@link SORTS}, then how likely it is noise, or replaced itself. */
  is: readonly number[];
  isNegated: boolean;
  values: readonly Value[];
  names: readonly string[];
  /** What its words say of another one. */
  cues: Cues;
  /** The stems of what it waits for; none where it does not wait. */
  clause: readonly number[];
};

/** The statement at a place. */
export function statementAt({ units, likelihoods, identifiers, rarity }: Known, at: number): Statement {
  const unit = units[at]!;
  const own = likelihoods[at]!;
  const replaces = likely(own, 'replaces');
  const cues = cuesIn(unit.tokens);
  return {
    at,
    unit,
    replaces,
    replacesOdds: logOdds(replaces),
    is: IS.map((place) => own[place]!),
    isNegated: isNegated(unit.text, unit.tokens),
    values: valuesIn(unit.tokens),
    names: identifiers[at]!,
    cues,
    clause: cues.clause < 0 ? [] : rarity.numbersOf(unit.tokens.slice(cues.clause, cues.clause + CLAUSE)),
  };
}

function valuesIn(tokens: readonly Token[]): Value[] {
  const values: Value[] = [];
  for (const { shape, norm, text } of tokens) {
    if (norm === '^day' || norm === '^month') values.push({ kind: norm, text: text.toLowerCase() });
    else if (shape === 'number' || shape === 'time') values.push({ kind: shape, text });
    else if (shape === 'unit' || shape === 'date')
      values.push({ kind: shape === 'unit' ? 'number' : shape, text: text.replace(/\p{L}+$/u, '') });
  }
  return values;
}
