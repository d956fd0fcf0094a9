import { bitsOf, LETTERS, NUMBERS } from './characters.ts';

/** Letters and digits only, lower-case, with single spaces: what two texts are compared by where signs and white space do not count. */
export function squashed(text: string): string {
  const low = text.toLowerCase();
  const words: string[] = [];
  let from = -1;
  for (let at = 0; at < low.length; ) {
    const code = low.codePointAt(at)!;
    const counts = (bitsOf(code) & (LETTERS | NUMBERS)) !== 0;
    if (counts && from < 0) from = at;
    else if (!counts && from >= 0) {
      words.push(low.slice(from, at));
      from = -1;
    }
    at += code > 0xffff ? 2 : 1;
  }
  if (from >= 0) words.push(low.slice(from));
  return words.join(' ');
}
