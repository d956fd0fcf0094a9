/** A stretch of a content: `content.slice(from, to)`. */
export type Stretch = { from: number; to: number };

/** Where a text is cut best, best first: before a turn, at an empty line, at a line's end, behind a sentence, between words. */
const borders = [
  /\n(?=(?:user|human|assistant|agent|system|developer|tool)\b[^\n:]{0,40}:|\[(?:user|assistant|system|tool)\b|(?:#{1,6} |-{3,}$|={3,}))/gim,
  /\r?\n[ \t]*\r?\n/g,
  /\n/g,
  /[.!?。！？]["')\]]*\s/g,
  /\s/g,
];

/** A last part is never so short that the service would refuse it. */
const shortest = 2_000;

/**
 * Cuts `content` into stretches of at most `max` code points, which together are all of it. A border counts when it lies in the second half
 * of what fits; where no border does, the cut is between two code points.
 */
export function split(content: string, max: number): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (;;) {
    const end = advance(content, from, max);
    if (end === content.length) return [...stretches, { from, to: end }];
    const rest = advance(content, end, shortest);
    // Without this the last part might hold a few characters only.
    const latest = rest === content.length ? retreat(content, rest, Math.min(shortest, Math.floor(max / 2))) : end;
    const to = borderIn(content, from + Math.ceil((latest - from) / 2), Math.min(latest, end)) ?? Math.min(latest, end);
    stretches.push({ from, to });
    from = to;
  }
}

/** The last of the best borders between two indices, as the index where the next stretch begins. */
function borderIn(content: string, after: number, latest: number): number | undefined {
  const window = content.slice(after, latest);
  for (const border of borders) {
    const last = [...window.matchAll(border)].at(-1);
    if (last) return after + last.index + last[0].length;
  }
  return undefined;
}

/** The index `count` code points behind `index`, or the end. */
function advance(content: string, index: number, count: number): number {
  let at = index;
  for (let n = 0; n < count && at < content.length; n++) at += content.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

/** The index `count` code points before `index`. */
function retreat(content: string, index: number, count: number): number {
  let at = index;
  for (let n = 0; n < count && at > 0; n++) at -= at > 1 && content.codePointAt(at - 2)! > 0xffff ? 2 : 1;
  return at;
}

/** Number of code points: what the service counts lengths in. */
export function codePoints(content: string): number {
  let n = 0;
  for (let at = 0; at < content.length; n++) at += content.codePointAt(at)! > 0xffff ? 2 : 1;
  return n;
}
