/** Languages whose names of days and months are known. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'cs', 'ro', 'tr', 'ru', 'uk'];
const WIDTHS = ['long', 'short'] as const;
/** The first of a month that begins on a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/**
 * Names that are everyday words as well ("may", "mar", "sat", French "mars"): only their long forms with a capital would tell, so they
 * stay words.
 */
const AMBIGUOUS = new Set([
  'may',
  'mar',
  'sat',
  'mars',
  'sun',
  'so',
  'do',
  'mi',
  'di',
  'fr',
  'sa',
  'mo',
  'ma',
  'za',
  'zo',
  'wo',
  'vr',
  'set',
  'out',
  'dom',
  'lut',
  'maj',
  'st',
  'to',
  'on',
  'pi',
  'pa',
  'ut',
]);

/** The names that ICU knows for the parts of a date, lower-cased, in all languages. */
function names(part: 'weekday' | 'month', count: number, stepMs: number): Set<string> {
  const found = new Set<string>();
  for (const language of LANGUAGES)
    for (const width of WIDTHS) {
      const format = new Intl.DateTimeFormat(language, { [part]: width, timeZone: 'UTC' });
      for (let i = 0; i < count; i++)
        found.add(
          format
            .format(MONDAY + i * stepMs)
            .toLowerCase()
            .replace(/\.$/, ''),
        );
    }
  return new Set([...found].filter((name) => name.length > 1 && !AMBIGUOUS.has(name)));
}

/** Names of weekdays, lower-cased. */
export const weekdays: ReadonlySet<string> = names('weekday', 7, DAY_MS);
/** Names of months, lower-cased. */
export const months: ReadonlySet<string> = names('month', 12, 31 * DAY_MS);
