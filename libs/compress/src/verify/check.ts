import type { Fidelity } from '@rest-stop/contracts/defrag.ts';
import type { Unit } from '../reading.ts';
import { squashed } from '../tokens/squashed.ts';
import type { Statement } from './statements.ts';
import { type Matter, type Wanted, wordsOf } from './wanted.ts';

type Kept = Fidelity['rules'];

/** Share of a unit's matter that two neighbouring statements of a result must hold for it to count as kept. */
const KEPT = 0.6;
const MOST_LOST = 3;
const LONGEST_LOST = 200;

/** Compares one result with one reading. */
export class Check {
  readonly #wanted: Wanted;
  readonly #statements: readonly Statement[];
  readonly #text: string;
  readonly #words: ReadonlySet<string>;
  /** The places of the statements that speak of each stem of the reading, by its number. */
  readonly #holders: (number[] | undefined)[];
  /** Whether the result says each unit that has been asked for. */
  readonly #says: (boolean | undefined)[] = [];

  constructor(wanted: Wanted, statements: readonly Statement[]) {
    const { rarity } = wanted.reading;
    this.#wanted = wanted;
    this.#statements = statements;
    this.#text = ` ${squashed(statements.map(({ text }) => text).join(' '))} `;
    this.#words = new Set(this.#text.split(' '));
    this.#holders = Array.from({ length: rarity.size });
    for (const [i, { tokens }] of statements.entries()) for (const stem of rarity.numbersOf(tokens)) (this.#holders[stem] ??= []).push(i);
  }

  /** Whether the result says what a unit says: most of its matter in two neighbouring statements, or every word in a row. */
  says(unit: Unit): boolean {
    return (this.#says[unit.order] ??= this.#saysMatter(this.#wanted.matterOf(unit)));
  }

  #saysMatter({ stems, weight, key, words, isBan }: Matter): boolean {
    let anywhere = 0;
    for (const stem of stems) if (this.#holders[stem]) anywhere += this.#wanted.reading.rarity.weight(stem);
    const enough = KEPT * weight;
    // Most units that are lost have not enough in the whole result: then the statements need not be gone through one by one.
    if (weight > 0 && anywhere >= enough) {
      const alone = isBan ? this.#sharesOf(stems, 1) : undefined;
      if (this.#sharesOf(stems, 2).some((share, i) => share >= enough && (!alone || this.#isNegated(i, alone)))) return true;
    }
    return key !== '' && words.every((word) => this.#words.has(word)) && this.#text.includes(` ${key} `);
  }

  /** How much weight of `stems` each statement holds together with those behind it, `width` in all. */
  #sharesOf(stems: readonly number[], width: number): Float64Array {
    const shares = new Float64Array(this.#statements.length);
    for (const stem of stems) {
      const weight = this.#wanted.reading.rarity.weight(stem);
      let counted = -1;
      for (const at of this.#holders[stem] ?? []) {
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
    const { details } = this.#wanted;
    const told = this.#statements.filter(({ tells }) => tells);
    const shown = new Set(told.flatMap(({ identifiers }) => identifiers.map((name) => name.toLowerCase())));
    const text = told.map((statement) => statement.text.toLowerCase()).join('\n');
    const all = new Set(wordsOf(text));
    const lost: string[] = [];
    for (const [low, { name, words }] of details) {
      // Most names cannot stand there, as their words do not, which spares looking through the text.
      const stands = shown.has(low) || (words.every((word) => all.has(word)) && standsIn(low, text));
      if (!stands) lost.push(name);
    }
    return { found: details.size, kept: details.size - lost.length, lost: lost.slice(0, MOST_LOST).map(shortened) };
  }

  /** How many details of the result do not stand in the text. */
  invented(): number {
    const own = new Set(this.#statements.flatMap(({ identifiers }) => identifiers.map((name) => name.toLowerCase())));
    const strange = [...own].filter((name) => !this.#wanted.details.has(name));
    return strange.filter((name) => !standsIn(name, this.#wanted.text)).length;
  }
}

const EDGE = /[\p{L}\p{N}]/u;
const MOST_TRIES = 40;

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
