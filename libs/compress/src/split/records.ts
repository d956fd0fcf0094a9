// Takes in a statement that lists values behind names, and gives a record for each: "a=1; b=2" states two facts.
import type { Token } from '../reading.ts';

/** A sentence with its tokens. */
type Sentence = { text: string; tokens: readonly Token[] };

/** Parts from which on a sentence is a list of records. */
const LEAST = 3;
/** Share of a record that is names and values that can only be copied. */
export const DENSE = 0.6;

/** The records that a statement lists between semicolons, or the statement itself. */
export function recordsOf({ text, tokens }: Sentence): Sentence[] {
  const cuts = tokens.flatMap((token, i) => (token.text === ';' ? [i] : []));
  if (cuts.length + 1 < LEAST) return [{ text, tokens }];
  const parts: Sentence[] = [];
  for (let k = 0, from = 0; k <= cuts.length; k++) {
    const to = cuts[k] ?? tokens.length;
    const own = tokens.slice(k === 0 ? from + headOf(tokens.slice(from, to)) : from, to);
    if (k === 0 && own.length < to - from) parts.push(partOf(text, tokens.slice(from, to - own.length)));
    from = to + 1;
    if (own.length === 0) continue;
    parts.push(partOf(text, own));
  }
  return parts.filter((part) => densityOf(part.tokens) >= DENSE).length * 2 >= parts.length ? parts : [{ text, tokens }];
}

/** How many tokens announce the first record of a list: "The ports: api=8080; db=5413". */
function headOf(tokens: readonly Token[]): number {
  const colon = tokens.findLastIndex(({ text, start }, i) => text === ':' && (tokens[i + 1]?.start ?? 0) > start + 1);
  return densityOf(tokens.slice(0, colon + 1)) < DENSE ? colon + 1 : 0;
}

function partOf(text: string, tokens: readonly Token[]): Sentence {
  const start = tokens[0]!.start;
  const last = tokens.at(-1)!;
  return {
    text: text.slice(start, last.start + last.text.length),
    tokens: tokens.map((token) => ({ ...token, start: token.start - start })),
  };
}

/** The share of a text's letters and digits that stand in ids, numbers, dates and names in capitals, 0 to 1. */
export function densityOf(tokens: readonly Token[]): number {
  let exact = 0;
  let all = 0;
  for (const { text, shape } of tokens) {
    if (shape === 'sign') continue;
    all += text.length;
    if (shape !== 'word' && shape !== 'name') exact += text.length;
  }
  return all === 0 ? 0 : exact / all;
}
