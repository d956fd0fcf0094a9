import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { chance, type Reading } from '../read.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Statement } from '../select/selection.ts';
import type { Worth } from '../select/worth.ts';
import { aimsOf, inOrder, joined, joinedOnOneLine, ranked, selectionFor, takeBest, takeMost } from './budgeted.ts';
import { begun, countWords } from '../layout.ts';
import { beginning, elided } from './beginning.ts';
import { isShort, plainly } from './short.ts';

const BODY: Worth = {
  ban: 1.5,
  rule: 1.2,
  decision: 1.2,
  failure: 1.1,
  deadline: 1,
  open: 1,
  question: 0.9,
  fact: 1,
  done: 0.8,
  reason: 0.4,
};
const SHARE = { goal: 0.15, request: 0.2 };
const BULLET = '- ';

/** What a prose result says: the goal, what matters in the order of the text, the last request. */
function told(reading: Reading): { goal: Statement[]; body: Statement[]; request: Statement[] } {
  const selection = selectionFor(reading, '', aimsOf(reading));
  const total = selection.left;
  const goal = takeBest(selection, reading.goal, total * SHARE.goal);
  const request = takeBest(selection, reading.request, total * SHARE.request);
  const body = inOrder(takeMost(selection, BODY));
  return { goal, body, request };
}

const unitsOf = (statements: readonly Statement[]): Unit[] => statements.flatMap(({ units }) => units);

/** Dense prose: the goal, then facts, decisions and rules in the order of the text, the last request at the end. */
export function summary(reading: Reading): string {
  if (isShort(reading)) return whole(reading);
  const { goal, body, request } = told(reading);
  return paragraphs([goal, body, request]) || beginning(reading, reading.characters);
}

function paragraphs(parts: readonly (readonly Statement[])[]): string {
  return parts
    .filter((part) => part.length > 0)
    .map((part) => joined(unitsOf(part)))
    .join('\n');
}

/** A flat list, a statement a line. */
export function bullets(reading: Reading): string {
  if (isShort(reading)) return shortBullets(reading);
  const { goal, body, request } = told(reading);
  const lines = [...goal, ...body, ...request]
    .filter(({ units }) => units.length > 0)
    .map(({ units }) => `${BULLET}${joinedOnOneLine(units)}`);
  while (lines.length > 1 && codePoints(lines.join('\n')) > reading.characters) lines.splice(-2, 1);
  const text = lines.join('\n');
  return text !== '' && codePoints(text) <= reading.characters
    ? text
    : `${BULLET}${beginning(reading, Math.max(1, reading.characters - BULLET.length))}`;
}

/** One paragraph of at most 60 words: the goal, the last request, and the prohibitions that are short enough to fit between them. */
export function tldr(reading: Reading): string {
  if (isShort(reading)) return shortTldr(reading);
  const selection = selectionFor(reading, '', aimsOf(reading));
  let words = limits.tldrWords;
  const fits = (unit: Unit): boolean => {
    const count = countWords(unit.text);
    if (count > words) return false;
    words -= count;
    return true;
  };
  const take = (units: readonly Unit[], most: number): Unit[] =>
    units.filter((unit) => countWords(unit.text) <= Math.min(most, words) && selection.take(unit) !== undefined && fits(unit));
  const likeliest = reading.goal.toSorted((a, b) => chance(reading, b, 'goal') - chance(reading, a, 'goal'));
  const goal = likeliest.flatMap((unit, i, all) => (all.slice(0, i).some((one) => selection.has(one)) ? [] : take([unit], 38)));
  const request = take(reading.request, 30);
  const isSure = (unit: Unit): boolean => isLanguage(unit) && !reading.doubted.has(unit.order);
  const bans = take(ranked(reading, { ban: 1.5, rule: 0.8 }, isSure), 18);
  const facts = take(ranked(reading, BODY, isSure), 24);
  const body = [...bans, ...facts].toSorted((a, b) => a.order - b.order);
  const text = joinedOnOneLine([...goal, ...body, ...request]);
  return text || begun(beginning(reading, reading.characters), reading.characters, limits.tldrWords);
}

/** A short text as it is, its head and marks of structure aside; masks of credentials can make it too long, which costs it what says least. */
function whole(reading: Reading): string {
  return fitting(reading, joined, () => true) ?? elided(joined(plainly(reading.units)), reading.characters);
}

/** Units without the headings that stand in those under them. */
function ledOnly(units: readonly Unit[]): readonly Unit[] {
  const leads = new Set(units.map(({ led }) => led?.heading));
  return units.filter(({ status, text }) => status !== 'title' || !leads.has(text));
}

/** A short text in one form, without what says least where there is no room for all; undefined where not even one unit fits. */
function fitting(
  reading: Reading,
  form: (units: readonly Pick<Unit, 'text'>[]) => string,
  fits: (text: string) => boolean,
): string | undefined {
  const led = form(ledOnly(reading.units));
  if (codePoints(led) <= reading.characters && fits(led)) return led;
  const units = reading.units.toSorted((a, b) => chance(reading, a, 'noise') - chance(reading, b, 'noise'));
  for (let count = units.length; count > 0; count--) {
    const shown = units.slice(0, count).toSorted((a, b) => a.order - b.order);
    const text = form(count === units.length ? plainly(shown) : shown);
    if (codePoints(text) <= reading.characters && fits(text)) return text;
  }
  return undefined;
}

/** A short text a line at a time. */
function shortBullets(reading: Reading): string {
  const lines = (units: readonly Pick<Unit, 'text'>[]): string => units.map(({ text }) => `${BULLET}${text}`).join('\n');
  return fitting(reading, lines, () => true) ?? `${BULLET}${beginning(reading, Math.max(1, reading.characters - BULLET.length))}`;
}

/** A short text as one paragraph of few words. */
function shortTldr(reading: Reading): string {
  const text = fitting(reading, joinedOnOneLine, (one) => countWords(one) <= limits.tldrWords);
  return text ?? begun(beginning(reading, reading.characters), reading.characters, limits.tldrWords);
}
