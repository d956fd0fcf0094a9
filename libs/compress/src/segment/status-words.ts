import type { Shape, Status, Token } from '../reading.ts';
import { tokenise } from '../tokens/tokens.ts';
import lexicon from '../../data/status.json' with { type: 'json' };

/** Words of the longest heading, and of the longest mark, that are looked up. */
const LONGEST_HEADING = 9;
const LONGEST_MARK = 5;
/** Tokens of a mark with its remark: "done (4 June, by Ana)". */
const LONGEST_REMARK = 16;

const keyOf = (phrase: string): string => wordsOf(tokenise(phrase)).join(' ');
const setOf = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => wordsOf(tokenise(list))));

/** Statuses by the words of a whole heading, and by those of a whole mark. */
const headings = new Map<string, Status>();
const marks = new Map<string, Status>();
for (const entry of lexicon.entries) {
  for (const phrase of entry.headings.split('|')) headings.set(keyOf(phrase), entry.status as Status);
  for (const phrase of entry.marks.split('|')) if (phrase !== '') marks.set(keyOf(phrase), entry.status as Status);
}
/** Words that may stand around those of a status and change nothing: "What is still open", "Done so far". */
const around = setOf(lexicon.around.map(({ words }) => words));
const yet = setOf(lexicon.around.map(({ yet: words }) => words));
const beforeWhenOrWho = setOf(lexicon.around.map(({ before_when_or_who: words }) => words));

/** What stands between two names for the same in a heading: "Done / Fait". */
const PARTS = new Set(['/', '&', '|', ',', ';', '+']);
const ENDS = new Set(['.', '!', '?', '…', '？', '！', '。']);
const NAMES: ReadonlySet<Shape> = new Set(['name', 'caps']);
const OPENS = new Set(['(', '[']);

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ norm, shape }) => (shape === 'sign' ? [] : [norm]));
}

/** A number, a date or a time: "20", "4/5", "#12", "4th". */
function isNumberOrDate({ norm, shape }: Token): boolean {
  if (shape === 'number' || shape === 'date' || shape === 'time' || norm === '^day' || norm === '^month') return true;
  return /^[#\d][\d./:#-]*(?:st|nd|rd|th)?$/.test(norm);
}

/** What a heading, or a line that introduces others, says of all that stands under it; undefined where it says anything else as well. */
export function statusOfHeading(tokens: readonly Token[]): Status | undefined {
  if (ENDS.has(tokens.at(-1)?.norm ?? '.')) return undefined;
  const remark = tokens.findIndex(({ norm }) => norm === '(');
  const title = withoutNumbers(remark > 0 ? tokens.slice(0, remark) : tokens);
  if (title.length > 2 * LONGEST_HEADING) return undefined;
  const whole = statusOfWords(wordsOf(title));
  if (whole) return whole;
  const parts = partsOf(title, ({ norm }) => PARTS.has(norm));
  if (parts.length === 1) return undefined;
  const [first, ...others] = parts.map((part) => statusOfWords(wordsOf(part)));
  return others.every((other) => other === first) ? first : undefined;
}

/** Tokens in parts, between those that divide them. */
export function partsOf(tokens: readonly Token[], divides: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (divides(token)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/** A heading without its number ("4.", "D.") and a date at its end. */
function withoutNumbers(title: readonly Token[]): readonly Token[] {
  const own = title.filter(({ norm, shape }) => shape !== 'sign' || norm === '.' || norm === ')' || PARTS.has(norm));
  let from = own[0]?.text.length === 1 && (own[1]?.norm === '.' || own[1]?.norm === ')') ? 2 : 0;
  let to = own.length;
  const isIdle = (token: Token): boolean => token.shape === 'sign' || isNumberOrDate(token);
  while (from < to && isIdle(own[from]!)) from++;
  while (to > from && isIdle(own[to - 1]!)) to--;
  return own.slice(from, to);
}

/** The status that these words name, with nothing but idle words around them. */
function statusOfWords(words: readonly string[]): Status | undefined {
  if (words.length > LONGEST_HEADING) return undefined;
  for (let from = 0; ; from++) {
    for (let to = words.length; to > from; to--) {
      const found = headings.get(words.slice(from, to).join(' '));
      if (found) return found;
      if (!around.has(words[to - 1]!)) break;
    }
    if (from >= words.length || !around.has(words[from]!)) return undefined;
  }
}

/** What a mark of its own says: the text of a cell, a tag or the end of an item, which may add when, who or a remark: "done (4 June)". */
export function statusOfMark(tokens: readonly Token[]): Status | undefined {
  if (tokens.length > LONGEST_REMARK || tokens.at(-1)?.norm === '?') return undefined;
  let from = 0;
  while (from < tokens.length && (tokens[from]!.shape === 'sign' || yet.has(tokens[from]!.norm))) from++;
  let words = '';
  let found: Status | undefined;
  let end = from;
  for (let i = from; i < Math.min(tokens.length, from + LONGEST_MARK) && tokens[i]!.shape !== 'sign'; i++) {
    words += `${i > from ? ' ' : ''}${tokens[i]!.norm}`;
    const status = marks.get(words);
    if (status) [found, end] = [status, i + 1];
  }
  return found && isRemark(tokens.slice(end)) ? found : undefined;
}

/** Whether what follows a status in a mark only says when, by whom or something beside. */
function isRemark(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ shape, norm }, i) => shape === 'sign' && !(norm === ',' && isNumberOrDate(tokens[i + 1] ?? tokens[i]!)));
  const first = tokens.slice(0, end < 0 ? tokens.length : end);
  const isLed = first.length > 1 && beforeWhenOrWho.has(first[0]!.norm);
  const said = first.slice(Number(isLed)).filter(({ shape }) => shape !== 'sign');
  // A name may be that of a month: "28 May".
  return said.every((token, i) => isNumberOrDate(token) || (NAMES.has(token.shape) && (isLed || (i > 0 && isNumberOrDate(said[i - 1]!)))));
}

/** What the mark at the end of an item says: "… - cancelled", "… (erledigt)", "… – DONE 4/5". */
export function statusAtEnd(tokens: readonly Token[]): Status | undefined {
  const first = Math.max(1, tokens.length - LONGEST_REMARK);
  const last = tokens.at(-1)?.norm;
  const isBracketed = last === ')' || last === ']';
  for (let i = tokens.length - 1; i >= first; i--) {
    if (isBracketed && OPENS.has(tokens[i]!.norm)) return statusOfMark(tokens.slice(i + 1, -1)) ?? statusBehindDash(tokens, first);
  }
  return statusBehindDash(tokens, first);
}

const DASHES = new Set(['-', '–', '—', '→', '#']);

function statusBehindDash(tokens: readonly Token[], first: number): Status | undefined {
  for (let i = tokens.length - 2; i >= first; i--) {
    const { norm, start, text } = tokens[i]!;
    const before = tokens[i - 1]!;
    const isArrow = norm === '>' && (before.norm === '-' || before.norm === '=');
    const isApart = tokens[i + 1]!.start > start + text.length && (before.start + before.text.length < start || before.shape === 'sign');
    if (isApart && (isArrow || DASHES.has(norm))) return statusOfMark(tokens.slice(i + 1));
  }
  return undefined;
}
