/** Who said it, as far as the text tells. `none`: no speaker is marked. */
export type Role = 'user' | 'assistant' | 'system' | 'tool' | 'none';

/** What kind of text a unit was taken from. */
export type Kind = 'prose' | 'item' | 'heading' | 'table' | 'log' | 'code' | 'comment' | 'data';

/** One sentence, list item, table row, log line or line of code: the smallest piece that is kept or dropped, always verbatim. */
export type Unit = {
  text: string;
  kind: Kind;
  role: Role;
  /** Number of the speaker's turn, from 0. */
  turn: number;
  /** Number of the paragraph or block the unit stands in. */
  block: number;
  /** Heading above the unit, or the line ending in a colon that introduces its list. */
  section: string;
  /** Place in the document, from 0. */
  order: number;
  /** True when the unit tries to instruct whoever reads the text: data, never kept as an instruction. */
  injected: boolean;
  /** True for what a turn only passes on: a mail that it shows, a quotation. */
  passedOn: boolean;
};

const TEXTUAL: ReadonlySet<Kind> = new Set(['prose', 'item', 'table', 'comment']);

/** Whether the unit is language rather than machine output. */
export function isTextual(unit: Unit): boolean {
  return TEXTUAL.has(unit.kind);
}
