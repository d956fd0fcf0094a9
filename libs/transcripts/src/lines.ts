/** A line of a text: where it begins, where it ends (without its line break) and where the next one begins. */
export type Line = { readonly start: number; readonly end: number; readonly next: number; readonly text: string };

/** The lines of a text, parted by \n or \r\n. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const stop = found < 0 ? text.length : found;
    const end = stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
    lines.push({ start, end, next: stop + 1, text: text.slice(start, end) });
    start = stop + 1;
  }
  return lines;
}

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/;

/**
 * For each line whether it belongs to a fenced block. A fence with a language inside an open fence without one shows that the open one was
 * an end: what was between them is not fenced. A fence that never ends, or not before a line at which all
 * fences end, holds nothing, or what is left (`keepsOpen`).
 */
export function fencedLines(
  lines: readonly Line[],
  endsAll: (text: string, line: number) => boolean = () => false,
  keepsOpen = false,
): boolean[] {
  const fenced = lines.map(() => false);
  let open: { mark: string; bare: boolean; at: number; depth: number } | undefined;
  for (const [i, { text }] of lines.entries()) {
    if (open && endsAll(text, i)) {
      if (keepsOpen) fenced.fill(true, open.at, i);
      open = undefined;
    }
    const found = text.includes('```') || text.includes('~~~') ? FENCE.exec(text) : null;
    if (!found) continue;
    const [, mark = '', info = ''] = found;
    const bare = info.trim() === '';
    if (!bare && info.includes('`')) continue;
    if (!open) open = { mark, bare, at: i, depth: 1 };
    else if (bare && mark[0] === open.mark[0] && mark.length >= open.mark.length) {
      open.depth--;
      if (open.depth > 0) continue;
      fenced.fill(true, open.at, i + 1);
      open = undefined;
    } else if (!bare && mark[0] === open.mark[0] && mark.length === open.mark.length) {
      if (open.bare) open = { mark, bare, at: i, depth: 1 };
      else open.depth++;
    }
  }
  return fenced;
}
