import { months, weekdays } from '../tokens/calendar.ts';
import { isCount, isSaying } from './speakers.ts';

const DIGITS = String.raw`\d[\d.,:/TZ+-]*`;
/** What may stand between the digits of a time and a date: "10:15 PM", "3 Nov 11:15". */
const FURTHER = String.raw`[ ,]+(?:${DIGITS}|[AaPp][Mm]|UTC|GMT|CES?T|\p{L}{3,9}\.?(?=,? \d))`;
/** "14:02", "[2025-09-30 10:15]", "Mon 3 Nov, 11:15 -", "**07:05**": what may be a time at the beginning of a line. */
const STAMP = new RegExp(
  String.raw`^\s{0,4}(?:[-*•] )?[*_[(]{0,3}(?:\p{L}{2,9}\.?,? ){0,2}[T+]?${DIGITS}(?:${FURTHER})*[*_\])]{0,3}\s*[-–—|·,]?\s*`,
  'u',
);
/** A time of day or a date in digits. */
const TIME = /\d[:.h]\d\d|\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\//;
/** "#12", "09:14", "3rd", "2025-09-30T10:15Z". */
const STAMP_WORD = /^[#+-]?T?\d[\d.,:/hTZ+-]*(?:am|pm|st|nd|rd|th|h)?$/i;
/** Words that stand beside a time. */
const BESIDE = /^(?:UTC|GMT|CES?T|[AP]M|Uhr|at|on|um)$/i;
/** Words that are nothing but a date: "6 May", "Mon 3 Nov", "12. März 2026". */
const DAY = /^(?:\p{L}{2,9}\.?,? )?\d{1,2}(?:\.|st|nd|rd|th)? \p{L}{3,9}\.?(?: \d{4})?$/u;
/** Short names of days and months that are words as well. */
const AMBIGUOUS = /^(?:Mar|May|Sat|Sun|Mo|Di|Mi|Do|Fr|Sa|So|Mars|Sept?)$/;
/** Weekdays that people are called. */
const NAMES_TOO = new Set(['sam']);
/** A word with a number behind it: "Page 4", "Art. 16", but not "ana 4 May". */
const NUMBERED = /^\W*(\p{L}+)\.? #?\d{1,4}(?![\d.:/-]*\d|\.? \p{L})/u;

/** How many signs at the beginning of a line are a time or a date with the marks around it; 0 where it begins with none. */
export function stampLength(line: string): number {
  const stamp = /\d/.test(line.slice(0, 16)) ? STAMP.exec(line)?.[0] : undefined;
  if (!stamp || !TIME.test(stamp)) return 0;
  const words = stamp.match(/\p{L}{2,}/gu) ?? [];
  return words.every((word) => isWeekday(word) || isMonth(word) || AMBIGUOUS.test(word) || BESIDE.test(word)) ? stamp.length : 0;
}

/** The words that are no time, no date and no count of turns. */
export function withoutStamps(words: readonly string[]): readonly string[] {
  if (!words.some(isStamp)) return words.some(isWeekday) ? words.filter((word) => !isWeekday(word)) : words;
  if (DAY.test(words.join(' '))) return [];
  return words.filter((word, i) => {
    if (isStamp(word) || isWeekday(word) || isMonth(word)) return false;
    return !BESIDE.test(word) && !isSaying(word) && !(isCount(word) && isStamp(words[i + 1] ?? ''));
  });
}

/** Whether a name with a number behind it counts the parts of a text. */
export function isNumbered(text: string): boolean {
  const found = NUMBERED.exec(text);
  return found !== null && !isCount(found[1]!);
}

function isStamp(word: string): boolean {
  return /^[\d#+T-]/.test(word) && STAMP_WORD.test(word);
}

function isWeekday(word: string): boolean {
  const low = word.toLowerCase();
  return weekdays.has(low) && !NAMES_TOO.has(low);
}

function isMonth(word: string): boolean {
  return months.has(word.toLowerCase().replace(/\.$/, ''));
}
