import type { Analysis } from '../analysis.ts';
import { addressed, imperative, setsDeadline } from '../cues.ts';
import { labelOf } from '../labels.ts';
import { actionUnits, rankRules } from '../sorting.ts';
import type { Unit } from '../unit.ts';
import { settles } from './decisions.ts';
import { readableUnits, saidIn } from './readable.ts';

/** Length from which a note is a task rather than the rest of one. */
const LEAST = 18;
const LEAST_LISTED = 30;
const PLANNED =
  /\b(?:next|to-?\s?dos?|plan|actions?|remaining|open|tasks?|steps?|follow-?ups?|schritte|aufgaben|offen|étapes|tâches|pasos|tareas|pendientes?)\b/i;
const OWED =
  /\b(?:to-?do|next\s+steps?|next\s*[,:]|i['’]ll|i\s+will|we['’]ll|we\s+will|(?:still|yet)\s+(?:to|needs?|missing|open|have|has|outstanding)|needs?\s+(?:to|a|an|my|our|his|her|their|approval)|ha(?:s|ve)\s+to|must|remaining|remains|left\s+to\s+do|outstanding|due|waiting\s+for|follow[- ]?up|noch\s+zu|muss|müssen|steht\s+aus|reste\s+à|il\s+faut|doit|falta|hay\s+que|debe)\b|必要|待办/i;
const FINISHED =
  /^\[[xX]\]|^(?:(?:both|all)\b,?\s*)?(?:noted|done|understood|finished)\b|\b(?:is|was|are|were)\s+(?:done|finished|complete[d]?)\b|✅|\b(?:erledigt|terminé|hecho)\b/i;

/** What is still to be done, the plainest first: listed or labelled tasks, orders, announcements; then dates to meet. */
export function tasksOf(analysis: Analysis): Unit[] {
  const said = saidIn(analysis);
  const readable = new Map(readableUnits(analysis).map((unit) => [unit.order, unit]));
  const asked = new Set(analysis.request.map((unit) => unit.order));
  const own = (unit: Unit) => (said(unit) && !asked.has(unit.order) ? (readable.get(unit.order) ?? []) : []);
  const tasks = actionUnits(analysis).flatMap(own).filter(isTask);
  const dated = rankRules(analysis).filter(({ unit, prohibition }) => !prohibition && unit.role !== 'assistant' && setsDeadline(unit.text));
  const rank = new Map(tasks.map((unit) => [unit, weightOf(analysis, unit)]));
  return [...tasks.sort((a, b) => rank.get(b)! - rank.get(a)!), ...dated.flatMap(({ unit }) => own(unit))];
}

function isTask({ text, section, kind }: Unit): boolean {
  if (FINISHED.test(text) || /[?？]["'”)]*$/.test(text)) return false;
  if (labelOf(text) === 'action' || /^\[ \]|\bTODO\b/.test(text) || imperative.test(text)) return true;
  if (text.length < LEAST || settles(text)) return false;
  return (kind === 'item' && PLANNED.test(section) && text.length >= LEAST_LISTED) || addressed.test(text) || OWED.test(text);
}

function weightOf(analysis: Analysis, unit: Unit): number {
  const { text, section, kind } = unit;
  const listed = labelOf(text) === 'action' || text.startsWith('[ ]') || (kind === 'item' && PLANNED.test(section));
  const order = imperative.test(text) || addressed.test(text);
  return (listed ? 2 : 0) + (order ? 1 : 0) + 0.5 * analysis.score(unit) + (1.5 * unit.order) / analysis.units.length;
}
