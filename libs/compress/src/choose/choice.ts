// Chooses units under one budget: counts what they cost, and takes nothing that the chosen ones say already.
import type { Reading } from '../read.ts';
import type { Unit } from '../reading.ts';

/** Share of a unit's matter that the chosen ones say together, from which on it is a repetition. */
const SAID = 0.85;
/** Stems from which on a unit has a matter that can be compared. */
const LEAST_STEMS = 4;

export class Choice {
  readonly #reading: Reading;
  readonly #taken = new Set<Unit>();
  readonly #keys = new Set<string>();
  readonly #held: Uint8Array;
  left: number;

  constructor(reading: Reading, budget: number) {
    this.#reading = reading;
    this.left = budget;
    this.#held = new Uint8Array(reading.rarity.size);
  }

  has(unit: Unit): boolean {
    return this.#taken.has(unit);
  }

  /** The share of a unit's matter that the chosen ones hold together, 0 to 1. */
  covered({ order }: Unit): number {
    const { rarity } = this.#reading;
    let held = 0;
    for (const stem of rarity.units[order]!) if (this.#held[stem]) held += rarity.weight(stem);
    return held / Math.max(rarity.weightOf(order), Number.EPSILON);
  }

  /** Whether the chosen ones say what a unit says. The values of a ledger are all alike and all different. */
  says(unit: Unit): boolean {
    if (this.#taken.has(unit) || this.#keys.has(this.#reading.keyOf(unit))) return true;
    return !unit.record && this.#reading.rarity.units[unit.order]!.length >= LEAST_STEMS && this.covered(unit) >= SAID;
  }

  /** Chooses a unit if there is room for it and for `frame` characters around it. */
  take(unit: Unit, frame: number): boolean {
    const key = this.#reading.keyOf(unit);
    const cost = JSON.stringify(unit.text).length - 2 + frame;
    if (this.#taken.has(unit) || this.#keys.has(key) || cost > this.left) return false;
    this.left -= cost;
    this.#taken.add(unit);
    this.#keys.add(key);
    for (const stem of this.#reading.rarity.units[unit.order]!) this.#held[stem] = 1;
    return true;
  }
}
