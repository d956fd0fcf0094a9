import type { Compressed, Fidelity } from '@rest-stop/contracts/defrag.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import { holds } from '../resolve/standing.ts';
import { squashed } from '../tokens/squashed.ts';
import { type Statement, statementsOf } from './statements.ts';

type Kept = Fidelity['rules'];

/** Share of a unit's matter that two neighbouring statements of a result must hold for it to count as kept. */
const KEPT = 0.6;
/** Likelihood from which on a unit counts as what a class asks for. */
const LIKELY = 0.5;
const MOST_LOST = 3;
const LONGEST_LOST = 200;

/**
 * What a result kept of a reading, class by class: what was found in the text, how much of it the result still says, and examples of what
 * is lost; and the details of the result that do not stand in the text. Made without any model of language: a unit is kept when most of
 * its words, weighted by how rare they are in the text, stand together in the result, a prohibition only with its negation.
 */
export function verify(reading: Reading, result: Compressed): Fidelity {
  const check = new Check(reading, statementsOf(result));
  const likely = (...labels: readonly ('rule' | 'ban' | 'decision' | 'failure' | 'deadline')[]): Unit[] =>
    reading.units.filter((unit) => holds(reading, unit) && isSaid(unit) && labels.some((label) => chance(reading, unit, label) >= LIKELY));
  return {
    goal: check.whole(reading.goal),
    last_request: check.whole(reading.request),
    rules: check.units(likely('rule', 'ban')),
    decisions: check.units(likely('decision')),
    failed_attempts: check.units(likely('failure')),
    deadlines: check.units(likely('deadline')),
    identifiers: check.identifiers(),
    invented: check.invented(),
  };
}

/** Whether a unit says something by itself: one word ("OK.") does not. */
function isSaid({ tokens }: Unit): boolean {
  return tokens.filter(({ shape }) => shape !== 'sign').length > 1;
}

/** The prohibitions of a reading that a result no longer states. */
export function lostProhibitions(reading: Reading, result: Compressed): string[] {
  const check = new Check(reading, statementsOf(result));
  return reading.units
    .filter((unit) => holds(reading, unit) && chance(reading, unit, 'ban') >= LIKELY && !check.says(unit))
    .map(({ text }) => text);
}

/** Compares one result with one reading. */
class Check {
  readonly #reading: Reading;
  readonly #statements: readonly Statement[];
  readonly #text: string;
  readonly #words: ReadonlySet<string>;
  /** The places of the statements that speak of each stem. */
  readonly #holders = new Map<string, number[]>();

  constructor(reading: Reading, statements: readonly Statement[]) {
    this.#reading = reading;
    this.#statements = statements;
    this.#text = ` ${squashed(statements.map(({ text }) => text).join(' '))} `;
    this.#words = new Set(this.#text.split(' '));
    for (const [i, { stems }] of statements.entries())
      for (const stem of stems) (this.#holders.get(stem) ?? this.#holders.set(stem, []).get(stem)!).push(i);
  }

  /** Whether the result says what a unit says: most of its matter in two neighbouring statements, or every word in a row. */
  says(unit: Unit): boolean {
    const { rarity, stems } = this.#reading;
    const own = stems[unit.order]!;
    let [all, anywhere] = [0, 0];
    for (const stem of own) {
      const weight = rarity.of(stem);
      all += weight;
      if (this.#holders.has(stem)) anywhere += weight;
    }
    const enough = KEPT * all;
    // Most units that are lost have not enough in the whole result: then the statements need not be gone through one by one.
    if (all > 0 && anywhere >= enough) {
      const alone = chance(this.#reading, unit, 'ban') >= LIKELY ? this.#sharesOf(own, 1) : undefined;
      if (this.#sharesOf(own, 2).some((share, i) => share >= enough && (!alone || this.#isNegated(i, alone)))) return true;
    }
    const key = squashed(unit.text);
    return key !== '' && key.split(' ').every((word) => this.#words.has(word)) && this.#text.includes(` ${key} `);
  }

  /** How much weight of `stems` each statement holds together with those behind it, `width` in all. */
  #sharesOf(stems: readonly string[], width: number): Float64Array {
    const shares = new Float64Array(this.#statements.length);
    for (const stem of stems) {
      const weight = this.#reading.rarity.of(stem);
      let counted = -1;
      for (const at of this.#holders.get(stem) ?? []) {
        for (let i = Math.max(counted + 1, at - width + 1); i <= at; i++) shares[i]! += weight;
        counted = at;
      }
    }
    return shares;
  }

  /** Whether that of two neighbouring statements is negated which holds more of the matter: a "not" beside it says nothing of it. */
  #isNegated(i: number, alone: Float64Array): boolean {
    const at = (alone[i + 1] ?? 0) > alone[i]! ? i + 1 : i;
    return this.#statements[at]!.negated;
  }

  units(wanted: readonly Unit[]): Kept {
    const lost = wanted.filter((unit) => !this.says(unit));
    return { found: wanted.length, kept: wanted.length - lost.length, lost: lost.slice(0, MOST_LOST).map(({ text }) => shortened(text)) };
  }

  /** A thing said in several units, which counts once: it is kept where any of them is. */
  whole(units: readonly Unit[]): Kept {
    if (units.length === 0) return { found: 0, kept: 0, lost: [] };
    const kept = units.some((unit) => this.says(unit));
    return { found: 1, kept: Number(kept), lost: kept ? [] : units.slice(0, 1).map(({ text }) => shortened(text)) };
  }

  /** Details that stand in a sentence of the result; one in a bare list says nothing of what it is. */
  identifiers(): Kept {
    const wanted = new Map(this.#reading.identifiers.flat().map((name) => [name.toLowerCase(), name]));
    const told = this.#statements.filter(({ tells }) => tells);
    const shown = new Set(told.flatMap(({ identifiers }) => identifiers.map((name) => name.toLowerCase())));
    const text = told.map((statement) => statement.text.toLowerCase()).join('\n');
    const words = new Set(text.match(WORDS));
    const lost = [...wanted].filter(([low]) => !shown.has(low) && !(mayStandIn(low, words) && standsIn(low, text))).map(([, name]) => name);
    return { found: wanted.size, kept: wanted.size - lost.length, lost: lost.slice(0, MOST_LOST).map(shortened) };
  }

  /** How many details of the result do not stand in the text. */
  invented(): number {
    const known = new Set(this.#reading.identifiers.flat().map((name) => name.toLowerCase()));
    const own = new Set(this.#statements.flatMap(({ identifiers }) => identifiers.map((name) => name.toLowerCase())));
    const strange = [...own].filter((name) => !known.has(name));
    if (strange.length === 0) return 0;
    const text = this.#reading.units.map((unit) => unit.text.toLowerCase()).join('\n');
    return strange.filter((name) => !standsIn(name, text)).length;
  }
}

const EDGE = /[\p{L}\p{N}]/u;
const WORDS = /[\p{L}\p{N}]+/gu;
const MOST_TRIES = 40;

/** Whether `name` can stand between word boundaries of a text with these words: most names cannot, which spares looking through it. */
function mayStandIn(name: string, words: ReadonlySet<string>): boolean {
  return (name.match(WORDS) ?? []).every((word) => words.has(word));
}

/** Whether `name` stands in `text` between word boundaries: "5 s" does not stand in "15 s". */
function standsIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name), tries = 0; at >= 0 && tries < MOST_TRIES; at = text.indexOf(name, at + 1), tries++) {
    const joinsBefore = EDGE.test(name[0]!) && EDGE.test(text[at - 1] ?? '');
    const joinsBehind = EDGE.test(name.at(-1)!) && EDGE.test(text[at + name.length] ?? '');
    if (!joinsBefore && !joinsBehind) return true;
  }
  return false;
}

function shortened(text: string): string {
  const chars = Array.from(text);
  return chars.length <= LONGEST_LOST ? text : `${chars.slice(0, LONGEST_LOST - 1).join('')}…`;
}
