const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** Words of `text`: tokens between white space; a token in a script without spaces counts as its words. */
export function wordCount(text: string): number {
  return text.split(/\s+/u).reduce((sum, token) => sum + tokenWords(token), 0);
}

/** The longest beginning of `text` with at most `max` words, cut after a sentence where that loses less than 40 % of it, else after a word. */
export function cutToWords(text: string, max: number): string {
  if (wordCount(text) <= max) return text;
  let head = '';
  let left = max;
  for (const token of text.split(/(?<=\s)/u)) {
    const n = tokenWords(token.trim());
    if (n > left) {
      head += unspaced.test(token) ? firstWords(token, left) : '';
      break;
    }
    left -= n;
    head += token;
  }
  const sentence = /^[\s\S]*[.!?。！？](?=\s|$)/u.exec(head)?.[0];
  return (sentence && sentence.length > head.length * 0.6 ? sentence : head).trim();
}

function tokenWords(token: string): number {
  if (token === '') return 0;
  if (!unspaced.test(token)) return 1;
  let n = 0;
  for (const { isWordLike } of segmenter.segment(token)) if (isWordLike) n++;
  return Math.max(1, n);
}

function firstWords(token: string, max: number): string {
  let out = '';
  let n = 0;
  for (const { segment, isWordLike } of segmenter.segment(token)) {
    if (isWordLike && ++n > max) break;
    out += segment;
  }
  return out;
}
