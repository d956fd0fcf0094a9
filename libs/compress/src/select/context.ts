import type { Unit } from '../reading.ts';
import lexicon from '../../data/needs-context.json' with { type: 'json' };

const WORDS = new Set(lexicon.entries.flatMap(({ words }) => words.split(' ')));
/** A longer sentence mostly tells by itself what it speaks of. */
const SHORT = 90;

/** Whether a statement begins with a word that points at the sentence before it, so that it says nothing alone. */
export function needsContext(unit: Unit): boolean {
  if (unit.kind === 'item' || unit.text.length > SHORT) return false;
  const first = unit.tokens.find(({ shape }) => shape !== 'sign');
  return first !== undefined && WORDS.has(first.norm);
}
