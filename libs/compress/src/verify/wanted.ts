import type { Label } from '../classify/labels.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import { holds } from '../resolve/standing.ts';
import { squashed } from '../tokens/squashed.ts';

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
    this.goal = reading.goal;
    this.request = reading.request;
    this.rules = likely(said, 'rule', 'ban');
    this.decisions = likely(said, 'decision');
    this.failures = likely(said, 'failure');
    this.deadlines = likely(said, 'deadline');
    this.bans = likely(standing, 'ban');
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

/** Whether a unit says something by itself: one word ("OK.") does not. */
function isSaid({ tokens }: Unit): boolean {
  return tokens.filter(({ shape }) => shape !== 'sign').length > 1;
}

/** The words of a text, lower-case. */
export function wordsOf(text: string): string[] {
  const words = squashed(text);
  return words === '' ? [] : words.split(' ');
}
