/** Share of a long input that a result may take at most: what the work goes on with makes up a third of a working context and more. */
const SHARE = 0.46;
/** Inputs shorter than this may keep a larger share. */
const LONG = 6_000;
const MOST = 32_000;

/** Characters that a result may take for an input of `length` characters; it takes less where less is worth showing. */
export function budgetFor(length: number): number {
  if (length >= LONG) return Math.floor(Math.min(length * SHARE, MOST));
  const share = LONG * SHARE * (length / LONG) ** 0.4;
  return Math.floor(Math.min(length, share, 150 + 0.6 * length));
}
