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

type Part = 'weekday' | 'month';
type Width = (typeof WIDTHS)[number];
const STEPS = { weekday: { count: 7, ms: DAY_MS }, month: { count: 12, ms: 31 * DAY_MS } } as const;

/** The names that ICU knows for a part of a date, lower-cased, in `languages`. */
function names(part: Part, widths: readonly Width[], languages: readonly string[]): Set<string> {
  const { count, ms } = STEPS[part];
  const found = new Set<string>();
  for (const language of languages)
    for (const width of widths) {
      const format = new Intl.DateTimeFormat(language, { [part]: width, timeZone: 'UTC' });
      for (let i = 0; i < count; i++)
        found.add(
          format
            .format(MONDAY + i * ms)
            .toLowerCase()
            .replace(/\.$/, ''),
        );
    }
  return found;
}

function known(part: Part): Set<string> {
  return new Set([...names(part, WIDTHS, LANGUAGES)].filter((name) => name.length > 1 && !AMBIGUOUS.has(name)));
}

/** Names of weekdays, lower-cased. */
export const weekdays: ReadonlySet<string> = known('weekday');
/** Names of months, lower-cased. */
export const months: ReadonlySet<string> = known('month');

/** Languages whose short names are looked for before a stop: in others they are words of these ("per", "led"). */
const SHORTENING = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'];

/** The short names, which a stop may stand behind, everyday words among them ("Fr.", "mar."): those that are no whole name as well. */
function shortened(part: Part): Set<string> {
  const whole = names(part, ['long'], LANGUAGES);
  return new Set([...names(part, ['short'], SHORTENING)].filter((name) => !whole.has(name)));
}

/** Short names of weekdays, lower-cased. */
export const shortWeekdays: ReadonlySet<string> = shortened('weekday');
/** Short names of months, lower-cased. */
export const shortMonths: ReadonlySet<string> = shortened('month');
