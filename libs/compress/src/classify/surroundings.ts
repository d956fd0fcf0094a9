import type { Unit } from '../reading.ts';

/** How far the squashed logits of the words reach to either side. */
const CLIP = 4;
const ROLES = ['user', 'assistant', 'system', 'tool', 'none'] as const;
const KINDS = ['prose', 'item', 'heading', 'comment', 'table', 'log', 'code'] as const;
const PLACES = 14;
/** Turns of users at the end that are late ones. */
const LATE = 3;

/**
 * What is known of each unit beside its own words: what its words say, what those of its neighbours and of its paragraph say, who speaks,
 * and where it stands. A second model judges by these (stacked sequential learning: Cohen and Carvalho, 2005).
 */
export class Surroundings {
  /** How many values are known of a unit. */
  readonly width: number;
  readonly #units: readonly Unit[];
  readonly #labels: number;
  /** What the words of each unit say, one unit behind the other, and the means of that over the block of each. */
  readonly #own: Float32Array;
  readonly #means: Float32Array;
  readonly #stage: Stage;

  /** `logits`: what the words of each unit say. */
  constructor(units: readonly Unit[], logits: readonly Float32Array[]) {
    const labels = logits[0]?.length ?? 0;
    this.width = 4 * labels + ROLES.length + KINDS.length + PLACES;
    this.#units = units;
    this.#labels = labels;
    this.#own = squashed(logits, labels);
    this.#means = blockMeans(units, this.#own, labels);
    this.#stage = stageOf(units);
  }

  /** What is known of the unit at `i`, put into `values`. */
  of(i: number, values: Float32Array = new Float32Array(this.width)): Float32Array {
    const unit = this.#units[i]!;
    const labels = this.#labels;
    this.#put(values, 0, this.#own, i);
    this.#put(values, labels, this.#own, i - 1);
    this.#put(values, 2 * labels, this.#own, i + 1);
    this.#put(values, 3 * labels, this.#means, i);
    let at = 4 * labels;
    for (const role of ROLES) values[at++] = Number(unit.role === role);
    for (const kind of KINDS) values[at++] = Number(unit.kind === kind);
    putPlace(values, at, this.#units, i, this.#stage);
    return values;
  }

  /** Puts what `rows` say of the unit at `i` into `values`; beyond the ends of a text nothing speaks for anything. */
  #put(values: Float32Array, at: number, rows: Float32Array, i: number): void {
    const labels = this.#labels;
    const from = i * labels;
    const isThere = i >= 0 && i < this.#units.length;
    for (let k = 0; k < labels; k++) values[at + k] = isThere ? rows[from + k]! : -1;
  }
}

/** What is known of each unit; see {@link Surroundings}. */
export function surroundingsOf(units: readonly Unit[], logits: readonly Float32Array[]): Float32Array[] {
  const surroundings = new Surroundings(units, logits);
  return units.map((_, i) => surroundings.of(i));
}

/** Logits from -1 to 1, one unit behind the other. */
function squashed(logits: readonly Float32Array[], width: number): Float32Array {
  const all = new Float32Array(logits.length * width);
  for (let i = 0, at = 0; i < logits.length; i++)
    for (let k = 0; k < width; k++) all[at++] = Math.max(-CLIP, Math.min(CLIP, logits[i]![k]!)) / CLIP;
  return all;
}

/** Of each unit: the mean over those of its block, which stand side by side. */
function blockMeans(units: readonly Unit[], own: Float32Array, width: number): Float32Array {
  const means = new Float32Array(own.length);
  for (let from = 0, to = 0; from < units.length; from = to) {
    while (units[to]?.block === units[from]!.block) to++;
    const mean = from * width;
    for (let at = mean; at < to * width; at += width) for (let k = 0; k < width; k++) means[mean + k]! += own[at + k]! / (to - from);
    for (let at = mean + width; at < to * width; at += width) means.copyWithin(at, mean, mean + width);
  }
  return means;
}

/** The turns that a text ends with, and whether a user speaks in it. */
type Stage = { lastTurn: number; lastUser: number; lateUser: number; hasUser: boolean };

function stageOf(units: readonly Unit[]): Stage {
  const turns = [...new Set(units.flatMap(({ role, turn }) => (role === 'user' ? [turn] : [])))];
  return {
    lastTurn: units.at(-1)?.turn ?? 0,
    lastUser: turns.at(-1) ?? -1,
    lateUser: turns.at(-LATE) ?? turns[0] ?? -1,
    hasUser: turns.length > 0,
  };
}

/** Puts where a unit stands into `values`, from `at` on. */
function putPlace(
  values: Float32Array,
  at: number,
  units: readonly Unit[],
  i: number,
  { lastTurn, lastUser, lateUser, hasUser }: Stage,
): void {
  const unit = units[i]!;
  const place = units.length > 1 ? i / (units.length - 1) : 1;
  values[at] = 1;
  values[at + 1] = place;
  values[at + 2] = Math.max(0, 1 - i / 5);
  values[at + 3] = Math.max(0, place * 5 - 4);
  values[at + 4] = Math.max(0, (i - units.length + 6) / 6);
  values[at + 5] = Number(unit.turn === lastUser);
  values[at + 6] = Number(unit.role === 'user' && unit.turn >= lateUser);
  values[at + 7] = Number(unit.turn === lastTurn);
  values[at + 8] = Number(unit.turn <= 1);
  values[at + 9] = Number(unit.quoted);
  values[at + 10] = Number(unit.section !== '');
  values[at + 11] = Number(units[i - 1]?.block !== unit.block);
  values[at + 12] = Number(!hasUser);
  values[at + 13] = Math.min(1, unit.text.length / 300);
}
