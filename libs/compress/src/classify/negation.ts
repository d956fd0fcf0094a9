import type { Token } from '../reading.ts';
import lexicon from '../../data/negations.json' with { type: 'json' };

const WORDS = new Set(lexicon.entries.flatMap(({ words }) => words.split(' ')));
/** Japanese, Chinese and Korean write their negation inside of words. */
const INSIDE = /ない|ません|ぬ|ず|禁止|不可|不|没|勿|지 마|지 않|금지|안 돼/u;

const APOSTROPHE = 39;

/** Whether a statement holds a word that turns it into its opposite. */
export function isNegated(text: string, tokens: readonly Token[]): boolean {
  return (
    tokens.some(({ norm, shape }) => shape !== 'sign' && shape !== 'number' && (WORDS.has(norm) || isContracted(norm))) || INSIDE.test(text)
  );
}

/** "don't" and the like, French "n'est". */
function isContracted(norm: string): boolean {
  return norm.charCodeAt(1) === APOSTROPHE ? norm.startsWith('n') : norm.charCodeAt(norm.length - 2) === APOSTROPHE && norm.endsWith("n't");
}
