/** Collapses every run of white space to one space: the form in which units are kept and compared. */
export function squash(s: string): string {
  return s.replace(/\s+/gu, ' ').trim();
}

const STOP = new Set(
  (
    'a an and are as at be been being but by can could did do does for from had has have he her his how i if in into is it its just me my of on or our she so ' +
    'than that the their them then there these they this those to was we were what when where which who will with would you your also now yes ok okay ' +
    'der die das ein eine einen einem und oder ist sind war in im mit von zu den dem des auf für es sie er wir ich als auch ' +
    'le la les un une des et ou est sont dans avec pour sur du au aux ce cette il elle nous vous je que qui ' +
    'el los las una y o es son en con para por del al se lo su que'
  ).split(' '),
);

const WORD = /[\p{L}\p{N}_]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** Whether `s` holds a script that is written without spaces between words. */
export function isUnspaced(s: string): boolean {
  return UNSPACED.test(s);
}

/** Lower-cased words of `s` that carry meaning, at most `max`; scripts without spaces are taken as pairs of characters. */
export function contentWords(s: string, max = 60): string[] {
  const words: string[] = [];
  for (const [word] of s.toLowerCase().matchAll(WORD)) {
    if (words.length >= max) break;
    if (STOP.has(word)) continue;
    if (word.length > 2 && isUnspaced(word)) words.push(...pairs(word, max - words.length));
    else words.push(word.slice(0, 40));
  }
  return words;
}

function pairs(word: string, max: number): string[] {
  const chars = Array.from(word.slice(0, 2 * max));
  return chars.slice(1, max).map((c, i) => `${chars[i]}${c}`);
}

/** Letters and digits of `s` only, lower-cased: two sentences with the same key say the same in the same words. */
export function sameKey(s: string): string {
  return s
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
