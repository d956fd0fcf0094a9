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

/**
 * For each statement: how likely it and the later unit on its matter that most looks like a replacement are what they would have to be, how much they share,
 * whether only one is negated, whether their numbers differ, who speaks.
 */
export function doubtsOf(known: Known, later: readonly (readonly Later[])[]): Doubt[] {
  return known.units.flatMap((unit, at) => (isLanguage(unit) || unit.kind === 'table' ? [doubtOf(known, later[at]!, at)] : []));
}

function doubtOf({ units, likelihoods, rarity, stems }: Known, later: readonly Later[], at: number): Doubt {
  const own = likelihoods[at]!;
  const worth = ({ at: j, share }: Later): number => share * (0.05 + likely(likelihoods[j]!, 'replaces'));
  let best: Later | undefined;
  for (const one of later) if (!best || worth(one) > worth(best)) best = one;
  let near = 0;
  let nearest = Math.min(at + 1, units.length - 1);
  for (let j = at + 1; j <= at + NEAR && j < units.length; j++) {
    const replaces = likely(likelihoods[j]!, 'replaces');
    if (replaces > near) [near, nearest] = [replaces, j];
  }
  const by = best && worth(best) >= 0.3 * near ? best.at : nearest;
  const unit = units[at]!;
  const other = best ? units[best.at]! : undefined;
  const its = best ? likelihoods[best.at]! : undefined;
  const back = best ? rarity.share(stems[best.at]!, new Set(stems[at])) : 0;
  const share = best?.share ?? 0;
  const differ = other !== undefined && numbersDiffer(unit, other);
  const turned = other !== undefined && isNegated(unit.text, unit.tokens) !== isNegated(other.text, other.tokens);
  const replaces = its ? likely(its, 'replaces') : 0;
  const values = [
    ...(
      [
        'superseded',
        'replaces',
        'rule',
        'ban',
        'decision',
        'request',
        'fact',
        'done',
        'failure',
        'open',
        'deadline',
        'goal',
        'noise',
      ] as const
    ).map((label) => likely(own, label)),
    near,
    near * likely(own, 'superseded'),
    replaces,
    replaces * share,
    replaces * likely(own, 'superseded'),
    share,
    back,
    Math.sqrt(share * back),
    its ? Math.max(likely(its, 'rule'), likely(its, 'ban')) : 0,
    its ? likely(its, 'decision') : 0,
    its ? likely(its, 'fact') : 0,
    Number(differ),
    share * Number(differ),
    replaces * Number(differ),
    Number(turned),
    replaces * Number(turned),
    Number(other !== undefined && other.role === unit.role),
    Number(other !== undefined && other.speaker !== '' && other.speaker === unit.speaker),
    Number(unit.role === 'user'),
    Number(unit.role === 'tool'),
    Number(unit.role === 'system'),
    at / units.length,
    Math.min(1, later.length / 12),
    later.reduce((most, one) => Math.max(most, worth(one)), 0),
  ];
  const change = other ? changeOf(unit, other) : { restated: false, changed: false };
  const odds = [near, replaces, likely(own, 'superseded'), share].map(logOdds);
  const changes = [change.restated, change.changed].flatMap((one) => [Number(one), Number(one) * share, Number(one) * replaces]);
  return { at, by, values: [...values, ...odds, ...changes] };
}

/** Whether the later of two statements names a value of the earlier one beside a new one ("14:00, no longer 12:00"), or only a new one in its place. */
function changeOf(earlier: Unit, later: Unit): { restated: boolean; changed: boolean } {
  const old = valuesIn(earlier);
  const now = valuesIn(later);
  const kinds = new Set(old.map(({ kind }) => kind));
  const known = new Set(old.map(({ text }) => text));
  const fresh = now.some(({ kind, text }) => kinds.has(kind) && !known.has(text));
  const repeated = now.some(({ text }) => known.has(text));
  return { restated: fresh && repeated, changed: fresh && !repeated };
}

/** The numbers, times, dates and days in a statement, each with its kind. */
function valuesIn({ tokens }: Unit): { kind: string; text: string }[] {
  return tokens.flatMap(({ shape, norm, text }) => {
    if (norm === '^day' || norm === '^month') return [{ kind: norm, text: text.toLowerCase() }];
    return VALUES.has(shape) ? [{ kind: shape === 'unit' ? 'number' : shape, text: text.replace(/\p{L}+$/u, '') }] : [];
  });
}

/** The logarithm of the odds of a likelihood, bounded and scaled to about -1 to 1. */
function logOdds(p: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, p));
  return Math.log(bounded / (1 - bounded)) / 4.6;
}

function numbersDiffer(a: Unit, b: Unit): boolean {
  const [own, other] = [numbersIn(a), numbersIn(b)];
  return own.length > 0 && other.length > 0 && !own.some((number) => other.includes(number));
}

function numbersIn({ tokens }: Unit): string[] {
  return tokens
    .filter(({ shape, norm }) => shape === 'number' || shape === 'unit' || shape === 'time' || shape === 'date' || norm === '^day')
    .map(({ text }) => text);
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
