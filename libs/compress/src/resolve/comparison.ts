// Takes in a statement and a later one, and gives the row of numbers by which it is judged whether the later one replaces it.
import type { Rarity } from '../tokens/stems.ts';
import { type Cues, SORTS as CUES } from './cues.ts';
import { logOdds } from './odds.ts';
import { SORTS, type Statement } from './statement.ts';

/** How many units behind a statement one may replace it without naming its matter ("That's off."). */
export const NEAR = 4;

/** How often a cue counts at most. */
const MOST_CUES = 2;

/** A statement and a later one that may replace it. */
export type Comparison = {
  earlier: Statement;
  later: Statement;
  /** How much of the earlier one's matter the later one takes up, 0 to 1, and the other way round. */
  share: number;
  back: number;
  /** The most that any later unit shares with the statement, and looks like replacing one. */
  most: { share: number; replaces: number };
  /** How likely the units before and behind the later one are to replace a statement. */
  before: number;
  behind: number;
};

/** What is known of the two, in the order of the weights in `data/replacing.json`. */
export function valuesOf(two: Comparison, rarity: Rarity): number[] {
  const row: number[] = [];
  addMeasures(row, two);
  addReplacing(row, two);
  addMatter(row, two);
  addDistance(row, two);
  addSpeakers(row, two);
  addSorts(row, two);
  addCounts(row, two.earlier.cues);
  addCounts(row, two.later.cues);
  addCues(row, two, rarity);
  addStems(row, two, rarity);
  for (const chance of two.later.is) row.push(chance);
  return row;
}

/** Numbers, times and dates that the two name. */
function addMeasures(row: number[], { earlier, later, share }: Comparison): void {
  const change = changeOf(earlier, later);
  const restated = Number(change === 'restated');
  const changed = Number(change === 'changed');
  const repeated = Number(change === 'repeated');
  row.push(restated, restated * later.replaces, changed, changed * share, repeated);
}

/** How much the later one looks like replacing something, and those around it. */
function addReplacing(row: number[], { later: { replaces, replacesOdds }, most, before, behind }: Comparison): void {
  row.push(replaces, replacesOdds, replaces / most.replaces, before, behind);
}

/** How much of the matter of each the other takes up. */
function addMatter(row: number[], { later: { replaces }, share, back, most }: Comparison): void {
  const both = Math.sqrt(share * back);
  row.push(share, logOdds(share), share / most.share, back, both, replaces * share, replaces * both);
}

/** How far apart they stand. */
function addDistance(row: number[], { earlier, later }: Comparison): void {
  const gap = later.at - earlier.at;
  const next = Number(gap === 1);
  const overNext = Number(gap === 2);
  const near = Number(gap <= NEAR);
  const far = Math.log1p(gap) / 6;
  row.push(next, overNext, near, next * later.replaces, near * later.replaces, far, far * later.replaces);
}

/** Who says them. */
function addSpeakers(row: number[], { earlier: { unit }, later: { unit: other } }: Comparison): void {
  const sameTurn = Number(other.turn === unit.turn);
  const sameSpeaker = Number(other.speaker !== '' && other.speaker === unit.speaker);
  const sameRole = Number(other.role === unit.role);
  const byUser = Number(other.role === 'user');
  const byTool = Number(other.role === 'tool');
  row.push(sameTurn, sameSpeaker, sameRole, byUser, byTool);
}

/** What both are, name and deny, and how long the later one is. */
function addSorts(row: number[], { earlier, later, share }: Comparison): void {
  let alike = 0;
  for (let i = 0; i < SORTS.length; i++) alike += earlier.is[i]! * later.is[i]!;
  const named = Number(later.names.some((name) => earlier.names.includes(name)));
  const turned = Number(earlier.isNegated !== later.isNegated);
  const length = Math.min(1, later.unit.tokens.length / 30);
  row.push(alike / 3, named, named * later.replaces, turned, turned * share, length);
}

/** How often each sort of cue stands in one of them. */
function addCounts(row: number[], cues: Cues): void {
  for (const sort of CUES) row.push(Math.min(MOST_CUES, cues[sort]));
}

/** Whether the cues of the later one tell what the earlier one waits for. */
function addCues(row: number[], { earlier, later, share }: Comparison, rarity: Rarity): void {
  const cancels = Number(later.cues.cancels > 0);
  const cancelsNear = later.at - earlier.at <= NEAR ? cancels : 0;
  const changes = Number(later.cues.changes > 0);
  const releases = Number(later.cues.releases > 0);
  const waits = Number(earlier.cues.conditions > 0);
  const clause = waits === 0 ? 0 : rarity.share(earlier.clause, new Set(rarity.units[later.at]));
  row.push(cancels * share, cancelsNear, changes * share, waits, waits * share, waits * releases * share, clause, clause * releases);
}

/** The stems that both hold: how telling the rarest is, how many there are, how many stand nowhere else, and whether the first is one of them. */
function addStems(row: number[], { earlier, later }: Comparison, rarity: Rarity): void {
  const own = rarity.units[later.at]!;
  let [strongest, shared, rare] = [0, 0, 0];
  rarity.hold(earlier.at);
  for (const stem of own) {
    if (!rarity.holds(stem)) continue;
    strongest = Math.max(strongest, rarity.weight(stem));
    shared++;
    if (rarity.count(stem) === 2) rare++;
  }
  const [first] = rarity.units[earlier.at]!;
  const holdsFirst = Number(first !== undefined && own.includes(first));
  const sameFirst = Number(first !== undefined && own[0] === first);
  row.push(strongest / 6, Math.min(5, shared) / 5, rare / 3, holdsFirst, sameFirst);
}

/** Whether the later of two statements names a value of the earlier one beside a new one ("14:00, no longer 12:00"), only a new one, or only that one. */
function changeOf({ values }: Statement, later: Statement): 'restated' | 'changed' | 'repeated' | undefined {
  if (values.length === 0 || later.values.length === 0) return undefined;
  const isRepeated = later.values.some(({ text }) => values.some((one) => one.text === text));
  const isFresh = later.values.some(({ kind, text }) => isNew(text, values) && values.some((one) => one.kind === kind));
  if (isFresh) return isRepeated ? 'restated' : 'changed';
  return isRepeated ? 'repeated' : undefined;
}

function isNew(text: string, values: Statement['values']): boolean {
  return !values.some((one) => one.text === text);
}
