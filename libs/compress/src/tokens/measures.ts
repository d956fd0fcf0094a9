const LANGUAGES = ['en', 'de', 'fr', 'es'];
/** Signs of measure that, lower-cased, are more often plain words: the French "To" is a terabyte. */
const PLAIN_WORDS = ['in', 'to', 'go', 'a', 'an', 'o', 'y', 'mi', 'po', 'wo'];
const WIDTHS = ['short', 'narrow', 'long'] as const;

function formsOfUnits(): string[] {
  const found = new Set<string>();
  for (const unit of Intl.supportedValuesOf('unit'))
    for (const language of LANGUAGES)
      for (const unitDisplay of WIDTHS)
        for (const amount of [1, 2]) {
          const parts = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).formatToParts(amount);
          for (const { type, value } of parts) if (type === 'unit') found.add(value);
        }
  return [...found];
}

/** The words and signs that ICU puts behind a number for each unit it knows ("ms", "kB", "Stunden", "Min."). */
const unitForms = formsOfUnits();

function unitWords(): Set<string> {
  const found = new Set([
    'eur',
    'usd',
    'gbp',
    'chf',
    'rows',
    'tokens',
    'users',
    'pods',
    'nodes',
    'cores',
    'workers',
    'connections',
    'rps',
    'qps',
    'gib',
    'mib',
    'kib',
    'utc',
    'cet',
    'cest',
    'kw',
    'kwh',
    'hz',
    'mhz',
    'ghz',
    '°c',
  ]);
  for (const form of unitForms) found.add(form.toLowerCase().replace(/\.$/, ''));
  for (const word of PLAIN_WORDS) found.delete(word);
  return found;
}

/** Words and signs of measure, lower-cased. */
export const measures: ReadonlySet<string> = unitWords();

/** The measures that are written with a capital and a stop, which ends no sentence before a noun: "5 Min. Pause". */
export const measuresWithStop: ReadonlySet<string> = new Set(unitForms.flatMap((form) => /^(\p{Lu}\p{L}+)\.$/u.exec(form)?.slice(1) ?? []));
