import { headOf } from './heads.ts';
import { roleOfWord } from './speakers.ts';

/** Length from which a line may hold several turns. */
const LONG = 240;
/** A word with a colon after the end of a sentence, where a turn may begin in a long line. */
const INNER_LABEL = /(?<=[.!?…)"'”»\]])\s+(?=\*{0,2}(\p{L}{2,14})\*{0,2}:\s)/gu;
const LABEL = /^\W{0,4}(\p{L}{2,14})\*{0,2}:\s/u;
const FENCE = /^\s*(?:>\s?)?(`{3,}|~{3,})\s*(\S*)/;

/** The lines of a text. A long line that holds several turns ("User: … Agent: …") becomes one line for each. */
export function linesOf(content: string): string[] {
  const lines = content.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.some((line) => line.length > LONG) ? lines.flatMap((line) => (line.length > LONG ? turnsIn(line) : line)) : lines;
}

function turnsIn(line: string): string[] {
  if (roleOfWord(LABEL.exec(line)?.[1] ?? '') === undefined) return [line];
  const cuts = [...line.matchAll(INNER_LABEL)].filter(([, word]) => roleOfWord(word!) !== undefined).map(({ index }) => index);
  return [0, ...cuts].map((from, i) => line.slice(from, cuts[i]).trim());
}

/** Which lines stand in a code fence, those that open and close it included, and what the opening ones say of it. */
export type Fences = { inside: readonly boolean[]; infos: ReadonlyMap<number, string> };

/** The code fences of a text. One that is never closed is none. */
export function fencesIn(lines: readonly string[]): Fences {
  const inside: boolean[] = Array.from({ length: lines.length }, () => false);
  const infos = new Map<number, string>();
  let open = -1;
  let mark = '';
  for (let i = 0; i < lines.length; i++) {
    const found = FENCE.exec(lines[i]!);
    if (!found) continue;
    if (open < 0) [open, mark] = [i, found[1]!];
    else if (found[1]!.startsWith(mark) && !found[2]) {
      inside.fill(true, open, i + 1);
      infos.set(open, FENCE.exec(lines[open]!)![2]!);
      open = -1;
    }
  }
  return { inside, infos };
}

/** No fences: for a text that stands in one as a whole. */
export function noFences(lines: readonly string[]): Fences {
  return { inside: lines.map(() => false), infos: new Map() };
}

/** Fewest quoted prompts that make a session of them. */
const PROMPTS = 3;

/** Whether a text is a session in which what the user types is quoted ("> fix it") and all else is the answer. */
export function isPrompted(lines: readonly string[]): boolean {
  if (!lines.find((line) => line.trim())?.startsWith('> ')) return false;
  const prompts = lines.filter((line, i) => line.startsWith('> ') && !lines[i - 1]?.startsWith('>'));
  const named = prompts.filter((line) => headOf(line.slice(2))?.role !== undefined).length;
  return prompts.length >= PROMPTS && 2 * named < prompts.length;
}
