import { likely } from '../classify/classify.ts';
import { isNegated } from '../classify/negation.ts';
import { DenseModel } from '../model/dense.ts';
import { isLanguage, type Unit } from '../reading.ts';
import type { Known, Later } from './later.ts';
import fitted from '../../data/superseded.json' with { type: 'json' };

const model = new DenseModel(fitted);
/** How likely it must be that a unit holds no longer before it is left out: to drop a rule in force costs more than to keep one that is not. */
const GONE = 0.38;
/** How likely it must be before it is shown only together with the later one. */
const DOUBTED = 0.15;
/** How likely a unit must tell of a failed attempt to be shown as one, though it no longer holds. */
const FAILED = 0.4;
/** How many units behind a statement one may withdraw it without naming its matter ("That's off."). */
const NEAR = 3;
const VALUES: ReadonlySet<string> = new Set(['number', 'unit', 'time', 'date']);

/** A unit that may hold no longer, the later one that speaks most for it, and what is known of the two. */
export type Doubt = { at: number; by: number; values: readonly number[] };

/** The labels of what binds whoever goes on; of anything else it is not asked whether it still holds. */
const BINDING = ['rule', 'ban', 'decision', 'deadline', 'request', 'open'] as const;
/** How likely a unit must be one of them. */
const BINDS = 0.12;
/** What is asked of the unit itself. */
const OWN = [...BINDING, 'superseded', 'replaces', 'fact', 'done', 'failure', 'goal', 'noise'] as const;

/**
 * For each statement that may bind: how likely it and the later unit on its matter that most looks like a replacement are what they would have to be, how
 * much they share, whether only one is negated, whether their numbers differ, who speaks.
 */
export function doubtsOf(known: Known, later: readonly (readonly Later[])[]): Doubt[] {
  const details = detailsOf(known.units);
  return known.units.flatMap((unit, at) => {
    const own = known.likelihoods[at]!;
    const mayBind = (isLanguage(unit) || unit.kind === 'table') && BINDING.some((label) => likely(own, label) >= BINDS);
    return mayBind ? [doubtOf(known, later[at]!, at, details)] : [];
  });
}

/** How much a later unit looks like what replaces one: by how much of its matter it takes up, and by its own words. */
function worthOf({ likelihoods }: Known, { at, share }: Later): number {
  return share * (0.05 + likely(likelihoods[at]!, 'replaces'));
}

/** Of the units right behind one that which most looks like a replacement, whatever it speaks of ("That's off."). */
function nearestTo({ units, likelihoods }: Known, at: number): { at: number; replaces: number } {
  let found = { at: Math.min(at + 1, units.length - 1), replaces: 0 };
  for (let j = at + 1; j <= at + NEAR && j < units.length; j++) {
    const replaces = likely(likelihoods[j]!, 'replaces');
    if (replaces > found.replaces) found = { at: j, replaces };
  }
  return found;
}

function doubtOf(known: Known, later: readonly Later[], at: number, details: (at: number) => Details): Doubt {
  const { units, likelihoods, rarity } = known;
  const own = likelihoods[at]!;
  const unit = units[at]!;
  const near = nearestTo(known, at);
  let best: Later | undefined;
  let worth = 0;
  for (const one of later) {
    const own = worthOf(known, one);
    if (!best || own > worth) [best, worth] = [one, own];
  }
  const by = best && worth >= 0.3 * near.replaces ? best.at : near.at;
  const values = [
    ...OWN.map((label) => likely(own, label)),
    near.replaces,
    near.replaces * likely(own, 'superseded'),
    Number(unit.role === 'user'),
    Number(unit.role === 'tool'),
    Number(unit.role === 'system'),
    at / units.length,
    Math.min(1, later.length / 12),
    worth,
    logOdds(near.replaces),
    logOdds(likely(own, 'superseded')),
  ];
  if (!best) return { at, by, values: [...values, ...NOTHING_LATER] };
  const its = likelihoods[best.at]!;
  const other = units[best.at]!;
  const back = rarity.shareOf(best.at, at);
  const { share } = best;
  const replaces = likely(its, 'replaces');
  const [earlier, behind] = [details(at), details(best.at)];
  const signs = [numbersDiffer(earlier, behind), earlier.negated !== behind.negated, ...changeOf(earlier, behind)].flatMap((sign) => [
    Number(sign),
    Number(sign) * share,
    Number(sign) * replaces,
  ]);
  const between = [
    replaces,
    replaces * share,
    replaces * likely(own, 'superseded'),
    share,
    back,
    Math.sqrt(share * back),
    Math.max(likely(its, 'rule'), likely(its, 'ban')),
    likely(its, 'decision'),
    likely(its, 'fact'),
    Number(other.role === unit.role),
    Number(other.speaker !== '' && other.speaker === unit.speaker),
    logOdds(replaces),
    logOdds(share),
    ...signs,
  ];
  return { at, by, values: [...values, ...between] };
}

/** What is known of a unit and a later one where there is none. */
const NOTHING_LATER: readonly number[] = [...new Array<number>(11).fill(0), -1, -1, ...new Array<number>(12).fill(0)];

/** What of a statement can differ from a later one on its matter: its negation, its numbers, times, dates and days. */
type Details = { negated: boolean; numbers: readonly string[]; values: readonly { kind: string; text: string }[] };

/** The details of each unit, looked at when they are first asked for. */
function detailsOf(units: readonly Unit[]): (at: number) => Details {
  const found: Details[] = [];
  return (at) => (found[at] ??= detailsIn(units[at]!));
}

function detailsIn({ text, tokens }: Unit): Details {
  const numbers: string[] = [];
  const values: { kind: string; text: string }[] = [];
  for (const { shape, norm, text: own } of tokens) {
    if (norm === '^day' || norm === '^month') values.push({ kind: norm, text: own.toLowerCase() });
    else if (VALUES.has(shape)) values.push({ kind: shape === 'unit' ? 'number' : shape, text: own.replace(/\p{L}+$/u, '') });
    if (norm === '^day' || VALUES.has(shape)) numbers.push(own);
  }
  return { negated: isNegated(text, tokens), numbers, values };
}

/** Whether the later of two statements names a value of the earlier one beside a new one ("14:00, no longer 12:00"), and whether only a new one in its place. */
function changeOf(earlier: Details, later: Details): [restated: boolean, changed: boolean] {
  if (earlier.values.length === 0) return [false, false];
  const repeated = later.values.some(({ text }) => earlier.values.some((one) => one.text === text));
  const fresh = later.values.some(
    ({ kind, text }) => earlier.values.some((one) => one.kind === kind) && !earlier.values.some((one) => one.text === text),
  );
  return [fresh && repeated, fresh && !repeated];
}

function numbersDiffer(a: Details, b: Details): boolean {
  return a.numbers.length > 0 && b.numbers.length > 0 && !a.numbers.some((number) => b.numbers.includes(number));
}

/** The logarithm of the odds of a likelihood, bounded and scaled to about -1 to 1. */
function logOdds(p: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, p));
  return Math.log(bounded / (1 - bounded)) / 4.6;
}

/** What no longer holds: statements that a later one replaces or withdraws, and those of which that is only possible, each with the later one's place. */
export type Superseded = { gone: Map<number, number>; doubted: Map<number, Replaceable> };

/** That a later unit may replace one, and how likely that is. */
export type Replaceable = { by: number; chance: number };

/** Asks of each statement whether a later one replaces or withdraws it. */
export function supersededIn(known: Known, later: readonly (readonly Later[])[]): Superseded {
  const gone = new Map<number, number>();
  const doubted = new Map<number, Replaceable>();
  for (const { at, by, values } of doubtsOf(known, later)) {
    // What failed has failed, whatever is said of it later.
    if (likely(known.likelihoods[at]!, 'failure') >= FAILED) continue;
    const [probability] = model.probabilities(values);
    if (probability! >= GONE) gone.set(at, by);
    else if (probability! >= DOUBTED) doubted.set(at, { by, chance: probability! });
  }
  return { gone, doubted };
}
