import { stemsOf } from './stems.ts';
import { contentWords } from './text.ts';

/** A number with what it counts ("64 KiB", "€9,000", "30 November", "09:30") and the meaning of the few words before it. */
export type Quantity = { value: string; unit: string; before: ReadonlySet<string> };

const FORM =
  /([€$£])\s?(\d[\d.,]*\d|\d)|(\d{1,2}:\d\d)|(\d[\d.,]*\d|\d)\s?(?:(?:working|calendar|business|full|net|gross)\s)?(%|°C|°|[€$£]|\p{L}{1,12})?/gu;
const WINDOW = 28;
/** Quantities of one sentence that are looked at. */
const MOST = 12;

/** The first quantities of a text, in order. A number without anything counted has the unit ''; a time of day has 'clock'. */
export function quantitiesOf(text: string): Quantity[] {
  const found = [...text.matchAll(FORM)].slice(0, MOST);
  return found.map((match) => {
    const [, sign, amount, clock, value, unit] = match;
    const before = stemsOf(text.slice(Math.max(0, match.index - WINDOW), match.index));
    if (sign) return { value: amount!, unit: sign, before };
    if (clock) return { value: clock, unit: 'clock', before };
    return { value: value!, unit: countedBy(unit ?? ''), before };
  });
}

/** What the word after a number counts, in the singular; '' for the "and" of "7 and 8", which counts nothing. */
function countedBy(unit: string): string {
  if (/^\p{L}/u.test(unit) && contentWords(unit).length === 0) return '';
  return unit.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '');
}

const VALUE = String.raw`[€$£]?(\d[\d.,:]*\d|\d)`;
const REPLACED = new RegExp(
  [
    String.raw`\b(?:instead\s+of|rather\s+than|not|no\s+longer|statt|nicht|pas|au\s+lieu\s+de|en\s+vez\s+de|no)\s+(?:the\s+)?${VALUE}`,
    String.raw`${VALUE}\s+(?:(?:must|has\s+to|should)\s+be|is|was|were)\s+(?:replaced|superseded)`,
    String.raw`\b(?:moved?|changed?|raised|lowered|cut|extended|reduced|postponed|shifted)\s+(?:\w+\s+){0,3}?from\s+${VALUE}`,
    String.raw`\b(?:i\s+know\s+i\s+said|(?:i|we)\s+first\s+said|earlier\s+(?:i|we)\s+said|originally\s+(?:i|we)\s+\w+)\s+(?:\w+\s+){0,3}?${VALUE}`,
  ].join('|'),
  'gi',
);

/** The values a sentence says no longer hold: "15 instead of 30", "not 40", "moved from 5 to 7". */
export function replacedValues(text: string): string[] {
  return Array.from(text.matchAll(REPLACED), ([, ...values]) => values.find((value) => value !== undefined)!);
}
