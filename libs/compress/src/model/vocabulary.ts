// Numbers words: takes in a word, or where it stands in a text, and gives its number, and the other way round.

/**
 * The words and signs that any model or lexicon knows, each with a number: a token is looked up here once, and whoever knows its word finds it by that
 * number. They are found where they stand in a text, by open addressing, so that no known word has to be cut out of it.
 */
const words: string[] = [''];
let slots = new Uint16Array(1 << 12);

/** The number of all that nobody knows. */
export const UNKNOWN = 0;
/** All numbers are less, so that a table of what is known of words has a fixed size. */
export const MOST = 0x1_00_00;
/** Slots for each word at least: most are then found where they are looked for first. */
const ROOM = 2;

/** Gives a word a number, for who wants to know it again. Models and lexicons do so while they are loaded; no word of a text gets one. */
export function enter(word: string): number {
  const known = numberOf(word);
  if (known !== UNKNOWN) return known;
  if (words.length === MOST) throw new Error('too many words');
  if (ROOM * words.length >= slots.length) {
    slots = new Uint16Array(2 * slots.length);
    for (let number = 1; number < words.length; number++) slots[slotOf(words[number]!, 0, words[number]!.length)] = number;
  }
  slots[slotOf(word, 0, word.length)] = words.length;
  return words.push(word) - 1;
}

/** The number of a word; 0 for one that nobody knows. */
export function numberOf(word: string): number {
  return numberAt(word, 0, word.length);
}

/** The number of the word that stands in `text` from `start` up to `end`. */
export function numberAt(text: string, start: number, end: number): number {
  return slots[slotOf(text, start, end)]!;
}

/** The word with a number. */
export function wordOf(number: number): string {
  return words[number]!;
}

/** The slot of a word, or the free one that it would be put into. */
function slotOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 0x01_00_01_93) ^ text.charCodeAt(at)) | 0;
  let slot = (hash ^ (hash >>> 15)) & (slots.length - 1);
  while (slots[slot] !== UNKNOWN && !stands(words[slots[slot]!]!, text, start, end)) slot = (slot + 1) & (slots.length - 1);
  return slot;
}

/** Whether `word` is what stands in `text` from `start` up to `end`. */
function stands(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
