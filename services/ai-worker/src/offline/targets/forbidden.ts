import type { Analysis } from '../analysis.ts';
import { isProhibition } from '../cues.ts';
import { wordingOf } from '../saying.ts';
import { rankRules } from '../sorting.ts';
import type { Unit } from '../unit.ts';
import { isNoise, saidIn } from './readable.ts';
import { splitReason } from './reasons.ts';

/** What is forbidden beside the last request, the firmest first, each said so that it is understood alone. */
export function bansOf(analysis: Analysis): Unit[] {
  const said = saidIn(analysis);
  const asked = new Set(analysis.request.map((unit) => unit.order));
  const firm = rankRules(analysis).filter(
    ({ unit, prohibition, strength }) =>
      prohibition && strength >= 3 && unit.kind !== 'table' && said(unit) && !asked.has(unit.order) && !isNoise(unit.text),
  );
  const bans = firm.map((rule) => ({ ...rule.unit, text: wordingOf(rule) }));
  return bans.filter((unit) => isProhibition(splitReason(unit.text).what));
}
