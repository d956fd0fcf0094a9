// Takes in the tokens of a statement, and gives how many of them are cues that say something of another statement.
import type { Token } from '../reading.ts';
import { enter, MOST } from '../model/vocabulary.ts';
import lexicon from '../../data/cues.json' with { type: 'json' };

/** What the words of a statement can say of another one: it cancels it, changes it, fulfils what it waited for; and that it waits for something itself. */
export const SORTS = ['cancels', 'changes', 'releases', 'conditions'] as const;
export type Sort = (typeof SORTS)[number];

/** How often each sort of cue stands in a statement, and the place behind its first condition; -1 where there is none. */
export type Cues = Readonly<Record<Sort, number>> & { readonly clause: number };

/** Cues by the number of their first word: the words that must follow it. */
const BY_FIRST = new Map<number, { sort: Sort; rest: readonly string[] }[]>();
/** Whether the word with a number begins a cue. */
const BEGINS = new Uint8Array(MOST);
for (const { sort, words, phrases } of lexicon.entries)
  for (const cue of [...words.split(' '), ...phrases]) {
    const [first, ...rest] = cue.split(' ') as [string, ...string[]];
    const number = enter(first);
    BEGINS[number] = 1;
    (BY_FIRST.get(number) ?? BY_FIRST.set(number, []).get(number)!).push({ sort: sort as Sort, rest });
  }

/** The cues in a statement. */
export function cuesIn(tokens: readonly Pick<Token, 'norm' | 'word'>[]): Cues {
  const found = { cancels: 0, changes: 0, releases: 0, conditions: 0, clause: -1 };
  for (let i = 0; i < tokens.length; i++) {
    const { word } = tokens[i]!;
    if (BEGINS[word] === 0) continue;
    for (const { sort, rest } of BY_FIRST.get(word)!) {
      if (!rest.every((next, k) => tokens[i + 1 + k]?.norm === next)) continue;
      found[sort]++;
      if (sort === 'conditions' && found.clause < 0) found.clause = i + 1 + rest.length;
    }
  }
  return found;
}
