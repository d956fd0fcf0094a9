import type { Rule } from '../fidelity/constraints.ts';
import type { Analysis } from './analysis.ts';
import { isRequest } from './asking.ts';
import { announcesRules } from './authority.ts';
import { countsOf } from './counts.ts';
import { type RuleWords, ruleWords } from './rule-words/rule-words.ts';
import type { Role, Unit } from './unit.ts';

/** What can be said of a rule, by name; most are 0 or 1. */
export type Features = Map<string, number>;

/** Strength from which a rule counts as firm. */
const FIRM = 3;
const STEPS = [1.5, 2.5, 3.5];
const SHORT = 25;
const LONG = 200;
const EARLY = 0.15;

/** What words say of a sentence from which on down they speak against its being a rule. */
const AGAINST = -1.5;

/** Sentences that are the same but for their numbers, from which on a machine wrote them. */
const SERIES = 3;

/** Whether one of `rules` differs from more than a few others only by its numbers. */
function inSeries(rules: readonly Rule[]): (rule: Rule) => boolean {
  const shapes = countsOf(rules.map(shapeOf));
  return (rule) => shapes.get(shapeOf(rule))! > SERIES;
}

function shapeOf({ sentence }: Rule): string {
  return sentence.slice(0, 200).replace(/\d[\d.,:]*/g, '#');
}

/** The features of each of an analysis' rules: its words, how firm, who says it, where it stands, among how many others, how long. */
export function featuresOf(analysis: Analysis, judge: (text: string) => RuleWords = ruleWords): Map<Rule, Features> {
  const words = new Map(analysis.sayable.map((unit) => [unit.order, judge(unit.text)]));
  const beside = neighboursOf(analysis.sayable);
  const wordsAt = (order: number) => words.get(order)?.rule ?? ALONE;
  const firm = countsOf(analysis.rules.filter((rule) => rule.strength >= FIRM).map((rule) => rule.unit.block));
  const all = countsOf(analysis.sayable.map((unit) => unit.block));
  const repeated = inSeries(analysis.rules);
  const asked = new Set(analysis.request.map((unit) => unit.order));
  return new Map(
    analysis.rules.map((rule) => {
      const { unit } = rule;
      const rules = firm.get(unit.block) ?? 0;
      const [before, after] = beside(unit);
      const place: Place = {
        at: unit.order / analysis.units.length,
        asked: asked.has(unit.order),
        series: repeated(rule),
        rules: Math.min(1, rules / 4),
        share: Math.min(1, rules / (all.get(unit.block) ?? 1)),
        words: words.get(unit.order) ?? judge(unit.text),
        beside: [wordsAt(before), wordsAt(after)],
      };
      return [rule, featuresAt(rule, place)];
    }),
  );
}

/** What the words of a sentence say that is not there. */
const ALONE = -3;

/** The places of the sentences before and after a unit in the same turn; -1 where there is none. */
function neighboursOf(units: readonly Unit[]): (unit: Unit) => [before: number, after: number] {
  const places = new Map(units.map((unit, i) => [unit.order, i]));
  return (unit) => {
    const i = places.get(unit.order) ?? Number.NaN;
    const at = (n: number) => (units[n]?.turn === unit.turn ? units[n].order : -1);
    return [at(i - 1), at(i + 1)];
  };
}

type Place = {
  at: number;
  asked: boolean;
  series: boolean;
  rules: number;
  share: number;
  words: RuleWords;
  beside: readonly [before: number, after: number];
};

/** Turns of phrase in which bans stand that are stated as facts. */
const TURNS: readonly (readonly [string, RegExp])[] = [
  [
    'not before',
    /\b(?:not|never|no|nobody|nothing|none)\b.*\b(?:before|until|till|unless|without)\b|n['’]t\b.*\b(?:before|until|till|unless|without)\b/i,
  ],
  ['without it not', /\bwithout\b.*(?:\b(?:not|never|no)\b|n['’]t\b)/i],
  [
    'nobody does',
    /\b(?:nobody|no one|no-one|nothing)\s+(?:(?:else|but|except)\s+(?:\S+\s+){0,3})?(?!was|were|had|did|came|went|happened)\p{Ll}{2,}(?<!ed)\b/iu,
  ],
  ['but not', /\b(?:may|can|are|is)\b.*\bbut\s+(?:not|never|no)\b/i],
];

function featuresAt({ unit, sentence, strength, prohibition }: Rule, place: Place): Features {
  const { at, asked, series, rules, share, words, beside } = place;
  const features: Features = new Map();
  const put = (name: string, value: number | boolean = true) => {
    if (value) features.set(name, Number(value));
  };
  const both = (name: string, role: Role) => {
    put(name);
    put(`${name}, ${role}`);
  };
  put(unit.role);
  put(unit.kind);
  put('words', words.rule);
  put(`words, ${unit.role}`, words.rule);
  put('words of a rule', Math.max(0, words.rule));
  put('words of a ban', words.ban);
  put('words clearly of a ban', Math.max(0, words.ban));
  put('ban against its words', prohibition && words.rule < AGAINST);
  put('firm against its words', strength >= FIRM && words.rule < AGAINST);
  put('words before', beside[0]);
  put('words after', beside[1]);
  both(`strength ${STEPS.filter((step) => strength >= step).length}`, unit.role);
  if (prohibition) both('ban', unit.role);
  for (const [name, form] of TURNS) put(name, form.test(sentence));
  if (isRequest(sentence)) both('request', unit.role);
  if (at < EARLY) both('early', unit.role);
  put('announced', announcesRules(unit.section));
  put('asked last', asked);
  put('rules beside it', rules);
  put('share of rules', share);
  put('place', at);
  put('length', Math.min(3, sentence.length / 100));
  put('series', series);
  put('short', sentence.length < SHORT);
  put('long', sentence.length > LONG);
  put('question', /\?["')]*$/.test(sentence));
  put('number', /\d/.test(sentence));
  return features;
}
