import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';

/** The sign before an item of a list: `- `, `* `, `1. `. */
const itemSign = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;
/** The signs of a heading of Markdown. */
const headingSign = /^\s*#{1,6}\s+/;
const endsASentence = /[.!?:;,。！？…]["'”»)\]]*$/;

/** `result` in the form of its target, where that takes no other words: models number their bullets and break their paragraphs. */
export function inForm(target: Target, result: Compressed): Compressed {
  if (typeof result !== 'string') return result;
  if (target === 'bullets' && !isFlatList(result)) return asBullets(result);
  return target === 'tldr' ? asOneLine(result) : result;
}

/** Whether most lines of `text` are items of a list. */
export function isMostlyList(text: string): boolean {
  const lines = linesOf(text);
  return lines.filter((line) => itemSign.test(line)).length * 2 > lines.length;
}

function isFlatList(text: string): boolean {
  return linesOf(text).every((line) => /^\s*[-*•]\s/.test(line));
}

/** Each line as an item, a heading too: without "Do not:" above them, items would say the opposite. */
function asBullets(text: string): string {
  return linesOf(text)
    .map((line) => `- ${line.replace(headingSign, '').replace(itemSign, '').trim()}`)
    .join('\n');
}

function asOneLine(text: string): string {
  let joined = '';
  for (const line of linesOf(text)) {
    const own = line.replace(headingSign, '').replace(itemSign, '').trim();
    const isItem = own !== line.trim();
    joined += `${joined === '' ? '' : isItem && !endsASentence.test(joined) ? '; ' : ' '}${own}`;
  }
  return joined;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
