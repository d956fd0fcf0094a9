import { isUnspaced } from './text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * The longest beginning of `text` of at most `max` code points that ends at a sentence, else at a word.
 * A name too long to fit is never cut into another name: an ellipsis stands for it.
 */
export function cutTo(text: string, max: number): string {
  const head = headOf(text, max);
  if (head.length === text.length) return text;
  const next = text.slice(head.length, head.length + 1);
  const sentence = /^[\s\S]*[.!?。！？](?=\s|$)/u.exec(head)?.[0];
  if (sentence && sentence.length > head.length * 0.6) return sentence;
  const whole = /\s/.test(next) ? head : head.replace(/\S+$/u, '');
  if (whole.trim()) return whole.trim();
  const loose = head.replace(/[\p{ASCII}\p{Ll}\p{Lu}\p{N}]+$/u, '');
  return loose.trim() || '…';
}

/** The first `max` code points of `text`, shortened so that no visible character is cut in two. */
function headOf(text: string, max: number): string {
  const chars = Array.from(text.slice(0, 2 * max + 2));
  if (chars.length <= max && text.length <= 2 * max + 2) return text;
  const head = chars.slice(0, max).join('');
  const last = graphemes.segment(text.slice(Math.max(0, head.length - 40), head.length + 40)).containing(Math.min(head.length, 40));
  const start = last ? Math.max(0, head.length - 40) + last.index : head.length;
  return start > 0 && start > head.length - 40 ? head.slice(0, start) : head;
}

/** Words of `text`: tokens between white space; a token in a script without spaces counts as its words. */
export function wordCount(text: string): number {
  return text.split(/\s+/u).reduce((sum, token) => sum + tokenWords(token), 0);
}

function tokenWords(token: string): number {
  if (token === '') return 0;
  if (!isUnspaced(token)) return 1;
  let n = 0;
  for (const { isWordLike } of words.segment(token)) if (isWordLike) n++;
  return Math.max(1, n);
}

/** The longest beginning of `text` with at most `max` words, ending at a sentence where one ends late enough, else at a word. */
export function cutToWords(text: string, max: number): string {
  if (wordCount(text) <= max) return text;
  let head = '';
  let left = max;
  for (const token of text.split(/(?<=\s)/u)) {
    const n = tokenWords(token.trim());
    if (n > left) {
      head += isUnspaced(token) ? firstWords(token, left) : '';
      break;
    }
    left -= n;
    head += token;
  }
  const sentence = /^[\s\S]*[.!?。！？](?=\s|$)/u.exec(head)?.[0];
  return (sentence && sentence.length > head.length * 0.6 ? sentence : head).trim();
}

function firstWords(token: string, max: number): string {
  let out = '';
  let n = 0;
  for (const { segment, isWordLike } of words.segment(token)) {
    if (isWordLike && ++n > max) break;
    out += segment;
  }
  return out;
}
