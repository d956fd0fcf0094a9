import type { Token } from '../reading.ts';
import { enter, MOST } from '../model/vocabulary.ts';
import lexicon from '../../data/negations.json' with { type: 'json' };

/** Whether the word with a number negates. */
const NEGATES = new Uint8Array(MOST);
for (const { words } of lexicon.entries) for (const word of words.split(' ')) NEGATES[enter(word)] = 1;
/** Japanese, Chinese and Korean write their negation inside of words. */
const INSIDE = /ない|ません|ぬ|ず|禁止|不可|不|没|勿|지 마|지 않|금지|안 돼/u;

const APOSTROPHE = 39;

/** Whether a statement holds a word that turns it into its opposite. */
export function isNegated(text: string, tokens: readonly Token[]): boolean {
  for (const { norm, shape, word } of tokens)
    if (shape !== 'sign' && shape !== 'number' && (NEGATES[word] === 1 || isContracted(norm))) return true;
  return INSIDE.test(text);
}

/** "don't" and the like, French "n'est". */
function isContracted(norm: string): boolean {
  return norm.charCodeAt(1) === APOSTROPHE ? norm.startsWith('n') : norm.charCodeAt(norm.length - 2) === APOSTROPHE && norm.endsWith("n't");
}
