import type { Kind, Shape, Status, Token, Unit } from '../reading.ts';
import { partsOf, statusAtEnd, statusOfHeading, statusOfMark } from './status-words.ts';

/** Signs that tick off, alone or in a box, and those that cross out; what other boxes say; signs that are empty boxes. */
const TICKS = new Set(['x', '✓', '✔', '✅', '☑', '☒', '🗹']);
const CROSSES = new Set(['✗', '✘', '❌', '✖', '❎']);
const BOXES: ReadonlyMap<string, Status> = new Map([
  ['~', 'open'],
  ['/', 'open'],
  ['-', 'dropped'],
]);
const EMPTY_BOXES = new Set(['☐', '⬜', '□', '◻']);
/** Tokens of a box or tag with its brackets. */
const LONGEST_TAG = 8;
const CLOSED_BY: Readonly<Record<string, string>> = { '[': ']', '(': ')' };
/** Characters of the longest line or item that a mark at its end speaks of, and of the longest line that stands under a heading as an item does. */
const LONGEST_MARKED = 300;
const LONGEST_LINE = 100;
const SENTENCE_END = /[.!?…。！？]["”»)\]*_]*$/u;
/** How a line ends that introduces those behind it. */
export const LEAD = /[:：]\**$/;
const CELLS = /[|;]/;
/** Cells from which on a line is a row. */
const LEAST_CELLS = 3;
const STRIKE = '~~';
const SAYS = /[\p{L}\p{N}]/u;

const WORDS: ReadonlySet<Shape> = new Set(['word', 'name', 'caps']);
/** Characters of the longest item that is one statement because it is forbidden: part of it would be an order. */
const LONGEST_BAN = 600;

/** What a heading says of whole paragraphs under it too: they tell what they are by themselves, and of what is forbidden or open also something else. */
const OF_PARAGRAPHS: ReadonlySet<Status> = new Set(['failed', 'decided']);

/** What would be misread without the heading that it stands under: all that is forbidden or dropped, and what is done or failed where it is no sentence. */
const NEEDS_HEADING: ReadonlySet<Status> = new Set(['dropped', 'forbidden']);
const NEEDS_SENTENCE: ReadonlySet<Status> = new Set(['done', 'failed']);

/** What holds for each sentence of an item: of one that is open only the first says what is to be done. */
const OF_EACH: ReadonlySet<Status> = new Set(['done', 'dropped']);

/** Whether a status that was told of a piece holds for its sentence at a place. */
export function holdsFor(status: Status | undefined, kind: Kind, place: number): boolean {
  return place === 0 || (kind === 'item' && status !== undefined && OF_EACH.has(status));
}

/**
 * A paragraph or an item. `rank`: how deep an item is set in; `isLine`: whether it is one line; `isWhole`: whether it is one sentence;
 * `block`: the number of its block.
 */
export type Piece = { text: string; tokens: readonly Token[]; kind: Kind; rank: number; isLine: boolean; isWhole: boolean; block: number };

/** What the layout says of a piece, and the heading to show before it. */
export type Told = { status: Status | undefined; under: string };

/** A heading, or a line that introduces others, and what it says of them, if anything; `isBare`: no colon shows that it introduces anything. */
type Over = { unit: Unit; status: Status | undefined; rank: number; isBare: boolean };

/** Follows the headings, leads and lists of one turn, and tells what they and its own marks say of each piece. */
export class Layout {
  #heading: Over | undefined;
  #lead: Over | undefined;
  /** Whether items or longer paragraphs stand between the heading or lead and what comes, and the block of the lines right under it. */
  #hasItems = false;
  #isFar = false;
  #block = -1;

  readonly #isTool: boolean;

  /** `isTool`: a tool speaks, of which the headings say nothing of anybody's work. */
  constructor(isTool: boolean) {
    this.#isTool = isTool;
  }

  heading(unit: Unit): void {
    const status = statusOfHeading(unit.tokens);
    if (status) unit.status = 'title';
    this.#heading = { unit, status, rank: -1, isBare: false };
    this.#lead = undefined;
    this.#begin();
  }

  #begin(): void {
    this.#hasItems = false;
    this.#isFar = false;
    this.#block = -1;
  }

  /** Whether lines stand for themselves here, as items do: a lead says what they are. */
  get opensLines(): boolean {
    return this.#lead?.status !== undefined && !this.#lead.isBare && !this.#hasItems && !this.#isFar;
  }

  /** Whether an item says one thing in however many sentences: what is forbidden. */
  isOne({ text, rank }: Pick<Piece, 'text' | 'rank'>): boolean {
    const over = this.#lead && rank > this.#lead.rank ? this.#lead : this.#heading;
    return over?.status === 'forbidden' && !this.#isTool && text.length <= LONGEST_BAN;
  }

  /** What is said of a piece by its own marks, else by the heading or lead that it stands right under. */
  of(piece: Piece): Told {
    const own = markOf(piece);
    const over = piece.kind === 'item' || piece.kind === 'prose' ? this.#over(piece) : undefined;
    if (over?.status) over.unit.status = 'title';
    if (own || !over?.status) return { status: own, under: '' };
    const isMisread = NEEDS_HEADING.has(over.status) || (NEEDS_SENTENCE.has(over.status) && !SENTENCE_END.test(piece.text));
    return { status: over.status, under: isMisread ? over.unit.text : '' };
  }

  #over(piece: Piece): Over | undefined {
    if (this.#isTool) return undefined;
    if (piece.kind === 'item') {
      if (this.#lead && piece.rank <= this.#lead.rank) this.#lead = undefined;
      this.#hasItems = true;
      return this.#lead ?? this.#heading;
    }
    if (piece.isWhole && !this.#lead && !this.#hasItems && this.#heading?.status && OF_PARAGRAPHS.has(this.#heading.status))
      return this.#heading;
    const isRight = !this.#hasItems && !this.#isFar && !this.#lead?.isBare && (this.#block < 0 || this.#block === piece.block);
    if (!isRight || !isShortLine(piece)) return undefined;
    this.#block = piece.block;
    return this.#lead ?? this.#heading;
  }

  /** Takes in what a piece may introduce, by its last unit. */
  after(unit: Unit, { kind, rank, isLine, isWhole, block }: Piece): void {
    if (kind !== 'item' && kind !== 'prose') return;
    const isLead = LEAD.test(unit.text);
    const status = isLead || (isWhole && isLine && unit.status === undefined) ? statusOfHeading(unit.tokens) : undefined;
    if (isLead || status) {
      this.#lead = { unit, status, rank: kind === 'item' ? rank : -1, isBare: !isLead };
      return this.#begin();
    }
    if (kind === 'item' || this.#block === block) return;
    // A paragraph behind a list ends what the heading says; one before it only sets the lines that follow apart.
    if (this.#hasItems) this.#heading = undefined;
    this.#lead = undefined;
    this.#isFar = true;
  }
}

/** Whether lines stand for themselves behind a piece: it is a lead that says what they are. */
export function opensLines(text: string, tokens: readonly Token[]): boolean {
  return text.length <= LONGEST_LINE && LEAD.test(text) && statusOfHeading(tokens) !== undefined;
}

function isShortLine({ text, isLine }: Piece): boolean {
  return isLine && text.length <= LONGEST_LINE && !SENTENCE_END.test(text) && !LEAD.test(text);
}

/** What the marks of a piece say: those before it, a cell of its own, or those at its end. */
function markOf({ text, tokens, kind, isLine, isWhole }: Piece): Status | undefined {
  const before = statusBefore(tokens);
  const mayEnd = kind === 'item' || (isLine && isWhole && !/[.!…]$/.test(text));
  if (before || text.length > LONGEST_MARKED || !mayEnd) return before;
  if (CELLS.test(text)) return statusOfRow(text, tokens) ?? statusBehind(tokens);
  return statusBehind(tokens) ?? statusOfValue(tokens);
}

/** "Done: schema and seed data": what the name before the colon says of what stands behind it. A "question" may be what all of the work is about. */
export function statusOfLabel(tokens: readonly Token[]): Status | undefined {
  const colon = colonIn(tokens);
  const status = colon > 0 && colon < tokens.length - 1 ? statusOfHeading(tokens.slice(0, colon)) : undefined;
  return status === 'question' ? undefined : status;
}

/** "docs: todo": what the value behind the colon says of what is named before it. */
function statusOfValue(tokens: readonly Token[]): Status | undefined {
  const colon = colonIn(tokens);
  return colon > 0 ? statusOfMark(tokens.slice(colon + 1)) : undefined;
}

function colonIn(tokens: readonly Token[]): number {
  return tokens.slice(0, LONGEST_TAG).findIndex(({ norm }) => norm === ':' || norm === '：');
}

/** "[x] Deploy", "✔ Deploy", "[DONE] Deploy", "(withdrawn) Deploy". */
function statusBefore(tokens: readonly Token[]): Status | undefined {
  const [first, second] = tokens;
  if (first?.shape !== 'sign') return undefined;
  if (TICKS.has(first.norm)) return 'done';
  if (EMPTY_BOXES.has(first.norm)) return 'open';
  const end = CLOSED_BY[first.norm];
  if (end === undefined || second === undefined) return undefined;
  const close = tokens.slice(0, LONGEST_TAG).findIndex(({ norm }) => norm === end);
  if (close < 0 || tokens[close + 1]?.norm === '(') return undefined;
  if (close > 2) return statusOfMark(tokens.slice(1, close));
  if (close === 1) return end === ']' && second.start <= first.start + 2 ? 'open' : undefined;
  if (end === ']' && TICKS.has(second.norm)) return 'done';
  return BOXES.get(second.norm) ?? statusOfMark([second]);
}

function statusBehind(tokens: readonly Token[]): Status | undefined {
  const last = tokens.at(-1);
  return tokens.length > 1 && last?.shape === 'sign' && TICKS.has(last.norm) ? 'done' : statusAtEnd(tokens);
}

/** What a row says of itself by one of its cells, where another holds words and no cell says otherwise. */
export function statusOfRow(text: string, tokens: readonly Token[]): Status | undefined {
  const sign = text.includes('|') ? '|' : ';';
  const cells = partsOf(tokens, ({ norm }) => norm === sign);
  if (cells.length < (sign === '|' ? 2 : LEAST_CELLS)) return undefined;
  const said = cells.map((cell) =>
    cell.length === 1 && TICKS.has(cell[0]!.norm) && cell[0]!.shape === 'sign' ? 'done' : statusOfMark(cell),
  );
  const found = new Set(said.filter((status) => status !== undefined));
  const tells = cells.some((cell, i) => said[i] === undefined && cell.some(({ shape }) => WORDS.has(shape)));
  return found.size === 1 && tells ? [...found][0] : undefined;
}

/** Of each sentence of a piece, whether all of it is struck through. */
export function struckIn(sentences: readonly { text: string }[]): boolean[] {
  const strikes = sentences.reduce((sum, { text }) => sum + text.split(STRIKE).length - 1, 0);
  let isInside = false;
  return sentences.map(({ text }) => {
    if (strikes === 0 || strikes % 2 === 1) return false;
    const parts = text.split(STRIKE);
    const outside = parts.filter((_, i) => isInside === (i % 2 === 1));
    if (parts.length % 2 === 0) isInside = !isInside;
    return SAYS.test(text) && !outside.some((part) => SAYS.test(part));
  });
}

/** Crossed items are still open where others beside them are ticked: there a cross says "not". */
export function openCrossed(units: readonly Unit[]): void {
  if (!units.some(({ tokens }) => tokens[0]!.shape === 'sign' && TICKS.has(tokens[0]!.norm))) return;
  for (const unit of units) if (unit.status === undefined && CROSSES.has(unit.tokens[0]!.norm)) unit.status = 'open';
}
