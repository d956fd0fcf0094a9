import type { Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import { needsContext } from './context.ts';
import { isBag, useOf } from './worth.ts';
import type { Replaceable } from '../resolve/superseded.ts';
import { holds, surelyHolds } from '../resolve/standing.ts';

/** Share of a unit's matter that another one says already, from which on it is a repetition. */
const REPEATED = 0.85;
/** How much worth a detail adds that nothing chosen shows yet, if it is sure to be needed; the two likeliest of a unit count. */
const PER_NAME = 1.2;
/** How likely a unit must be replaced by one that is shown already to be left out. */
const REPLACED = 0.6;
/** Most units that are put together, so that each still stands near what replaces it. */
const TOGETHER = 4;

/** A statement as it is shown: a unit, with the sentence before it or after it where it would mislead without. */
export type Statement = { readonly main: Unit; units: readonly Unit[] };

/** Chooses units for one result: counts their cost, and shows nothing twice. */
export class Selection {
  readonly reading: Reading;
  left: number;
  /** Which of the chosen units speak of each stem. */
  readonly #holders: (number[] | undefined)[];
  /** How much of the matter of the unit that is looked at each chosen one shares; zeros between. */
  readonly #shared: Float64Array;
  readonly #keys = new Set<string>();
  readonly #taken = new Set<Unit>();
  readonly #statements = new Map<Unit, Statement>();
  readonly #waiting = new Map<Unit, readonly Unit[]>();
  readonly #identifiers = new Set<string>();
  readonly #aims: ReadonlySet<Unit>;

  /** `aims`: the units of the goal and the last request, where the result has a place of their own for them. */
  constructor(reading: Reading, budget: number, aims: readonly Unit[] = []) {
    this.reading = reading;
    this.left = budget;
    this.#aims = new Set(aims);
    this.#holders = Array.from({ length: reading.rarity.size });
    this.#shared = new Float64Array(reading.units.length);
  }

  /** Whether a unit has been chosen. */
  has(unit: Unit): boolean {
    return this.#taken.has(unit);
  }

  /** How much a unit adds in details that nothing chosen shows yet; what a tool prints is full of them. */
  detail(unit: Unit): number {
    const { reading } = this;
    if (unit.role === 'tool' || isBag(reading, unit)) return 0;
    let first = 0;
    let second = 0;
    for (const name of reading.identifiers[unit.order]!) {
      if (this.#identifiers.has(name)) continue;
      const needed = reading.needed.get(name)!;
      if (needed > first) [first, second] = [needed, first];
      else if (needed > second) second = needed;
    }
    return PER_NAME * (first + second) * useOf(reading, unit);
  }

  /**
   * Chooses a unit, with the sentence before it where it cannot stand alone, if there is room and it is not said yet. `extra`: what else the entry
   * costs, in characters. `room`: what may be spent on it at most.
   */
  take(unit: Unit, { extra = 3, room = this.left, beside = [] as readonly Unit[] } = {}): Statement | undefined {
    if (this.#taken.has(unit) || this.#isSaid(unit)) return undefined;
    const doubt = this.reading.doubted.get(unit.order);
    const replacing = doubt && this.reading.units[doubt.by]!;
    if (doubt && this.#taken.has(replacing!) && doubt.chance >= REPLACED) return undefined;
    const needed = this.#chain(unit);
    const main = needed.at(-1)!;
    const wished = [...this.#before(unit), ...needed, ...beside.filter((one) => holds(this.reading, one))];
    const chosen =
      this.#pay(main, wished, extra, room) ?? (wished.length > needed.length ? this.#pay(main, needed, extra, room) : undefined);
    // What the work is for is told even where there is no room for what may have changed it since.
    return chosen ?? (this.#aims.has(unit) && needed.length > 1 ? this.#pay(unit, [unit], extra, room) : undefined);
  }

  /** A unit, with the later one that may replace it, and so on: none of them is shown without the next. */
  #chain(unit: Unit): Unit[] {
    const chain = [unit];
    for (let last = unit; chain.length < TOGETHER; chain.push(last)) {
      const doubt = this.reading.doubted.get(last.order);
      if (!doubt) break;
      last = this.reading.units[doubt.by]!;
      if (!holds(this.reading, last) || this.#taken.has(last) || isBag(this.reading, last)) break;
    }
    return chain;
  }

  /** Puts the statement of a unit together with that of the later one which may replace it: the two are not read apart. */
  #tie(unit: Unit): void {
    const doubt = this.reading.doubted.get(unit.order);
    if (doubt) {
      const replacing = this.reading.units[doubt.by]!;
      if (this.#taken.has(replacing)) this.#merge(unit, replacing);
      else this.#waiting.set(replacing, [...(this.#waiting.get(replacing) ?? []), unit]);
    }
    for (const earlier of this.#waiting.get(unit) ?? []) this.#merge(earlier, unit);
  }

  /** Whether a statement stands in the place of the goal or the last request. */
  #isAim({ units }: Statement): boolean {
    return units.some((unit) => this.#aims.has(unit));
  }

  /** Moves all that is shown with an earlier unit to where the later one is shown. */
  #merge(earlier: Unit, later: Unit): void {
    const [from, to] = [this.#statements.get(earlier), this.#statements.get(later)];
    if (!from || !to || from === to || this.#isAim(from) || from.units.length + to.units.length > TOGETHER) return;
    to.units = this.#arranged([...from.units, ...to.units]);
    for (const one of from.units) this.#statements.set(one, to);
    from.units = [];
  }

  /** Chooses units that explain a statement, as far as they are not shown yet and there is room for all of them. */
  explain(units: readonly Unit[]): Unit[] {
    const fresh = units.filter((unit) => !this.#taken.has(unit));
    const cost = fresh.reduce((sum, { text }) => sum + JSON.stringify(text).length - 1, 0);
    if (cost > this.left) return [];
    this.left -= cost;
    for (const unit of fresh) this.#add(unit);
    return fresh;
  }

  /** Shows `unit` in one statement with others, if there is room: what has been shown already is not shown again. */
  #pay(unit: Unit, wished: readonly Unit[], extra: number, room: number): Statement | undefined {
    const units = this.#arranged([...new Set(wished)].filter((one) => !this.#taken.has(one)));
    const cost = units.reduce((sum, { text }) => sum + JSON.stringify(text).length - 1, extra);
    if (cost > Math.min(room, this.left)) return undefined;
    this.left -= cost;
    const statement: Statement = { main: unit, units };
    for (const one of units) {
      this.#statements.set(one, statement);
      this.#add(one);
    }
    for (const one of units) this.#tie(one);
    return statement;
  }

  /**
   * Units in the order of the text, but what may be replaced stands right before what replaces it, the likelier the nearer: whoever reads the one reads
   * the other.
   */
  #arranged(units: readonly Unit[]): readonly Unit[] {
    if (units.length < 2) return units;
    const doubtOf = ({ order }: Unit): Replaceable | undefined => this.reading.doubted.get(order);
    const replacing = (unit: Unit): Unit | undefined => units.find(({ order }) => order === doubtOf(unit)?.by);
    const withReplaced = (unit: Unit): Unit[] => [
      ...units
        .filter((one) => replacing(one) === unit)
        .toSorted((a, b) => doubtOf(a)!.chance - doubtOf(b)!.chance)
        .flatMap(withReplaced),
      unit,
    ];
    return units
      .filter((unit) => !replacing(unit))
      .toSorted((a, b) => a.order - b.order)
      .flatMap(withReplaced);
  }

  /** The sentence before a unit that cannot stand alone. */
  #before(unit: Unit): Unit[] {
    const before = this.reading.units[unit.order - 1];
    if (!before || before.block !== unit.block || before.kind !== unit.kind || !needsContext(unit)) return [];
    return surelyHolds(this.reading, before) ? [before] : [];
  }

  /** Whether something chosen says a unit already. */
  #isSaid(unit: Unit): boolean {
    const { keyOf, rarity } = this.reading;
    if (this.#keys.has(keyOf(unit))) return true;
    const stems = rarity.units[unit.order]!;
    if (stems.length <= 2) return false;
    const enough = REPEATED * rarity.weightOf(unit.order);
    const shared = this.#shared;
    const touched: number[] = [];
    for (const stem of stems) {
      const weight = rarity.weight(stem);
      for (const at of this.#holders[stem] ?? []) {
        if (shared[at] === 0) touched.push(at);
        shared[at]! += weight;
      }
    }
    let isSaid = false;
    for (const at of touched) {
      isSaid ||= shared[at]! >= enough;
      shared[at] = 0;
    }
    return isSaid;
  }

  #add(unit: Unit): void {
    const { keyOf, rarity, identifiers } = this.reading;
    for (const stem of rarity.units[unit.order]!) (this.#holders[stem] ??= []).push(this.#taken.size);
    this.#taken.add(unit);
    this.#keys.add(keyOf(unit));
    for (const name of identifiers[unit.order]!) this.#identifiers.add(name);
  }
}
