/** What a result takes of a text of `length` characters where the caller names no limit: relatively less of a longer one. */
const BASE = { characters: 1_500, of: 6_000 };
const EXPONENT = { short: 0.4, long: 0.66 };
export const MOST = 13_500;
/** What a few sentences cost, which are shown whole. */
const WHOLE = 420;

export function budgetFor(length: number): number {
  const exponent = length < BASE.of ? EXPONENT.short : EXPONENT.long;
  const share = BASE.characters * (length / BASE.of) ** exponent;
  return Math.floor(Math.min(length, MOST, Math.max(WHOLE, share)));
}
