import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { hasDue } from '../classify/deadlines.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import type { Worth } from '../select/worth.ts';
import { ranked, selectionFor, strings, takeBest } from './budgeted.ts';
import { isShort, shortConstraints } from './short.ts';

const RULES: Worth = { ban: 1.5, rule: 1.3, preference: 1.2, deadline: 1.4 };

/** The rules in force: what must or must not be, what is wished for, and what is due when. */
export function constraints(reading: Reading): StructuredResult<'constraints'> {
  if (isShort(reading)) return shortConstraints(reading);
  const selection = selectionFor(reading, { hard: [], soft: [], deadlines: [] });
  const isRule = (unit: Unit) =>
    Math.max(...(['ban', 'rule', 'preference', 'deadline'] as const).map((label) => chance(reading, unit, label))) >= 0.3;
  const taken = takeBest(
    selection,
    ranked(reading, RULES, (unit) => isRule(unit) || isDue(reading, unit)),
    selection.left,
  );
  const slots = Map.groupBy(taken, ({ main, units }) => {
    if (units.some((unit) => isDue(reading, unit))) return 'deadlines';
    return isSoft(reading, main) ? 'soft' : 'hard';
  });
  return {
    hard: strings(slots.get('hard') ?? []),
    soft: strings(slots.get('soft') ?? []),
    deadlines: strings(slots.get('deadlines') ?? []),
  };
}

/** How likely a unit must be a deadline, against how likely it is a rule, where it names no time that something is due by. */
const AGAINST_RULE = 0.25;

/** Whether a unit says by when something is due, rather than what must or must not be: a ban that names a time forbids all the same. */
function isDue(reading: Reading, unit: Unit): boolean {
  const deadline = chance(reading, unit, 'deadline');
  if (deadline < 0.5 && chance(reading, unit, 'ban') >= 0.5) return false;
  const isLikely = deadline >= 0.1 && deadline > AGAINST_RULE * Math.max(chance(reading, unit, 'rule'), chance(reading, unit, 'ban'));
  return isLikely || (deadline >= 0.03 && hasDue(unit));
}

function isSoft(reading: Reading, unit: Unit): boolean {
  return chance(reading, unit, 'preference') >= 0.3 && chance(reading, unit, 'ban') < 0.5;
}
