import { casual as de } from 'chrono-node/de';
import { casual as en } from 'chrono-node/en';
import { casual as es } from 'chrono-node/es';
import { casual as fr } from 'chrono-node/fr';
import { casual as it } from 'chrono-node/it';
import { casual as ja } from 'chrono-node/ja';
import { casual as nl } from 'chrono-node/nl';
import { casual as pt } from 'chrono-node/pt';
import data from '../../data/deadlines.json' with { type: 'json' };
import type { Token, Unit } from '../reading.ts';

/** Where the time stands that a word makes a deadline; `data/deadlines.json` says what each means. */
type Reach = 'next' | 'near' | 'around' | 'span' | 'alone';
/** A word or words that set a deadline; words that other languages write alike have several meanings. */
type Due = { words: readonly string[]; reach: Reach; languages: readonly string[] };

/** The parsers of chrono-node for dates and times, by language. */
const parsers: Readonly<Record<string, typeof en>> = { de, en, es, fr, it, ja, nl, pt };

const split = (words: string): string[] => words.split(words.includes('|') ? '|' : ' ');
const setOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap(split));

const dueBy = dueWords();
const notDue = new Set(data.not_due.split('|'));
const notBefore = setOf(data.not_before);
const times = setOf(...data.times.map(({ words }) => words));
const spans = setOf(...data.spans.map(({ words }) => words));
const fillers = setOf(data.fillers);
const clock = setOf(data.clock);
const wordMonths = setOf(data.months_that_are_words);
const unspaced = data.due_without_spaces.map(({ language, words, done }) => ({ language, words: words.split('|'), done: done.split('|') }));
const past = setOf(...data.past.map(({ words }) => words));
const toDo = setOf(data.to_do);
const open = setOf(data.open);

/** Words between "before" and its time ("before the freeze on 14 May"); words around "deadline". */
const NEAR = 4;
const AROUND = 8;
/** Tokens of a unit that are looked at; a longer one is no sentence. */
const MOST = 400;
/** Words that fill between "by" and its time ("by the end of next week"). */
const MOST_FILLERS = 5;
/** Words before a due word among which its verb stands. */
const CLAUSE = 8;
/** Letters of the sentence that chrono reads. */
const READ = 40;

/** Whether a sentence names a time by which something is due, in a sentence that doesn't only tell of the past. */
export function hasDue({ text, tokens }: Pick<Unit, 'text' | 'tokens'>): boolean {
  const most = Math.min(tokens.length, MOST);
  for (let i = 0; i < most; i++) {
    const candidates = dueBy.get(tokens[i]!.norm);
    if (candidates === undefined) continue;
    const found = candidates.filter(({ words }) => words.every((word, k) => tokens[i + k]?.norm === word));
    if (found.some((due) => governsTime(text, tokens, i, due)) && !isPast(tokens, i)) return true;
  }
  return isDueWithoutSpaces(text);
}

/** As {@link hasDue}, in languages that write no spaces, of which the tokens are letters. */
function isDueWithoutSpaces(text: string): boolean {
  return unspaced.some(({ language, words, done }) => {
    const at = Math.max(...words.map((word) => text.indexOf(word)));
    if (at < 0 || done.some((ending) => text.includes(ending, at))) return false;
    return parsers[language]!.parse(text.slice(Math.max(0, at - READ / 2), at + READ / 2)).length > 0;
  });
}

/** Due words by their first token. */
function dueWords(): ReadonlyMap<string, readonly Due[]> {
  const all = data.due.flatMap(({ language, reach, words }) =>
    words.split('|').map((phrase) => ({ words: phrase.split(' '), reach: reach as Reach, languages: [language] })),
  );
  return Map.groupBy(all, ({ words }) => words[0]!);
}

/** Whether the due word at `at` has a time where it should be. */
function governsTime(text: string, tokens: readonly Token[], at: number, due: Due): boolean {
  const next = at + due.words.length;
  if (notDue.has(`${tokens[at]!.norm} ${tokens[next]?.norm}`)) return false;
  if (due.reach === 'alone') return true;
  if (due.reach === 'span') return isSpan(tokens, next);
  if (due.reach === 'next') return timeFollows(text, tokens, next, due);
  if (due.reach === 'near' && notBefore.has(tokens[at - 1]?.norm ?? '')) return false;
  if (due.reach === 'near') return timeFollows(text, tokens, next, due) || isTimeAmong(tokens, next, next + NEAR, due);
  if (isTimeAmong(tokens, next, next + AROUND, due) || isTimeAmong(tokens, Math.max(0, at - AROUND), at, due)) return true;
  return timeFollows(text, tokens, next, due) || isSpan(tokens, next) || isSpan(tokens, next + 1);
}

/** "3 days", "24h": a number, and a unit of time. */
function isSpan(tokens: readonly Token[], from: number): boolean {
  const first = tokens[from];
  if (first === undefined) return false;
  if (first.shape === 'unit') return /^\d+(?:h|d|w|hrs|min)$/.test(first.norm);
  return spans.has(tokens[from + 1]?.norm ?? '') && !spans.has(first.norm) && first.shape !== 'sign';
}

/** Whether a time follows at `from`, with nothing but fillers between: "the end of next week", "20 March", "tomorrow noon", "5pm". */
function timeFollows(text: string, tokens: readonly Token[], from: number, due: Due): boolean {
  let at = from;
  while (at < from + MOST_FILLERS && at < tokens.length && fillers.has(tokens[at]!.norm) && !isTime(tokens, at, due)) at++;
  const token = tokens[at];
  if (token === undefined) return false;
  if (isTime(tokens, at, due)) return true;
  const filled = at > from;
  if (spans.has(token.norm)) return filled;
  if (token.shape === 'number') {
    if (/[.,]/.test(token.norm)) return false;
    if (filled && Number(token.norm) <= 31 && isEnd(tokens[at + 1])) return true;
  } else if (token.shape !== 'unit' && token.shape !== 'name') return false;
  return chronoReads(text.slice(token.start, token.start + READ), due);
}

/** Whether the clause ends before `next`, so that a number before it counts nothing. */
const isEnd = (next: Token | undefined): boolean => next === undefined || (next.shape === 'sign' && !'%€$£°+-*/'.includes(next.norm));

/** Whether a token is a day, a month, a date, a time of the day or a word for one, whatever stands around it. */
function isTime(tokens: readonly Token[], at: number, { languages }: Due): boolean {
  const { norm, shape } = tokens[at]!;
  if (norm === '^day' || norm === '^month' || shape === 'time' || shape === 'date' || times.has(norm)) return true;
  if (shape === 'unit') return /^\d{1,2}(?:st|nd|rd|th)$/.test(norm);
  if (shape !== 'number') return false;
  const next = tokens[tokens[at + 1]?.norm === '.' ? at + 2 : at + 1];
  if (next && (next.norm === '^month' || [clock, times, wordMonths].some((words) => words.has(next.norm)))) return true;
  return /^\d{1,2}\.\d\d$/.test(norm) && !languages.includes('en') && isEnd(tokens[at + 1]);
}

/** Whether a time stands among the tokens from `from` up to `to`, in the same clause. */
function isTimeAmong(tokens: readonly Token[], from: number, to: number, due: Due): boolean {
  for (let i = from; i < Math.min(to, tokens.length); i++) {
    const { norm } = tokens[i]!;
    if (';()'.includes(norm) || past.has(norm)) return false;
    if (isTime(tokens, i, due)) return true;
  }
  return false;
}

/** Whether chrono finds a day or a time of the day at the beginning of `fragment`. */
function chronoReads(fragment: string, { languages }: Due): boolean {
  return languages.some((language) => {
    const found = parsers[language]?.parse(fragment)[0];
    return found !== undefined && found.index === 0;
  });
}

/**
 * Whether a sentence only tells what was: a word for the past, or a verb in -ed, in the clause of the due word,
 * and no word for what is to be done.
 */
function isPast(tokens: readonly Token[], at: number): boolean {
  const from = Math.max(0, at - CLAUSE);
  const before = tokens.slice(from, at);
  if (before.some(({ norm }) => toDo.has(norm))) return false;
  const around = tokens.slice(from, at + CLAUSE);
  return around.some(({ norm }) => past.has(norm)) || before.slice(-2).some(isPastVerb);
}

function isPastVerb({ norm, shape }: Token): boolean {
  return shape === 'word' && norm.length >= 5 && norm.endsWith('ed') && !open.has(norm);
}
