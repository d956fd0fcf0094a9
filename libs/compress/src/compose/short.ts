import { MASK } from '@rest-stop/credentials';
import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { hasDue } from '../classify/deadlines.ts';
import { isNegated } from '../classify/negation.ts';
import type { Label } from '../classify/labels.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import { isShut } from '../resolve/closed.ts';
import { holds } from '../resolve/standing.ts';
import { joined } from './budgeted.ts';
import { isReversible } from './reversible.ts';

/** Characters up to which a text is given whole, and units up to which it is short. */
const WHOLE = { characters: 420, units: 8 };

/** Whether a text is so short that it is shown whole rather than chosen from. */
export function isShort({ characters, units }: Reading): boolean {
  return characters <= WHOLE.characters && units.length <= WHOLE.units;
}

/** The units of a text that is shown whole: each without the heading that stands before it anyway. */
export function plainly(units: readonly Unit[]): Pick<Unit, 'text'>[] {
  return units.map(({ text, led }) => ({ text: led?.own ?? text }));
}

/** What a unit can be in a short text; each stands for labels of which the likeliest counts. */
const ROLES = {
  step: ['open', 'request', 'current'],
  rule: ['rule', 'ban', 'preference', 'deadline'],
  decision: ['decision'],
  done: ['done'],
  failure: ['failure'],
  fact: ['fact'],
} as const satisfies Record<string, readonly Label[]>;
type Role = keyof typeof ROLES;

/** Roles that a unit can have at once: a step may be due by a time, a rule may be decided. */
const BESIDE: Partial<Record<Role, readonly Role[]>> = { step: ['rule'], rule: ['step', 'decision'], decision: ['rule', 'step'] };
/** How likely a role must be at least, alone and against the likeliest other one. */
const LEAST = { clear: 0.3, any: 0.1, against: 0.5 };

function likelihood(reading: Reading, unit: Unit, role: Role): number {
  const likeliest = Math.max(...ROLES[role].map((label) => chance(reading, unit, label)));
  if (role !== 'rule') return likeliest;
  return Math.max(likeliest, hasDue(unit) ? 1 : 0, isNegated(unit.text, unit.tokens) ? likelihood(reading, unit, 'step') : 0);
}

/**
 * The units of a short text that play a role: where little stands around a sentence the models are unsure of it, so it is enough that nothing else is
 * much likelier.
 */
function playing(reading: Reading, role: Role): Unit[] {
  const rivals = (Object.keys(ROLES) as Role[]).filter((other) => other !== role && !BESIDE[role]?.includes(other));
  return reading.units.filter((unit) => {
    if (unit.kind === 'heading' || (isShut(unit) && role !== 'done') || !holds(reading, unit)) return false;
    if (chance(reading, unit, 'superseded') >= LEAST.clear + LEAST.against) return false;
    const own = likelihood(reading, unit, role);
    const most = Math.max(...rivals.map((other) => likelihood(reading, unit, other)));
    if (role === 'step' && ((unit.status !== 'open' && isBan(reading, unit)) || (own < LEAST.clear && holdsMask(unit)))) return false;
    return own >= LEAST.any && own >= LEAST.against * most;
  });
}

/** What is shown of units: one that may be withdrawn together with what withdraws it, which then stands nowhere else. */
function told(reading: Reading, units: readonly Unit[]): { unit: Unit; text: string }[] {
  const behind = units.map(({ order }) => reading.doubted.get(order)?.by);
  return units
    .map((unit, i) => ({ unit, text: joined([unit, ...(behind[i] === undefined ? [] : [reading.units[behind[i]]!])]) }))
    .filter(({ unit }) => !behind.includes(unit.order));
}

/** Whether a credential stood in a unit: mostly it is told there, and nothing is to be done. */
function holdsMask({ text }: Unit): boolean {
  return text.includes(MASK);
}

function isBan(reading: Reading, unit: Unit): boolean {
  return chance(reading, unit, 'ban') >= LEAST.clear || chance(reading, unit, 'ban') > 2 * likelihood(reading, unit, 'step');
}

/** A short text as actions: its steps, each by itself. */
export function shortActions(reading: Reading): StructuredResult<'next_actions'> {
  const steps = playing(reading, 'step').filter((unit) => !reading.closed.has(unit.order));
  return { actions: told(reading, steps).map(({ unit, text }) => ({ priority: hasDue(unit) ? 'high' : 'medium', do: text, why: '' })) };
}

/** Whether a unit says by when something is due; a ban that names a time forbids all the same. */
function isDue(reading: Reading, unit: Unit): boolean {
  return chance(reading, unit, 'deadline') >= LEAST.against || (hasDue(unit) && chance(reading, unit, 'ban') < LEAST.against);
}

/** A short text as constraints. */
export function shortConstraints(reading: Reading): StructuredResult<'constraints'> {
  const rules = playing(reading, 'rule');
  const slots = Map.groupBy(told(reading, rules), ({ unit }) => {
    if (isDue(reading, unit)) return 'deadlines';
    return chance(reading, unit, 'preference') > Math.max(chance(reading, unit, 'rule'), chance(reading, unit, 'ban')) ? 'soft' : 'hard';
  });
  const texts = (slot: 'hard' | 'soft' | 'deadlines'): string[] => (slots.get(slot) ?? []).map(({ text }) => text);
  return { hard: texts('hard'), soft: texts('soft'), deadlines: texts('deadlines') };
}

/** A short text as decisions. */
export function shortDecisions(reading: Reading): StructuredResult<'decision_log'> {
  const decided = playing(reading, 'decision').filter((unit) => unit.status === 'decided' || !isBan(reading, unit));
  return { decisions: told(reading, decided).map(({ unit, text }) => ({ what: text, why: '', reversible: isReversible(unit) })) };
}
