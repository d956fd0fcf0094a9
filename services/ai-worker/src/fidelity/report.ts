import type { Compressed, Fidelity } from '@rest-stop/contracts/defrag.ts';
import { isNegated } from '../offline/cues.ts';
import { contentWords } from '../offline/text.ts';
import { unitsOf } from '../offline/units.ts';
import { anchorsOf } from './anchors.ts';
import { type Constraint, constraintsOf } from './constraints.ts';
import { countPresent, searchable } from './presence.ts';

const MAX_LOST = 10;
const MAX_LOST_CHARS = 200;
/** Share of a constraint's words that one passage of the result must hold. */
const OVERLAP = 0.7;

/** Compares a result with its input: which details and which rules survived, and which details are new. Counts only, no model. */
export function fidelityOf(input: string, result: Compressed): Fidelity {
  const strings = stringsOf(result);
  const said = strings.join('\n');
  const anchors = anchorsOf(input);
  const resultAnchors = anchorsOf(said);
  const constraints = constraintsOf(input);
  const lost = lostConstraints(constraints, strings);
  return {
    anchors: anchors.length,
    kept: countPresent(anchors, searchable(said)),
    invented: resultAnchors.length - countPresent(resultAnchors, searchable(input)),
    constraints: constraints.length,
    constraints_kept: constraints.length - lost.length,
    lost: lost.slice(0, MAX_LOST).map((c) => shorten(c.sentence)),
  };
}

/** The bans of `input` that `result` no longer states with their negation. */
export function lostProhibitions(input: string, result: Compressed): string[] {
  const bans = constraintsOf(input).filter((c) => c.prohibition);
  return lostConstraints(bans, stringsOf(result)).map((c) => c.sentence);
}

/** Every string in a result, at any depth; keys are not content. */
export function stringsOf(result: unknown): string[] {
  if (typeof result === 'string') return [result];
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap(stringsOf);
}

function lostConstraints(constraints: readonly Constraint[], strings: readonly string[]): Constraint[] {
  const passages = passagesOf(strings);
  const index = indexOf(passages);
  return constraints.filter((constraint) => !isKept(constraint, passages, index));
}

/** A place where a rule may stand whole: one sentence, or two that follow one another. */
type Passage = readonly string[];

function passagesOf(strings: readonly string[]): Passage[] {
  return strings.flatMap((s) => {
    const pieces = unitsOf(s).map((unit) => unit.text);
    return [...pieces.map((piece) => [piece]), ...pieces.slice(1).map((piece, i) => [pieces[i]!, piece])];
  });
}

function indexOf(passages: readonly Passage[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [i, passage] of passages.entries()) {
    for (const word of new Set(contentWords(passage.join(' '), 200))) {
      const places = index.get(word);
      if (places) places.push(i);
      else index.set(word, [i]);
    }
  }
  return index;
}

function isKept(constraint: Constraint, passages: readonly Passage[], index: Map<string, number[]>): boolean {
  const words = new Set(contentWords(constraint.sentence));
  const hits = new Map<number, number>();
  for (const word of words) for (const i of index.get(word) ?? []) hits.set(i, (hits.get(i) ?? 0) + 1);
  for (const [i, count] of hits) {
    if (count >= OVERLAP * words.size && (!constraint.prohibition || forbids(passages[i]!, words))) return true;
  }
  return false;
}

/** Whether the sentence of `passage` that speaks of `words` is negated: its neighbour's negation forbids something else. */
function forbids(passage: Passage, words: ReadonlySet<string>): boolean {
  const spoken = passage.map((piece) => contentWords(piece, 200).filter((word) => words.has(word)).length);
  return isNegated(passage[spoken.indexOf(Math.max(...spoken))]!);
}

function shorten(sentence: string): string {
  const chars = Array.from(sentence);
  return chars.length <= MAX_LOST_CHARS ? sentence : `${chars.slice(0, MAX_LOST_CHARS - 1).join('')}…`;
}
