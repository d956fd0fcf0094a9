import type { Kind, Status, Token, Turn, Unit } from '../reading.ts';
import { isAt, LOWER, UPPER } from '../tokens/characters.ts';
import { holdsFor, Layout, LEAD, openCrossed, opensLines, statusOfLabel, statusOfRow, struckIn } from './layout.ts';
import { type LineKind, lineKinds } from './line-kinds.ts';
import { isStatement, remarksIn, terminalsIn } from './remarks.ts';
import { isNumeric, type Sentence, sentences, shift } from './sentences.ts';
import { tokenise } from '../tokens/tokens.ts';

/** Length up to which an item of a list says one thing, in however many sentences. */
const SHORT_ITEM = 100;
/** Longest run of lines that is joined into one paragraph. */
const LONGEST_PARAGRAPH = 3_000;
/** Length from which on a remark may have been broken into lines. */
const SHORT_REMARK = 50;
/** Longest line of a machine that is one unit. */
const LONGEST_LINE = 400;

const BREAK = /\r\n|[\n\r\u2028\u2029]/;
const OTHER_BREAK = /[\r\u2028\u2029]/;
const FENCE = /^\s*(?:>\s?)?(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*•–+‣]|->|→|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/;
const QUOTE = /^\s*(?:>\s?){1,6}/;
const TABLE = /^\s*\|.*\|\s*$/;
const RULE = /^[\s|:=*_~+#-]*$/;
const COMMENT = /^\s*(?:\/\/+!?|\/\*+|\*(?=\s)|#+(?=\s)|--(?=\s)|<!--)/;
const COMMENT_END = /(?:\*\/|-->)$/;
const CELL_END = /\|$/;
const HEADING = /^\s{0,3}#{1,6}\s+(.{1,200}?)\s*#*$/;
const BOLD_LINE = /^\s*\*\*([^*]{2,80})\*\*:?\s*$/;
const FRAMED_LINE = /^(?!\s*~~[^~])\s*[=~_*-]{2,}\s*([^=~]{2,80}?)\s*[=~_*-]{2,}\s*$/;
const CAPITAL_LINE = /^\s*(?:\d{1,2}[.)]?\s+)?(\p{Lu}{3,}(?:[ ,&/'’()-]{1,2}[\p{Lu}\d]+){0,8})\s*:?$/u;
/** How a line ends that a sentence may go on behind, and one that ends a sentence. */
const PAUSED = /[.!?…:;,]["”»)\]*_]*$/;
const STOPPED = /[.!?…:;]["”»)\]*_]*$/;
/** The line under the head of a table, and an item without a number. */
const UNDER_HEAD = /^[\s|]*:?-{2,}[\s|:-]*$/;
const BULLET = /^\s*[^\s\d(a-z]/;
/** What a heading begins with, behind its indentation; one in capitals with a number or with two of them. */
const HEADING_START = /^\s*[#*=~_\-\d]/;
/** Signs before a word that a paragraph goes on with. */
const OPENERS = new Set(['(', '„', '"', '“']);
const LONGEST_HEADING = 240;
const SPACE = 32;
/** "goal: …", "rail_pass: …", "phase 2 = …": what stands before the sign names the line, which so begins something. */
const NAMED = /^[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+){0,2} ?[:=](?: |$)/u;
/** What sets a field of a record apart from the one before it on the same line. */
const GAP = /(?<= {2})(?=[\p{L}\p{N}_.-]+ ?:(?: |$))/u;
/**
 * Share of a paragraph's longest line that a line must fill, with the first word of the next one, to have been broken by an editor; and characters that
 * are enough, since many mails and editors break at 72.
 */
const FULL = { share: 0.85, characters: 72 };

/** One line of a turn with what is known of it before lines are joined. `isBroken`: an editor broke it, as it did most lines of its paragraph. */
type Line = { text: string; tokens: Token[]; kind: LineKind; fenced: boolean; quoted: boolean; isBroken: boolean };

/**
 * Cuts turns into units, in order. Structure comes first (fences, headings, lists, tables, logs), sentences second; each line is tokenised
 * once.
 */
export function unitsOf(turns: readonly Turn[]): Unit[] {
  const units: Unit[] = [];
  let block = 0;
  const lines = turns.map(linesOf);
  const terminals = terminalsIn(turns, lines);
  for (const [i, turn] of turns.entries()) block = new Cutter(turn, i, block, units, terminals[i]!).run(lines[i]!);
  return units;
}

function linesOf(turn: Turn): (Line | undefined)[] {
  const raw = turn.text.split(OTHER_BREAK.test(turn.text) ? BREAK : '\n').flatMap(fieldsOf);
  const fenced: boolean[] = [];
  let fence = '';
  const kept = raw.map((line) => {
    const mark = FENCE.exec(line)?.[1]?.slice(0, 3);
    const opensOrCloses = mark !== undefined && (fence === '' || mark === fence);
    if (opensOrCloses) fence = fence === '' ? mark : '';
    fenced.push(fence !== '');
    return opensOrCloses || !line.trim() ? undefined : line;
  });
  const quoted = kept.map((line, i) => !fenced[i] && line !== undefined && QUOTE.test(line));
  const texts = kept.map((line, i) => (line === undefined ? '' : quoted[i] ? line.replace(QUOTE, '') : line));
  const tokens = texts.map(tokenise);
  const kinds = lineKinds(tokens, fenced);
  const counters = countersIn(tokens);
  const broken = brokenIn(texts);
  return texts.map((text, i) =>
    text.trim()
      ? {
          text,
          tokens: tokens[i]!,
          kind: kinds[i] === 'prose' && counters.has(i) ? 'log' : kinds[i]!,
          fenced: fenced[i]!,
          quoted: quoted[i]! || turn.quoted,
          isBroken: broken[i]!,
        }
      : undefined,
  );
}

/**
 * Of each line whether an editor broke it. Lines are notes, a statement each, where more of them had room for a next one in small letters than were full:
 * the first word of the next one would have made them longer than the others of the paragraph.
 */
function brokenIn(lines: readonly string[]): boolean[] {
  const own = lines.map((line) => line.trim());
  const broken = own.map(() => false);
  for (let from = 0, to = 0; from < own.length; from = to) {
    for (to = from + 1; to < own.length && own[to] !== '' && !ITEM.test(lines[to]!); to++);
    broken.fill(areBroken(own.slice(from, to)), from, to);
  }
  return broken;
}

function areBroken(paragraph: readonly string[]): boolean {
  const longest = paragraph.reduce((most, { length }) => Math.max(most, length), 0);
  const enough = Math.min(FULL.share * longest, FULL.characters);
  let [full, loose] = [0, 0];
  for (const [i, next] of paragraph.slice(1).entries()) {
    const line = paragraph[i]!;
    if (line.length + 1 + next.split(' ', 1)[0]!.length > enough) full += Number(line.length < longest);
    else loose += Number(!PAUSED.test(line) && isAt(next, 0, LOWER));
  }
  return full >= loose;
}

/** Fields that are set side by side, as heads of tickets have them, each as a line; any other line as it is. */
function fieldsOf(line: string): readonly string[] {
  return line.includes('  ') && NAMED.test(line) ? line.split(GAP) : [line];
}

/** Lines from which on those that differ only in their numbers are what a machine counts. */
const COUNTERS = 3;

/** The lines that at least two others repeat but for their numbers and ids: "copied 10000 of 41000", "task 12 of 70 (zlib:unpack)". */
function countersIn(lines: readonly (readonly Token[])[]): Set<number> {
  const numbered = [...lines.keys()].filter((i) => lines[i]!.some(isNumeric));
  const lengths = new Map<number, number>();
  for (const i of numbered) lengths.set(lines[i]!.length, (lengths.get(lines[i]!.length) ?? 0) + 1);
  const alike = numbered.filter((i) => lengths.get(lines[i]!.length)! >= COUNTERS);
  const groups = Map.groupBy(alike, (i) => countedText(lines[i]!));
  return new Set([...groups.values()].filter((own) => own.length >= COUNTERS).flat());
}

/** A line with one sign for all numbers and ids. */
function countedText(tokens: readonly Token[]): string {
  return tokens.map((token) => (isNumeric(token) || token.shape === 'id' ? '#' : token.norm)).join(' ');
}

/**
 * The paragraph or item that is being joined; `last`: its last line; `isBroken`: whether an editor broke that; `rank`: how deep an item is set in, a
 * number above a bullet.
 */
type Draft = { text: string; tokens: Token[]; kind: Kind; quoted: boolean; last: string; isBroken: boolean; rank: number };

/** Cuts one turn: holds the paragraph that is being joined and the heading it stands under. */
class Cutter {
  readonly #turn: Turn;
  readonly #number: number;
  readonly #units: Unit[];
  readonly #isTerminal: boolean;
  #block: number;
  #heading = '';
  #lead = '';
  readonly #layout: Layout;
  #draft: Draft | undefined;

  constructor(turn: Turn, number: number, block: number, units: Unit[], isTerminal: boolean) {
    this.#turn = turn;
    this.#number = number;
    this.#units = units;
    this.#isTerminal = isTerminal;
    this.#block = block + 1;
    this.#layout = new Layout(turn.role === 'tool');
  }

  /** Cuts the turn; answers the number of its last block. */
  run(lines: readonly (Line | undefined)[]): number {
    let fenced = false;
    const remarks = remarksIn(lines, this.#isTerminal);
    const before = this.#units.length;
    for (const [i, line] of lines.entries()) {
      if (!line) this.#end();
      else {
        if (line.fenced !== fenced) this.#end();
        fenced = line.fenced;
        this.#read(line, remarks.has(i), lines[i + 1]?.text);
      }
    }
    this.#end();
    openCrossed(this.#units.slice(before));
    return this.#block;
  }

  #end(): void {
    this.#flush();
    this.#block++;
  }

  #read(line: Line, isRemark: boolean, next = ''): void {
    if (RULE.test(line.text)) return this.#end();
    const heading = line.fenced || isRemark ? undefined : headingOf(line.text);
    if (heading) {
      this.#end();
      this.#heading = heading.text;
      this.#lead = '';
      const unit = this.#push(heading, 'heading', line.quoted);
      if (unit) this.#layout.heading(unit);
      return;
    }
    const comment = line.fenced || isRemark || line.kind === 'code' ? COMMENT.exec(line.text)?.[0] : undefined;
    if (comment !== undefined) {
      const item = ITEM.exec(line.text.slice(comment.length))?.[0];
      // What begins with a capital at a prompt was typed as a line of its own.
      const isOwn = isRemark && this.#isTerminal && isAt(line.text.slice(comment.length).trimStart(), 0, UPPER);
      if (item !== undefined || isOwn) this.#flush();
      return this.#join(within(line, comment.length + (item?.length ?? 0), COMMENT_END), item ? 'item' : 'comment', line);
    }
    const isHead = line.text.includes('|') && UNDER_HEAD.test(next);
    if (TABLE.test(line.text)) return this.#machine(within(line, line.text.indexOf('|') + 1, CELL_END), 'table', line.quoted, isHead);
    if (line.kind !== 'prose') return this.#machine(within(line), line.kind, line.quoted, isHead);
    const item = ITEM.exec(line.text)?.[0];
    if (item !== undefined) {
      this.#flush();
      return this.#join(within(line, item.length), 'item', line, rankOf(line.text));
    }
    const isItem = this.#draft?.kind === 'item' && /^\s{2,}/.test(line.text);
    this.#join(within(line), isItem ? 'item' : 'prose', line, isItem ? rankOf(line.text) : 0);
  }

  /** Adds a line to the open paragraph, or opens a new one where it does not go on with it. */
  #join({ text, tokens }: Sentence, kind: Kind, { quoted, isBroken }: Line, rank = 0): void {
    const draft = this.#draft;
    if (draft && draft.kind === kind && draft.quoted === quoted && goesOn(draft, text, this.#standAlone(draft))) {
      shift(tokens, draft.text.length + 1);
      draft.text += ` ${text}`;
      for (const token of tokens) draft.tokens.push(token);
      draft.last = text;
      draft.isBroken = isBroken;
      return;
    }
    this.#flush();
    this.#draft = { text, tokens, kind, quoted, last: text, isBroken, rank };
  }

  /** Whether the lines behind a draft stand for themselves: it is a lead that says what they are, or one of them. */
  #standAlone(draft: Draft): boolean {
    return draft.kind === 'prose' && (this.#layout.opensLines || opensLines(draft.text, draft.tokens));
  }

  #machine({ text, tokens }: Sentence, kind: Kind, quoted: boolean, isHead = false): void {
    this.#flush();
    if (text.length <= LONGEST_LINE) {
      const told = kind === 'table' ? statusOfRow(text, tokens) : undefined;
      this.#push({ text, tokens }, kind, quoted, isHead ? 'title' : told);
      return;
    }
    for (const piece of sentences(text, tokens)) this.#push(piece, kind, quoted);
  }

  #flush(): void {
    const draft = this.#draft;
    this.#draft = undefined;
    if (!draft) return;
    const whole = draft.kind === 'item' && (draft.text.length <= SHORT_ITEM || this.#layout.isOne(draft));
    const own = whole ? [{ text: draft.text, tokens: draft.tokens }] : sentences(draft.text, draft.tokens);
    const struck = struckIn(own);
    const piece = { ...draft, isLine: draft.text === draft.last, isWhole: own.length === 1, block: this.#block };
    const { status, under } = this.#layout.of(piece);
    for (const [i, sentence] of own.entries()) {
      const said = statusOfLabel(sentence.tokens) ?? (holdsFor(status, draft.kind, i) ? status : undefined);
      const unit = this.#push(sentence, draft.kind, draft.quoted, struck[i] ? 'dropped' : said);
      if (!unit) continue;
      if (i === own.length - 1) this.#layout.after(unit, piece);
      if (under !== '' && unit.status === status) lead(unit, under);
    }
    if (draft.kind === 'prose' || draft.kind === 'comment') this.#lead = LEAD.test(draft.text) && own.length > 0 ? own.at(-1)!.text : '';
  }

  #push({ text, tokens }: Sentence, kind: Kind, quoted: boolean, status?: Status): Unit | undefined {
    if (tokens.every(({ shape }) => shape === 'sign')) return undefined;
    const { role, speaker } = this.#turn;
    const unit: Unit = {
      order: this.#units.length,
      text,
      tokens,
      kind,
      role,
      speaker,
      turn: this.#number,
      block: this.#block,
      section: kind === 'item' && this.#lead ? this.#lead : this.#heading,
      quoted,
      ...(status && { status }),
    };
    this.#units.push(unit);
    return unit;
  }
}

/** Shows the words of the heading before a unit that would be misread without them. */
function lead(unit: Unit, heading: string): void {
  const before = `${heading} … `;
  unit.led = { heading, own: unit.text };
  unit.text = before + unit.text;
  unit.tokens = [...tokenise(before), ...unit.tokens.map((token) => ({ ...token, start: token.start + before.length }))];
}

/** How deep an item is set in: one with a bullet stands under one with a number. */
function rankOf(line: string): number {
  return 2 * (line.length - line.trimStart().length) + Number(BULLET.test(line));
}

/** What stands in a line from `from` on, up to the sign `end`, with its tokens, which it takes over; white space squashed. */
function within(line: Line, from = 0, end?: RegExp): Sentence {
  const rest = line.text.slice(from).trimEnd();
  const text = (end ? rest.replace(end, '').trimEnd() : rest).trimStart();
  const start = from + rest.length - rest.trimStart().length;
  const tokens = tokensWithin(line.tokens, start, start + text.length);
  if (!tokens) return { text: squashed(text), tokens: tokenise(squashed(text)) };
  const [first] = tokens;
  if (first!.shape === 'name') first!.shape = 'word'; // A capital says nothing at the beginning.
  shift(tokens, -start);
  return { text: close(tokens, text) ? squashed(text) : text, tokens };
}

/** The tokens from `from` up to `to`; undefined where one lies across the edge. */
function tokensWithin(tokens: Token[], from: number, to: number): Token[] | undefined {
  let first = 0;
  while (first < tokens.length && tokens[first]!.start < from) first++;
  let last = tokens.length;
  while (last > first && tokens[last - 1]!.start >= to) last--;
  if (first === last) return undefined;
  const { start, text } = tokens[last - 1]!;
  if (tokens[first]!.start !== from || start + text.length > to) return undefined;
  return first === 0 && last === tokens.length ? tokens : tokens.slice(first, last);
}

/** Moves the tokens of `text` together, so that there is one space where there was white space; whether there was any other. */
function close(tokens: readonly Token[], text: string): boolean {
  let isLoose = false;
  let end = 0;
  let at = 0;
  for (const token of tokens) {
    const { start } = token;
    isLoose ||= start > end + 1 || (start > end && text.charCodeAt(end) !== SPACE);
    if (start > end) at++;
    end = start + token.text.length;
    token.start = at;
    at += token.text.length;
  }
  return isLoose;
}

function squashed(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The title that a line is, unless it says something in a sentence. */
function headingOf(line: string): Sentence | undefined {
  if (line.length > LONGEST_HEADING || !(HEADING_START.test(line) || beginsInCapitals(line))) return undefined;
  const found = HEADING.exec(line) ?? BOLD_LINE.exec(line) ?? FRAMED_LINE.exec(line) ?? CAPITAL_LINE.exec(line);
  if (!found) return undefined;
  const text = found[1]!.trim().replace(/\s+/g, ' ');
  const tokens = tokenise(text);
  return isStatement(text, tokens) ? undefined : { text, tokens };
}

function beginsInCapitals(line: string): boolean {
  const start = line.length - line.trimStart().length;
  return isAt(line, start, UPPER) && isAt(line, start + 1, UPPER);
}

/** Whether a line goes on with the paragraph before it, rather than beginning one of its own. */
function goesOn(draft: Draft, line: string, standAlone: boolean): boolean {
  const { last } = draft;
  if (draft.text.length > LONGEST_PARAGRAPH || NAMED.test(line)) return false;
  const isEnded = STOPPED.test(last);
  // Remarks have a width of their own.
  const isBroken = draft.isBroken || draft.kind === 'comment' || last.endsWith(',');
  const isLower = !standAlone && isBroken && isAt(line, OPENERS.has(line[0]!) ? 1 : 0, LOWER);
  // Remarks are notes, many without capitals: each stands for itself unless it was broken.
  if (isLower && (draft.kind !== 'comment' || (!isEnded && last.length >= SHORT_REMARK))) return true;
  if (LEAD.test(last)) return false;
  // A short line that ends no sentence stands for itself; a long one was broken by its editor.
  return last.length >= 60 && isBroken && !isEnded;
}
