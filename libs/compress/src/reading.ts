/** Who said it, as far as the text tells. `none`: no speaker is marked. */
export type Role = 'user' | 'assistant' | 'system' | 'tool' | 'none';

/** What kind of text a unit was taken from. `log`, `code` and `table` are machine output or material; the others are language. */
export type Kind = 'prose' | 'item' | 'heading' | 'comment' | 'table' | 'log' | 'code';

/** What one speaker says before the next one speaks, or a stretch of text that nobody is marked as saying. */
export type Turn = {
  role: Role;
  /** The name that the text gives the speaker; empty where it gives none. */
  speaker: string;
  text: string;
  /** Whether it is only passed on: a mail that is shown, a forwarded message. */
  quoted: boolean;
};

/** What a token looks like. `name`: capitalised inside a sentence; `caps`: all capitals; `id`: a path, URL, code name or id; `sign`: punctuation. */
export type Shape = 'word' | 'name' | 'caps' | 'number' | 'time' | 'date' | 'unit' | 'id' | 'sign';

/** One word, number, name or sign of a unit. */
export type Token = {
  /** As it is written. */
  text: string;
  /** Where it begins in the unit's text (UTF-16). */
  start: number;
  /** Lower-cased, with one kind of apostrophe, dash and quotation mark. */
  norm: string;
  shape: Shape;
  /** The number of its norm in the vocabulary of the models and lexicons (`model/vocabulary.ts`); 0 where none knows it. */
  word: number;
};

/**
 * What the layout of a text says of a statement, rather than its words. `dropped`: it is cancelled, rejected or struck through; `failed`: it was tried and
 * did not work; `title`: it only names what stands under it, as the head of a table or "Done:" above a list do.
 */
export const statuses = [
  'done',
  'dropped',
  'open',
  'failed',
  'decided',
  'forbidden',
  'question',
  'undecided',
  'deadline',
  'title',
] as const;
export type Status = (typeof statuses)[number];

/** One sentence, list item, table row, log line or line of code: the smallest piece that is kept or dropped, always verbatim. */
export type Unit = {
  /** Place in the reading, from 0. */
  order: number;
  text: string;
  tokens: readonly Token[];
  kind: Kind;
  role: Role;
  speaker: string;
  /** Number of the turn, from 0. */
  turn: number;
  /** Number of the paragraph, list or block of lines, from 0. */
  block: number;
  /** The heading above, or the line ending in a colon that introduces the list; empty where there is none. */
  section: string;
  /** Whether the turn only passes it on: a mail that it shows, a quotation. */
  quoted: boolean;
  /** What the layout says of it: a box or a sign before it, a cell or tag of its own, the heading or the lead right above. */
  status?: Status;
  /** The heading whose words its text begins with, since it would be misread without, and its own words. */
  led?: { heading: string; own: string };
  /** Whether it is one of the values that a list states. */
  record?: boolean;
};

const LANGUAGE: ReadonlySet<Kind> = new Set(['prose', 'item', 'comment']);

/** Whether a unit is language that somebody wrote, rather than a title, machine output or material. */
export function isLanguage(unit: Pick<Unit, 'kind'>): boolean {
  return LANGUAGE.has(unit.kind);
}
