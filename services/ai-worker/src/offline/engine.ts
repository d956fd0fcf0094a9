import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { type Analysis, analyse } from './analysis.ts';
import { budgetFor } from './budget.ts';
import { cutTo, cutToWords } from './cut.ts';
import { constraints } from './targets/constraints.ts';
import { decisionLog } from './targets/decision-log.ts';
import { handoff } from './targets/handoff.ts';
import { nextActions } from './targets/next-actions.ts';
import { bullets, summary } from './targets/prose.ts';
import { state } from './targets/state.ts';
import { tldr } from './targets/tldr.ts';

const composers: Record<Target, (analysis: Analysis, budget: number) => Compressed> = {
  summary,
  bullets,
  tldr,
  state,
  next_actions: nextActions,
  handoff,
  constraints,
  decision_log: decisionLog,
};

/**
 * Compresses a context without any model: it chooses sentences and names of the input and copies them verbatim.
 * Deterministic. Never longer than the input, but for the empty skeleton of a structured target when the input is shorter than that.
 * Linear in the length of the content, apart from a graph of fixed size.
 */
export function compressOffline(content: string, target: Target): Compressed {
  const text = content.toWellFormed();
  const length = codePoints(text);
  const result = composers[target](analyse(text), budgetFor(length));
  return typeof result === 'string' ? withinProse(result, text, length, target) : result;
}

/** A prose result is never empty and never longer than its input, whatever the input is. */
function withinProse(result: string, text: string, length: number, target: Target): string {
  const mark = target === 'bullets' ? '- ' : '';
  if (result.trim() && codePoints(result) <= length) return result;
  const flat = text.replace(/\s+/gu, ' ').trim();
  const cut = cutTo(flat, Math.max(1, Math.min(budgetFor(length), 600) - mark.length));
  return mark + (target === 'tldr' ? cutToWords(cut, 60) : cut);
}
