import type { Rule } from '../fidelity/constraints.ts';
import type { Analysis } from './analysis.ts';
import { action, deadEnd, decision, failure, imperative, pending, preference, unknown } from './cues.ts';
import { labelOf } from './labels.ts';
import { featuresOf } from './rule-features.ts';
import { worthOf } from './rule-weights.ts';
import type { Unit } from './unit.ts';

/** The rules that matter most first, without those that a tool printed by the dozen. */
export function rankRules(analysis: Analysis): Rule[] {
  return [...featuresOf(analysis)]
    .filter(([rule, features]) => rule.unit.role !== 'tool' || !features.has('series'))
    .map(([rule, features]) => ({ rule, worth: worthOf(rule, features) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ rule }) => rule);
}

/** Whether a rule is only a wish. */
export function isSoft({ sentence, prohibition, strength }: Rule): boolean {
  return preference.test(sentence) && !prohibition && strength < 3;
}

function best(analysis: Analysis, units: readonly Unit[]): Unit[] {
  return [...units].sort((a, b) => analysis.score(b) - analysis.score(a) || b.order - a.order);
}

/** Sayable units that pass `test`, the ones of most worth first. */
export function unitsThat(analysis: Analysis, test: (text: string, unit: Unit) => boolean): Unit[] {
  return best(
    analysis,
    analysis.sayable.filter((unit) => test(unit.text, unit)),
  );
}

/** What is still to be decided; what stands under a heading that says so comes first. */
export function pendingUnits(analysis: Analysis): Unit[] {
  const open = /\b(?:open|pending|undecided|to decide|tbd|still|offen|pendiente|en attente)/i;
  const found = unitsThat(analysis, (text, unit) => {
    const label = labelOf(text);
    return label ? label === 'pending' : pending.test(text) || (unit.kind === 'item' && open.test(unit.section));
  });
  const last = analysis.units.length;
  const weight = (unit: Unit) =>
    analysis.score(unit) +
    (open.test(unit.section) && unit.kind === 'item' ? 1 : 0) +
    (/undecided|not\s+(?:yet\s+)?decided|disagree|tbd|whether|open question|unentschieden/i.test(unit.text) ? 1 : 0) +
    (unit.role === 'tool' ? -1 : 0) +
    (1.2 * unit.order) / last;
  return found.sort((a, b) => weight(b) - weight(a));
}

/** What is asked and not known. */
export function questionUnits(analysis: Analysis): Unit[] {
  const found = unitsThat(
    analysis,
    (text, unit) => labelOf(text) === 'question' || (unit.role !== 'tool' && (/[?？]["'”)]*$/.test(text) || unknown.test(text))),
  );
  const named = (unit: Unit) => Number(labelOf(unit.text) === 'question');
  return found.sort((a, b) => named(b) - named(a) || b.order - a.order);
}

/** What was tried in vain. */
export function failureUnits(analysis: Analysis): Unit[] {
  const found = unitsThat(analysis, (text) => failure.test(text));
  return found.sort((a, b) => Number(deadEnd.test(b.text)) - Number(deadEnd.test(a.text)) || analysis.score(b) - analysis.score(a));
}

/** What was decided. */
export function decisionUnits(analysis: Analysis): Unit[] {
  const found = unitsThat(analysis, (text, unit) => {
    const label = labelOf(text);
    return label ? label === 'decision' : unit.role !== 'tool' && decision.test(text) && !/[?？]$/.test(text);
  });
  const named = (unit: Unit) => Number(labelOf(unit.text) === 'decision');
  return found.sort((a, b) => named(b) - named(a));
}

/** What is to be done: open items, announcements near the end, commands. */
export function actionUnits(analysis: Analysis): Unit[] {
  const recent = analysis.units.length * 0.6;
  const planned = /\b(?:next|todo|to do|plan|action|remaining|open|tasks?|schritte|aufgaben|étapes|pasos)\b/i;
  return unitsThat(analysis, (text, unit) => {
    const label = labelOf(text);
    if (label) return label === 'action';
    if (unit.role === 'user' && /^["'“(*_\s]*(?:also,?\s+|but\s+)?i\s+(?!want|need\s+you|would|['’]d)/i.test(text)) return false;
    if (unit.role === 'tool' || /^\[[xX]\]|\b(?:done|erledigt|✅)\b/i.test(text)) return false;
    const listed = unit.kind === 'item' && planned.test(unit.section);
    return listed || /^\[ \]|\bTODO\b/.test(text) || (unit.order >= recent && (action.test(text) || imperative.test(text)));
  });
}
