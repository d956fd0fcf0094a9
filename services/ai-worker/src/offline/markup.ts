import { squash } from './text.ts';

/** Longest piece of data that is one unit. */
const MAX_PIECE = 240;

/** The text of a heading line: `## …`, `**…**` alone, `== … ==`. */
export function headingOf(line: string): string | undefined {
  if (line.length > 240) return undefined;
  const marked =
    /^\s{0,3}#{1,6}\s+(.{1,200}?)\s*#*$/.exec(line)?.[1] ??
    /^\s*\*\*([^*]{2,80})\*\*:?\s*$/.exec(line)?.[1] ??
    /^\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]?\s+)?(\p{Lu}{3,}(?:[ ,&/'’-]{1,2}\p{Lu}[\p{Lu}\d]*){0,8})\s*:?$/u.exec(line)?.[1] ??
    /^\s*={2,}\s*([^=]{2,80}?)\s*={2,}\s*$/.exec(line)?.[1];
  return marked ? squash(marked) : undefined;
}

/** A comment's text without the marks that make it one. */
export function withoutCommentMarks(line: string): string {
  return squash(line).replace(/^(?:\/\/+!?|\/\*+|\*|#+|--|<!--)\s?|\s?(?:\*\/|-->)$/g, '');
}

/** A line of data in pieces of readable length, cut behind its separators. */
export function* dataPieces(line: string): Generator<string> {
  const text = squash(line);
  if (text.length <= MAX_PIECE) {
    yield text.replace(/,$/, '');
    return;
  }
  let piece = '';
  for (const [part] of text.matchAll(/[^,{}[\]]{1,400}[,{}[\]]{0,4}|[,{}[\]]{1,400}/g)) {
    piece += part;
    if (piece.length >= 160) {
      yield piece.trim();
      piece = '';
    }
  }
  if (piece.trim()) yield piece.trim();
}

const LONGEST_FRONT = 40;

/** How many lines at the beginning are fields between two rules, whose keys name nobody who speaks. */
export function frontMatter(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.slice(1, LONGEST_FRONT).findIndex((line) => line.trim() === '---');
  return end > 0 && lines.slice(1, end + 1).every((line) => /^\s|^[\w-]+:|^\s*$/.test(line)) ? end + 2 : 0;
}
