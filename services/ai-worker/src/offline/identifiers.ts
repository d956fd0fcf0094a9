import { namesIn } from './names.ts';
import { isTextual, type Unit } from './unit.ts';

/** A detail that can only be copied, with how much it matters to the text. */
export type Identifier = { name: string; weight: number };

const KIND_WEIGHT: Record<Unit['kind'], number> = {
  prose: 3,
  item: 3,
  heading: 2.5,
  comment: 1.5,
  table: 1.6,
  log: 0.5,
  code: 0.4,
  data: 0.6,
};
/** Longest name that is listed. */
const MAX_NAME = 120;

/** The anchors of each unit, injections left out. */
export function anchorsByUnit(units: readonly Unit[]): string[][] {
  return units.map((unit) => (unit.injected || !/[\d/._"`“„«@A-Z]/.test(unit.text) ? [] : namesIn(unit.text)));
}

/** Every identifier of the text, the ones that matter most first. */
export function rankIdentifiers(units: readonly Unit[], anchors: readonly (readonly string[])[]): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const [i, unit] of units.entries()) {
    for (const name of anchors[i]!) {
      if (name.length > MAX_NAME) continue;
      const gain = mentionWeight(unit, i / units.length) * shapeWeight(name);
      const known = found.get(name.toLowerCase());
      if (known) known.weight += gain * 0.4;
      else found.set(name.toLowerCase(), { name, weight: gain });
    }
  }
  return withoutFloods(withoutParts([...found.values()])).sort((a, b) => perLength(b) - perLength(a));
}

/** A path or file with the line it is cited at. */
const AT_LINE = /^(.*\.[A-Za-z]{1,6})(?::\d{1,6}){1,2}$/;

/** Leaves out what is the end of a longer name ("feeds.py:64" of "apps/feeds.py"), and adds its weight to that. */
function withoutParts(names: Identifier[]): Identifier[] {
  const files = new Map<string, Identifier[]>();
  for (const one of names) {
    const path = AT_LINE.exec(one.name)?.[1] ?? one.name;
    const last = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    if (/\.[a-z]\w{0,5}$/.test(last)) files.set(last, [...(files.get(last) ?? []), one]);
  }
  const parts = new Set<Identifier>();
  for (const same of files.values()) {
    const whole = same.reduce((a, b) => (pathOf(b).length > pathOf(a).length ? b : a));
    const own = same.filter((one) => one !== whole && pathOf(whole).endsWith(pathOf(one)));
    whole.weight = Math.max(whole.weight, ...own.map(({ weight }) => weight)) + 0.4;
    for (const one of own) parts.add(one);
  }
  return names.filter((one) => !parts.has(one));
}

function pathOf({ name }: Identifier): string {
  return AT_LINE.exec(name)?.[1] ?? name;
}

/** Short names go before long ones of the same weight: more of them fit. */
function perLength({ name, weight }: Identifier): number {
  return weight / (name.length + 8) ** 0.3;
}

/** Names of one shape ("ED-4711", "ED-4712", …) of which so many are listed in full weight. */
const FAMILY = 6;
const MOST_OF_FAMILY = 24;
const FLOOD = 0.35;

/** Lists of a catalogue or a log are many names of one shape: all but the weightiest of a family lose weight. */
function withoutFloods(names: Identifier[]): Identifier[] {
  const families = Map.groupBy(names, ({ name }) => name.toLowerCase().replace(/(?=[a-f]*\d)[0-9a-f]{6,}|\d+/g, '#'));
  return [...families.values()].flatMap((family) => {
    const ranked = family.toSorted((a, b) => b.weight - a.weight);
    return ranked.slice(0, MOST_OF_FAMILY).map((one, i) => (i < FAMILY ? one : { ...one, weight: one.weight * FLOOD }));
  });
}

function mentionWeight(unit: Unit, position: number): number {
  const speaker = unit.role === 'user' ? 1.6 : unit.role === 'tool' && !isTextual(unit) ? 0.7 : 1;
  return KIND_WEIGHT[unit.kind] * speaker * (0.8 + 0.4 * position) * (unit.kind === 'log' && /error|fail|fatal/i.test(unit.text) ? 2 : 1);
}

const MEASURE = /^[€$£~]?\s?\d[\d.,:'\s–-]*\s?(?:[€$£%°]?\p{L}{0,9}\.?|%)$/u;
const DATE = /^\d{1,2}(?:st|nd|rd|th|\.)?\s\p{L}{3,9}(?:\s\d{4})?$|^\p{L}{3,9}\s\d{1,2}(?:,?\s\d{4})?$/u;

/** Whether an anchor is a bare time, date or amount rather than the name of something. */
export function isMeasure(name: string): boolean {
  return (MEASURE.test(name) && !/^\d{6,}$/.test(name)) || DATE.test(name);
}

/** A day of a month that is named. */
const DAY =
  /^\d{1,2}(?:st|nd|rd|th|\.)?\s(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\s\d{1,2}/iu;

/** An amount, a large number or a date: a measure that is looked up by its value. */
export function isWeighty(name: string): boolean {
  return /\d[.,]\d{3}(?!\d)|\d{5,}|[€$£]|(?:EUR|USD|GBP|CHF|SEK|PLN)$/.test(name) || DAY.test(name);
}

/** Names outweigh quotations and bare numbers. */
function shapeWeight(name: string): number {
  if (/^\d[\d.,]*\s?×$|^\d{1,3}\/\d{1,3}$|^\p{Ll}{1,12}$|^§+\s?\d{1,2}$/u.test(name)) return 0.3;
  if (isWeighty(name)) return 0.8;
  if (isMeasure(name)) return /^\d{1,2}:\d\d/.test(name) ? 0.25 : 0.5;
  if (/^\S*[/\\]\S*$|:\/\//.test(name)) return 1.7;
  if (/^(?=.*\d)(?=.*\p{L})[\w.#@:+§-]+$/u.test(name)) return 1.6;
  if (/^[\w$]+(?:[._@-][\w$]+)+(?:\(\))?$/.test(name) && /\p{L}/u.test(name)) return 1.5;
  if (/\s/.test(name)) return /\d/.test(name) ? 1 : 0.35;
  return /^\d/.test(name) ? 0.8 : 1.1;
}
