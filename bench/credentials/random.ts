const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const CAPITALS = SMALL.toUpperCase();
const DIGITS = '0123456789';
const LETTERS = SMALL + CAPITALS;

/** What letters ¤ and a letter stand for. */
const alphabets: Readonly<Record<string, string>> = {
  a: LETTERS + DIGITS,
  b: `${LETTERS}${DIGITS}+/`,
  c: CAPITALS + DIGITS,
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  l: SMALL + DIGITS,
  p: `${LETTERS}${DIGITS}${LETTERS}${DIGITS}!@#%^*+~?_-`,
  s: SMALL,
  t: LETTERS,
  w: `${LETTERS}${DIGITS}-_`,
  z: `${SMALL}234567`,
};

/** Numbers below 1 from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** So many letters of an alphabet, drawn at random. */
export function drawn(random: () => number, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** `template` with random letters for each ¤, a letter for the alphabet and a length. */
export function filled(random: () => number, template: string): string {
  return template.replaceAll(/¤([a-z])(\d+)/g, (_, alphabet: string, length: string) => drawn(random, alphabets[alphabet], Number(length)));
}
