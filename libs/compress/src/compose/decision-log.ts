import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import type { Worth } from '../select/worth.ts';
import { joined, ranked, reasonsOf, selectionFor, shown, textOf } from './budgeted.ts';
import { isReversible } from './reversible.ts';
import { isShort, shortDecisions } from './short.ts';

const DECISIONS: Worth = { decision: 1.6 };

/** What was decided and is in force, oldest first, each with the reason that the text gives beside it. Standing rules are no decisions. */
export function decisionLog(reading: Reading): StructuredResult<'decision_log'> {
  if (isShort(reading)) return shortDecisions(reading);
  const selection = selectionFor(reading, { decisions: [] });
  const extra = JSON.stringify({ what: '', why: '', reversible: false }).length;
  const decided = ranked(reading, DECISIONS, (unit) => isDecision(reading, unit));
  const taken = shown(decided.flatMap((unit) => selection.take(unit, { extra }) ?? []));
  const statements = taken.filter(({ main, units }) => !isRatherBan(reading, main) && units.some((unit) => isDecision(reading, unit)));
  return {
    decisions: statements.map((statement) => ({
      what: textOf(statement),
      why: joined(selection.explain(statement.units.flatMap((unit) => reasonsOf(reading, unit)))),
      reversible: statement.units.some(isReversible),
    })),
  };
}

function isDecision(reading: Reading, unit: Unit): boolean {
  return chance(reading, unit, 'decision') >= 0.25 && !isRatherBan(reading, unit);
}

function isRatherBan(reading: Reading, unit: Unit): boolean {
  return chance(reading, unit, 'decision') < 0.5 * chance(reading, unit, 'ban');
}
