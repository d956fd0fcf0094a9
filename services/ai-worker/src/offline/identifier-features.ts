import { isTextual, type Unit } from './unit.ts';

const SHAPES = {
  url: /:\/\//,
  path: /^(?!.*:\/\/)(?=.*\p{L})\S*[/\\]\S*$/u,
  file: /^(?=.*\p{L}).*\.[a-z]\w{0,5}(?::\d+)*$/iu,
  fraction: /^\d{1,3}\/\d{1,3}$/,
  date: /^\d{1,2}(?:st|nd|rd|th|\.)?\s\p{L}{3,9}(?:\s\d{4})?$|^\p{L}{3,9}\s\d{1,2}(?:,?\s\d{4})?$/u,
  'ISO date': /^\d{4}-\d\d-\d\d/,
  time: /^\d{1,2}:\d\d/,
  money: /[€$£]|\b(?:EUR|USD|GBP|CHF|SEK|PLN|NOK|DKK)\b/,
  percent: /%$/,
  version: /^v?\d+\.\d+\.\d+/,
  hash: /^(?=.*[a-f])(?=.*\d)[0-9a-f]{7,64}$/,
  code: /^[A-Z]{1,6}[-_ ]?\d[\w./-]*$/,
  'upper case': /^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+$/,
  'snake case': /^[a-z0-9]+(?:_[a-z0-9]+)+$/,
  'kebab case': /^[a-z0-9]+(?:-[a-z0-9]+)+$/,
  'camel case': /^[a-z]+[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*$/,
  dotted: /^[\w$]+(?:\.[\w$]+)+$/,
  call: /\(\)?/,
  mail: /^\S+@\S+\.\S+$/,
  host: /^(?=.*\p{L})[a-z0-9-]+(?:\.[a-z0-9-]+)+$/u,
  word: /^\p{L}+$/u,
  spaced: /\s/,
  digits: /^\d+$/,
  number: /^\d[\d.,]*$/,
  counted: /^\d[\d.,]*\s?\p{L}/u,
  mixed: /^(?=.*\d)(?=.*\p{L})[\w.#@:+§-]+$/u,
  section: /^(?:§|Art|sec|clause|section|annex)/i,
  marked: /^[#@$-]/,
} as const satisfies Record<string, RegExp>;

const MEASURE = /^[€$£~]?\s?\d[\d.,:'\s–-]*\s?(?:[€$£%°]?\p{L}{0,9}\.?|%)$/u;

/** Whether a name is a bare time, date or amount rather than the name of something. */
export function isMeasure(name: string): boolean {
  return (MEASURE.test(name) && !/^\d{6,}$/.test(name)) || SHAPES.date.test(name);
}

/** A day of a month that is named. */
const DAY =
  /^\d{1,2}(?:st|nd|rd|th|\.)?\s(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\s\d{1,2}/iu;

/** An amount, a large number or a date: a measure that is looked up by its value. */
export function isWeighty(name: string): boolean {
  return /\d[.,]\d{3}(?!\d)|\d{5,}|[€$£]|(?:EUR|USD|GBP|CHF|SEK|PLN)$/.test(name) || DAY.test(name);
}

/** What a name looks like. */
function shapesOf(name: string): string[] {
  const shapes: string[] = Object.entries(SHAPES).flatMap(([shape, form]) => (form.test(name) ? [shape] : []));
  if (isMeasure(name)) shapes.push('measure');
  if (isWeighty(name)) shapes.push('weighty');
  return shapes.length > 0 ? shapes : ['other'];
}

/** Names of one family differ only in their numbers: "ED-4711", "ED-4712". */
export function familyOf(name: string): string {
  return name.toLowerCase().replace(/(?=[a-f]*\d)[0-9a-f]{6,}|\d+/g, '#');
}

/** A unit that names something, how many other things it names, and whether it belongs to the last request or states a rule. */
export type Mention = { unit: Unit; beside: number; asked: boolean; rule: boolean };

const ofPeople = new Set(['user', 'system', 'none']);
const many = (n: number) => Math.log(1 + n);

/** What can be said of a name, by name of the feature: how it looks, who names it where and how often, how many are like it. */
export function featuresOf(name: string, mentions: readonly Mention[], family: number, length: number): Map<string, number> {
  const shapes = shapesOf(name);
  const features = new Map<string, number>([['even', 1]]);
  const kin = Math.log(family);
  for (const shape of shapes) features.set(shape, 1).set(`family, ${shape}`, kin / 2);
  for (const { unit, asked, rule } of mentions) {
    features.set(`in ${unit.kind}`, 1).set(`by ${unit.role}`, 1);
    if (asked) features.set('asked', 1);
    if (rule) features.set('rule', 1);
  }
  const units = mentions.map(({ unit }) => unit);
  features
    .set('family', kin)
    .set('length', Math.min(3, name.length / 20))
    .set('mentions', many(mentions.length))
    .set('turns', many(new Set(units.map(({ turn }) => turn)).size))
    .set('in language', many(units.filter(isTextual).length))
    .set('by people', many(units.filter(({ role }) => ofPeople.has(role)).length))
    .set('first', units[0]!.order / length)
    .set('last', units.at(-1)!.order / length)
    .set('beside others', Math.min(...mentions.map(({ beside }) => beside)) / 5);
  return features;
}
