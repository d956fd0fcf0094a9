import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { Analysis } from '../analysis.ts';
import { jsonCost, partOf, type Purse, purseOf } from '../budget.ts';
import { irreversible, isProhibition } from '../cues.ts';
import { type Selection, selectionOf, takeRequest, takeUnits } from '../pick.ts';
import type { Unit } from '../unit.ts';
import { decisionsOf, openPoints, saysOpen } from './decisions.ts';
import { bansOf } from './forbidden.ts';
import { evidenceFor, withEvidence } from './evidence.ts';
import { reasonOf } from './reasons.ts';
import { asOne } from './request.ts';

type Decision = StructuredResult<'decision_log'>['decisions'][number];

const REQUEST_LABEL = 'Last request: ';
const OPEN_LABEL = 'Open: ';
/** Shares of the room, in the order in which they are paid for; what explains the entries gets the rest. */
const SHARE = { request: 0.2, decisions: 0.4, open: 0.15, bans: 0.22 };
/** Room for one entry of common length, which a share never falls below. */
const LEAST_SHARE = 230;
const REVERSAL = /\b(?:undone|reversed|reverted|one[- ]way|irreversibl[ey]|unwiderruflich|irréversible)\b/i;

/**
 * What was settled and why, in the order of the text: decisions and bans, each with what the text says about its matter. After them what
 * waits for a decision, marked "Open:", and the last request. An empty `why` means that the text gives no reason.
 */
export function decisionLog(analysis: Analysis, budget: number): StructuredResult<'decision_log'> {
  const purse = purseOf(Math.max(0, budget - codePoints(JSON.stringify({ decisions: [] }))));
  const total = purse.left();
  const log = new Map<Unit, Decision>();
  const costs = new Map<string, number>();
  const selection = selectionOf(analysis, (text) => costs.get(text) ?? jsonCost(text));
  const take = (units: readonly Unit[], label: (text: string) => string, room: Purse): Unit[] => {
    const drafts = new Map(units.map((unit) => [unit, decisionOf(analysis, unit, label)]));
    for (const [unit, draft] of drafts) costs.set(unit.text, entryCost(draft));
    const taken = takeUnits(selection, units, room);
    for (const unit of taken) log.set(unit, noted(selection, unit, drafts.get(unit)!));
    return taken;
  };
  const share = (part: number) => partOf(purse, Math.max(total * part, LEAST_SHARE));
  const plain = () => '';
  const request = take(
    asOne(takeRequest(selectionOf(analysis, jsonCost), purseOf(Math.max(total * SHARE.request, Math.min(300, total * 0.6))))),
    () => REQUEST_LABEL,
    purse,
  );
  const decisions = decisionsOf(analysis);
  const settled = take(decisions, plain, share(SHARE.decisions));
  const open = take(openPoints(analysis), (text) => (saysOpen(text) ? '' : OPEN_LABEL), share(SHARE.open));
  settled.push(...take(bansOf(analysis), plain, share(SHARE.bans)));
  const entries = [...settled.sort((a, b) => a.order - b.order), ...open.sort((a, b) => a.order - b.order), ...request];
  const evidence = evidenceFor(selection, entries, purse);
  const rest = take(
    decisions.filter((unit) => !log.has(unit)),
    plain,
    purse,
  );
  rest.push(...take(bansOf(analysis), plain, purse));
  const all = [...[...settled, ...rest].sort((a, b) => a.order - b.order), ...entries.slice(settled.length)];
  return { decisions: all.map((unit) => ({ ...log.get(unit)!, why: withEvidence(log.get(unit)!.why, evidence.get(unit)) })) };
}

function entryCost(entry: Decision): number {
  return codePoints(JSON.stringify(entry)) + 1;
}

/** A reason that is a sentence of its own is not said a second time. */
function noted(selection: Selection, unit: Unit, entry: Decision): Decision {
  if (entry.why && !unit.text.includes(entry.why)) selection.novelty.add(entry.why);
  return entry;
}

function decisionOf(analysis: Analysis, unit: Unit, label: (text: string) => string): Decision {
  const { what, why } = reasonOf(analysis, unit);
  const reversible = isProhibition(unit.text) ? !REVERSAL.test(unit.text) : !irreversible.test(unit.text);
  return { what: label(unit.text) + what, why, reversible };
}
