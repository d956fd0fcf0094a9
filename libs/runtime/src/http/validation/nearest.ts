/** Comparing takes time in proportion to the length, and nobody misspells a name into a longer one. */
const longestName = 64;

/** The candidate that `given` is a misspelling of: with the fewest edits, at most a third of its letters. Case and separators do not count. */
export function nearest(given: string, candidates: readonly string[]): string | undefined {
  if (given.length > longestName) return undefined;
  const plain = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '');
  const most = Math.max(1, Math.floor(given.length / 3));
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: edits(plain(given), plain(candidate)) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** Levenshtein's distance: how many letters are to be added, dropped or replaced. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min((row[j] ?? 0) + (letter === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
