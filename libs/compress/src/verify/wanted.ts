import type { Label } from '../classify/labels.ts';
import { chance, type Reading } from '../read.ts';
import { isLanguage, type Kind, type Role, type Unit } from '../reading.ts';
import { holds } from '../resolve/standing.ts';
import { anchorsOf } from '../choose/anchors.ts';
import { isNegated } from '../classify/negation.ts';
import { squashed } from '../tokens/squashed.ts';
import type { Need } from '../weigh/needs.ts';
import { probability } from '../weigh/weigh.ts';

/** Probability from which on a statement of a session is asked for. */
const STATED = 0.3;
/** Likelihood from which on a unit is a prohibition by its words, where the session leaves it open. */
const CLEAR = 0.9;
/** Likelihood from which on a unit counts as what a class asks for. */
const LIKELY = 0.5;

/** A unit by what a result is asked for it: its stems, by number, with the weight of all; its words in a row; whether it is a prohibition. */
export type Matter = { stems: readonly number[]; weight: number; key: string; words: readonly string[]; isBan: boolean };

/** What of a reading is looked for in results. */
export class Wanted {
  readonly reading: Reading;
  readonly goal: readonly Unit[];
  readonly request: readonly Unit[];
  readonly rules: readonly Unit[];
  readonly decisions: readonly Unit[];
  readonly failures: readonly Unit[];
  readonly deadlines: readonly Unit[];
  readonly bans: readonly Unit[];
  /** The details of the reading, each by its lower-case form, and the words in that. */
  readonly details: ReadonlyMap<string, { name: string; words: readonly string[] }>;
  readonly #matters: (Matter | undefined)[] = [];
  #text: string | undefined;

  constructor(reading: Reading) {
    const standing = reading.units.filter((unit) => holds(reading, unit));
    const said = standing.filter(isSaid);
    const likely = (units: readonly Unit[], ...labels: readonly Label[]): Unit[] =>
      units.filter((unit) => labels.some((label) => chance(reading, unit, label) >= LIKELY));
    this.reading = reading;
    if (reading.isSession) {
      const { goals, requests } = anchorsOf(reading);
      const stated = (need: Need): Unit[] => said.filter((unit) => probability(reading.weighed, unit, need) >= STATED);
      this.goal = goals.find(({ length }) => length > 0) ?? [];
      this.request = requests[0] ?? [];
      this.rules = [...new Set([...stated('rule'), ...stated('ban')])];
      this.decisions = stated('decision');
      this.failures = stated('failed');
      this.bans = said.filter((unit) => isBan(reading, unit));
    } else {
      this.goal = reading.goal;
      this.request = reading.request;
      this.rules = likely(said, 'rule', 'ban');
      this.decisions = likely(said, 'decision');
      this.failures = likely(said, 'failure');
      this.bans = likely(statedByPrincipals(standing), 'ban');
    }
    this.deadlines = likely(said, 'deadline');
    const names = new Map(reading.identifiers.flat().map((name) => [name.toLowerCase(), name]));
    this.details = new Map([...names].map(([low, name]) => [low, { name, words: wordsOf(low) }]));
  }

  matterOf(unit: Unit): Matter {
    return (this.#matters[unit.order] ??= this.#newMatterOf(unit));
  }

  #newMatterOf(unit: Unit): Matter {
    const { keyOf, rarity } = this.reading;
    const key = keyOf(unit);
    return {
      stems: rarity.units[unit.order]!,
      weight: rarity.weightOf(unit.order),
      key,
      words: key.split(' '),
      isBan: chance(this.reading, unit, 'ban') >= LIKELY,
    };
  }

  /** The whole text, lower-case. */
  get text(): string {
    this.#text ??= this.reading.units.map((unit) => unit.text.toLowerCase()).join('\n');
    return this.#text;
  }
}

/** Whether a unit of a session forbids something in words: a user, the system or a loaded file of instructions says so. */
function isBan(reading: Reading, unit: Unit): boolean {
  const { role, quoted, text, tokens } = unit;
  if (role === 'none' || quoted || !isLanguage(unit) || !isNegated(text, tokens)) return false;
  const stated = probability(reading.weighed, unit, 'ban');
  return stated >= STATED || (role === 'user' && stated >= STATED / 2 && chance(reading, unit, 'ban') >= CLEAR);
}

const PRINCIPALS: ReadonlySet<Role> = new Set(['user', 'system', 'none']);
const MATERIAL: ReadonlySet<Kind> = new Set(['log', 'code']);

/** What may bind a successor: an agent's narration and what a tool prints do not, unless nobody else speaks. */
function statedByPrincipals(units: readonly Unit[]): Unit[] {
  const has = units.some(({ role }) => role === 'user' || role === 'system');
  return units.filter(({ role, kind }) => !MATERIAL.has(kind) && (!has || PRINCIPALS.has(role)));
}

/** Whether a unit says something by itself: one word ("OK.") does not. */
function isSaid({ tokens }: Unit): boolean {
  return tokens.filter(({ shape }) => shape !== 'sign').length > 1;
}

/** The words of a text, lower-case. */
export function wordsOf(text: string): string[] {
  const words = squashed(text);
  return words === '' ? [] : words.split(' ');
}
