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

/** What is known of a pair, in the order of its values and of their weights in `data/`; behind them stands what the later statement is. */
const KNOWN_OF_PAIR = {
  /** Numbers, times and dates that the two name. */
  measures: ['restated', 'restatedReplaces', 'changed', 'changedShare', 'repeated'],
  /** How much the later one looks like replacing something, and those around it. */
  replacing: ['replaces', 'replacesOdds', 'replacesToMost', 'replacesBefore', 'replacesBehind'],
  /** How much of the matter of each the other takes up. */
  matter: ['share', 'shareOdds', 'shareToMost', 'back', 'both', 'replacesShare', 'replacesBoth'],
  /** How far apart they stand. */
  distance: ['next', 'overNext', 'near', 'nextReplaces', 'nearReplaces', 'far', 'farReplaces'],
  /** Who says them. */
  speakers: ['sameTurn', 'sameSpeaker', 'sameRole', 'byUser', 'byTool'],
  /** What both are, name and deny, and how long the later one is. */
  sorts: ['alike', 'named', 'namedReplaces', 'turned', 'turnedShare', 'length'],
  earlierCues: ['earlierCancels', 'earlierChanges', 'earlierReleases', 'earlierConditions'],
  laterCues: ['laterCancels', 'laterChanges', 'laterReleases', 'laterConditions'],
  /** Whether the cues of the later one tell what the earlier one waits for. */
  cues: ['cancelsShare', 'cancelsNear', 'changesShare', 'waits', 'waitsShare', 'releasesShare', 'clause', 'clauseReleases'],
  /** The stems that both hold. */
  stems: ['strongest', 'shared', 'rare', 'holdsFirst', 'sameFirst'],
} as const;
const NAMES = Object.values(KNOWN_OF_PAIR).flat();
const AT = Object.fromEntries(NAMES.map((name, place) => [name, place])) as Record<(typeof NAMES)[number], number>;
const WIDTH = NAMES.length + IS.length;
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
    const near = Number(gap <= NEAR);
    const turned = Number(earlier.negated !== later.negated);
    const change = changeOf(earlier, later);
    const restated = Number(change === 'restated');
    const changed = Number(change === 'changed');
    let alike = 0;
    for (let k = 0; k < SORTS.length; k++) alike += earlier.is[k]! * later.is[k]!;
    const named = Number(shareOne(earlier.names, later.names));
    values[AT.restated] = restated;
    values[AT.restatedReplaces] = restated * replaces;
    values[AT.changed] = changed;
    values[AT.changedShare] = changed * share;
    values[AT.repeated] = Number(change === 'repeated');
    values[AT.replaces] = replaces;
    values[AT.replacesOdds] = later.replacesOdds;
    values[AT.replacesToMost] = replaces / most.replaces;
    values[AT.replacesBefore] = this.#replaces[by - 1]!;
    values[AT.replacesBehind] = this.#replaces[by + 1] ?? 0;
    values[AT.share] = share;
    values[AT.shareOdds] = logOdds(share);
    values[AT.shareToMost] = share / most.share;
    values[AT.back] = back;
    values[AT.both] = both;
    values[AT.replacesShare] = replaces * share;
    values[AT.replacesBoth] = replaces * both;
    values[AT.next] = Number(gap === 1);
    values[AT.overNext] = Number(gap === 2);
    values[AT.near] = near;
    values[AT.nextReplaces] = gap === 1 ? replaces : 0;
    values[AT.nearReplaces] = near * replaces;
    values[AT.far] = far;
    values[AT.farReplaces] = far * replaces;
    values[AT.sameTurn] = Number(other.turn === unit.turn);
    values[AT.sameSpeaker] = Number(other.speaker !== '' && other.speaker === unit.speaker);
    values[AT.sameRole] = Number(other.role === unit.role);
    values[AT.byUser] = Number(other.role === 'user');
    values[AT.byTool] = Number(other.role === 'tool');
    values[AT.alike] = alike / 3;
    values[AT.named] = named;
    values[AT.namedReplaces] = named * replaces;
    values[AT.turned] = turned;
    values[AT.turnedShare] = turned * share;
    values[AT.length] = Math.min(1, other.tokens.length / 30);
    for (let k = 0; k < IS.length; k++) values[NAMES.length + k] = later.is[k]!;
    this.#putCues(values, at, by, share);
    this.#putShared(values, at, by);
  }

  /** Puts what the words of each of two units say of the other. */
  #putCues(values: Float32Array, at: number, by: number, share: number): void {
    const { rarity } = this.#known;
    const earlier = this.#detailsOf(at);
    const later = this.#detailsOf(by);
    for (let k = 0; k < CUES.length; k++) {
      values[AT.earlierCancels + k] = earlier.counts[k]!;
      values[AT.laterCancels + k] = later.counts[k]!;
    }
    const cancels = Number(later.cues.cancels > 0);
    const releases = Number(later.cues.releases > 0);
    const waits = Number(earlier.cues.conditions > 0);
    const clause = waits === 0 ? 0 : rarity.share(earlier.clause, (later.stems ??= new Set(rarity.units[by])));
    values[AT.cancelsShare] = cancels * share;
    values[AT.cancelsNear] = by - at <= NEAR ? cancels : 0;
    values[AT.changesShare] = later.cues.changes > 0 ? share : 0;
    values[AT.waits] = waits;
    values[AT.waitsShare] = waits * share;
    values[AT.releasesShare] = waits * releases * share;
    values[AT.clause] = clause;
    values[AT.clauseReleases] = clause * releases;
  }

  /** Puts what two units share: how telling the rarest stem is, how many there are, how many stand nowhere else, and whether the first is one of them. */
  #putShared(values: Float32Array, at: number, by: number): void {
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
    values[AT.strongest] = strongest / 6;
    values[AT.shared] = Math.min(5, shared) / 5;
    values[AT.rare] = rare / 3;
    values[AT.holdsFirst] = Number(first !== undefined && others.includes(first));
    values[AT.sameFirst] = Number(first !== undefined && others[0] === first);
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
      counts: CUES.map((sort) => Math.min(MOST_CUES, cues[sort])),
      clause: cues.clause < 0 ? [] : rarity.numbersOf(tokens.slice(cues.clause, cues.clause + CLAUSE)),
    };
  }
}

/** Of the pairs of a statement that which the model holds for the likeliest. */
export function likeliestOf(pairs: readonly Pair[], judge: DenseModel = model): Likeliest | undefined {
  let best: Likeliest | undefined;
  let second = 0;
  for (const { by, values } of pairs) {
    const chance = judge.chanceOfSingles(values);
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
  counts: readonly number[];
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
