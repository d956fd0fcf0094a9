import { likely, placesOf } from '../classify/classify.ts';
import { isNegated } from '../classify/negation.ts';
import { DenseModel } from '../model/dense.ts';
import { rowsOf } from '../model/rows.ts';
import { isLanguage, type Token } from '../reading.ts';
import { type Cues, cuesIn, SORTS as CUES } from './cues.ts';
import { type Known, type LaterOn, MOST as MOST_LATER } from './later.ts';
import fitted from '../../data/replacing.json' with { type: 'json' };

const model = new DenseModel(fitted);
/** How many units behind a statement one may replace it without naming its matter ("That's off."). */
const NEAR = 4;
/** How often a cue counts at most, and tokens of what a statement waits for. */
const MOST_CUES = 2;
const CLAUSE = 25;
/** What two statements can both be: what replaces a rule is mostly a rule. */
const SORTS = ['rule', 'ban', 'decision', 'deadline', 'request', 'open', 'fact', 'done', 'failure', 'reason'] as const;

/** What is asked of a later statement beside. */
const IS = [...SORTS, 'noise', 'superseded'] as const;

/** How much is known of a pair beside what the later statement is. */
const MORE = 56;
const WIDTH = MORE + IS.length;
const IS_PLACES = placesOf(IS);

/** What is known of a statement and a later one that may replace it. The values are good until the next statement is asked for. */
export type Pair = { by: number; values: Float32Array };

/** The later unit that, of all, most looks like what replaces a statement, and how much; `second`: how much the next one does. */
export type Likeliest = Pair & { chance: number; second: number };

/** A later unit to be compared with a statement, and how much of its matter it takes up. */
type Candidate = { at: number; share: number };

/** Pairs each statement with the later units that take up its matter or stand right behind it. */
export class Pairs {
  readonly #known: Known;
  readonly #laterOn: LaterOn;
  readonly #details: (Details | undefined)[];
  /** How likely each unit is to replace one. */
  readonly #replaces: readonly number[];
  /** Room for the values of all pairs of a statement, of which there are thousands in a text. */
  readonly #rows = rowsOf(MOST_LATER + NEAR, WIDTH);

  constructor(known: Known, laterOn: LaterOn) {
    this.#known = known;
    this.#laterOn = laterOn;
    this.#details = Array.from({ length: known.units.length });
    this.#replaces = known.likelihoods.map((its) => likely(its, 'replaces'));
  }

  /** The pairs of the statement at a place. */
  of(at: number): Pair[] {
    const found = this.#candidates(at);
    const most = { share: 0.01, replaces: 0.01 };
    for (const { at: by, share } of found) {
      most.share = Math.max(most.share, share);
      most.replaces = Math.max(most.replaces, this.#replaces[by]!);
    }
    const pairs: Pair[] = [];
    for (const { at: by, share } of found) {
      const values = this.#rows[pairs.length]!;
      this.#put(values, at, by, share, most);
      pairs.push({ by, values });
    }
    return pairs;
  }

  #candidates(at: number): Candidate[] {
    const { units, rarity } = this.#known;
    const found: Candidate[] = [...this.#laterOn(at)];
    const taken = found.length;
    const last = Math.min(at + NEAR, units.length - 1);
    for (let by = at + 1; by <= last; by++) {
      if (!isLanguage(units[by]!)) continue;
      let k = 0;
      while (k < taken && found[k]!.at !== by) k++;
      if (k === taken) found.push({ at: by, share: rarity.shareOf(at, by) });
    }
    return found;
  }

  /** Puts what is known of a pair into `values`. `most`: the most that any later unit shares with the statement, and looks like replacing one. */
  #put(values: Float32Array, at: number, by: number, share: number, most: { share: number; replaces: number }): void {
    const { units, rarity } = this.#known;
    const unit = units[at]!;
    const other = units[by]!;
    const earlier = this.#detailsOf(at);
    const later = this.#detailsOf(by);
    const replaces = this.#replaces[by]!;
    const back = rarity.shareOf(by, at);
    const both = Math.sqrt(share * back);
    const gap = by - at;
    const far = Math.log1p(gap) / 6;
    const turned = Number(earlier.negated !== later.negated);
    const change = changeOf(earlier, later);
    const restated = Number(change === 'restated');
    const changed = Number(change === 'changed');
    let alike = 0;
    for (let k = 0; k < SORTS.length; k++) alike += earlier.is[k]! * later.is[k]!;
    const named = Number(shareOne(earlier.names, later.names));
    values[0] = restated;
    values[1] = changed;
    values[2] = Number(change === 'repeated');
    values[3] = changed * share;
    values[4] = restated * replaces;
    values[5] = replaces;
    values[6] = later.replacesOdds;
    values[7] = replaces / most.replaces;
    values[8] = share;
    values[9] = share / most.share;
    values[10] = logOdds(share);
    values[11] = back;
    values[12] = both;
    values[13] = replaces * share;
    values[14] = replaces * both;
    values[15] = Number(gap === 1);
    values[16] = Number(gap === 2);
    values[17] = Number(gap <= NEAR);
    values[18] = gap === 1 ? replaces : 0;
    values[19] = gap <= NEAR ? replaces : 0;
    values[20] = far;
    values[21] = far * replaces;
    values[22] = Number(other.turn === unit.turn);
    values[23] = Number(other.speaker !== '' && other.speaker === unit.speaker);
    values[24] = Number(other.role === unit.role);
    values[25] = Number(other.role === 'user');
    values[26] = Number(other.role === 'tool');
    let i = 27;
    for (let k = 0; k < IS.length; k++) values[i++] = later.is[k]!;
    values[i++] = alike / 3;
    values[i++] = named;
    values[i++] = named * replaces;
    values[i++] = turned;
    values[i++] = turned * share;
    values[i++] = this.#replaces[by - 1]!;
    values[i++] = this.#replaces[by + 1] ?? 0;
    values[i++] = Math.min(1, other.tokens.length / 30);
    for (const sort of CUES) values[i++] = Math.min(MOST_CUES, earlier.cues[sort]);
    for (const sort of CUES) values[i++] = Math.min(MOST_CUES, later.cues[sort]);
    const cancels = Number(later.cues.cancels > 0);
    const releases = Number(later.cues.releases > 0);
    const waits = Number(earlier.cues.conditions > 0);
    const clause = waits === 0 ? 0 : rarity.share(earlier.clause, (later.stems ??= new Set(rarity.units[by])));
    values[i++] = cancels * share;
    values[i++] = cancels * Number(gap <= NEAR);
    values[i++] = later.cues.changes > 0 ? share : 0;
    values[i++] = waits * share;
    values[i++] = waits * releases * share;
    values[i++] = waits;
    values[i++] = clause;
    values[i++] = clause * releases;
    this.#putShared(values, i, at, by);
  }

  /** Puts what two units share: how telling the rarest stem is, how many there are, how many stand nowhere else, and whether the first is one of them. */
  #putShared(values: Float32Array, i: number, at: number, by: number): void {
    const { rarity } = this.#known;
    const others = rarity.units[by]!;
    rarity.hold(at);
    let strongest = 0;
    let shared = 0;
    let rare = 0;
    for (const stem of others) {
      if (!rarity.holds(stem)) continue;
      strongest = Math.max(strongest, rarity.weight(stem));
      shared++;
      if (rarity.count(stem) === 2) rare++;
    }
    const [first] = rarity.units[at]!;
    values[i] = strongest / 6;
    values[i + 1] = Math.min(5, shared) / 5;
    values[i + 2] = rare / 3;
    values[i + 3] = Number(first !== undefined && others.includes(first));
    values[i + 4] = Number(first !== undefined && others[0] === first);
  }

  #detailsOf(at: number): Details {
    return (this.#details[at] ??= this.#newDetailsOf(at));
  }

  #newDetailsOf(at: number): Details {
    const { units, likelihoods, identifiers, rarity } = this.#known;
    const own = likelihoods[at]!;
    const { text, tokens } = units[at]!;
    const cues = cuesIn(tokens);
    return {
      negated: isNegated(text, tokens),
      values: valuesIn(tokens),
      names: identifiers[at]!,
      is: IS_PLACES.map((place) => own[place]!),
      replacesOdds: logOdds(this.#replaces[at]!),
      cues,
      clause: cues.clause < 0 ? [] : rarity.numbersOf(tokens.slice(cues.clause, cues.clause + CLAUSE)),
    };
  }
}

/** Of the pairs of a statement that which the model holds for the likeliest. */
export function likeliestOf(pairs: readonly Pair[], judge: DenseModel = model): Likeliest | undefined {
  let best: Likeliest | undefined;
  let second = 0;
  for (const { by, values } of pairs) {
    const chance = judge.chance(values);
    if (best && chance <= best.chance) second = Math.max(second, chance);
    else [best, second] = [{ by, chance, second: 0, values }, best?.chance ?? 0];
  }
  return best && { ...best, second };
}

type Value = { kind: string; text: string };
/** What of a statement can differ from a later one on its matter: its negation, its numbers, times, dates and days; names they may share; what it is. */
type Details = {
  negated: boolean;
  values: readonly Value[];
  names: readonly string[];
  is: readonly number[];
  /** The odds that it replaces a statement. */
  replacesOdds: number;
  /** What its words say of another one, and what it waits for. */
  cues: Cues;
  clause: readonly number[];
  stems?: ReadonlySet<number>;
};

function valuesIn(tokens: readonly Token[]): Value[] {
  const values: Value[] = [];
  for (const { shape, norm, text } of tokens) {
    if (norm === '^day' || norm === '^month') values.push({ kind: norm, text: text.toLowerCase() });
    else if (shape === 'number' || shape === 'time') values.push({ kind: shape, text });
    else if (shape === 'unit' || shape === 'date')
      values.push({ kind: shape === 'unit' ? 'number' : shape, text: text.replace(/\p{L}+$/u, '') });
  }
  return values;
}

/** Whether the later of two statements names a value of the earlier one beside a new one ("14:00, no longer 12:00"), only a new one, or only that one. */
function changeOf({ values }: Details, later: Details): 'restated' | 'changed' | 'repeated' | undefined {
  if (values.length === 0 || later.values.length === 0) return undefined;
  let [isRepeated, isFresh] = [false, false];
  for (const { kind, text } of later.values) {
    if (values.some((one) => one.text === text)) isRepeated = true;
    else isFresh ||= values.some((one) => one.kind === kind);
  }
  if (isFresh) return isRepeated ? 'restated' : 'changed';
  return isRepeated ? 'repeated' : undefined;
}

function shareOne(names: readonly string[], others: readonly string[]): boolean {
  return names.length > 0 && others.some((name) => names.includes(name));
}

/** The logarithm of the odds of a likelihood, bounded and scaled to about -1 to 1. */
export function logOdds(p: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, p));
  return Math.log(bounded / (1 - bounded)) / 4.6;
}
