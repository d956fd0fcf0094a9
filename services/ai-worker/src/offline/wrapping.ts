/** A list marker, or an indent under one. */
const ITEM = /^\s*(?:[-*•–+‣]|->|→|\(?\d{1,3}[.)]|\(?[a-z][.)])\s|^\s{2,}/;
const QUOTED = /^\s*(?:>\s?){1,4}/;
/** Lines of a paragraph from which its breaks tell whether a width or a meaning made them. */
const ENOUGH = 3;
/** Share of the width from which a line is full, below which it is too short to have been broken there, and share of full lines in running text. */
const FULL = 0.92;
const SHORT = 0.6;
const MOST = 0.66;

/** A line in which a sentence ends and the next is left open. */
const FLOWS = /\p{Ll}[.!?]\s+\p{Lu}[^.!?:;]*[^.!?:;\s]\s*$/u;

/**
 * The places of lines that stand for themselves: notes of one thought per line, which are not the running text of a paragraph that was
 * broken at a width. In such a paragraph hardly a line had room for the first word of the next.
 */
export function separateLines(lines: readonly string[]): Set<number> {
  const separate = new Set<number>();
  let start = 0;
  for (let end = 0; end <= lines.length; end++) {
    if (end < lines.length && lines[end]!.replace(QUOTED, '').trim()) continue;
    if (end - start >= ENOUGH && !isWrapped(lines.slice(start, end))) for (let i = start + 1; i < end; i++) separate.add(i);
    start = end + 1;
  }
  return separate;
}

function isWrapped(lines: readonly string[]): boolean {
  const width = Math.max(...lines.map((line) => line.length));
  const pairs = lines.slice(1).flatMap((line, i) => (ITEM.test(line) ? [] : [[lines[i]!, line] as const]));
  const used = pairs.map(([line, next]) => (line.length + 1 + (/^\s*\S*/.exec(next)?.[0].trim().length ?? 0)) / width);
  if (pairs.some(([line, next]) => FLOWS.test(line) && /^[\s>]*[\p{Ll}\d("'`]/u.test(next))) return true;
  return used.every((share) => share > SHORT) && used.filter((share) => share > FULL).length >= MOST * pairs.length;
}
