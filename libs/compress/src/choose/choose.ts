// Takes in a reading and the plan of a target, and gives the statements of its result: the anchors first, then what is worth most for its length.
import type { Reading } from '../read.ts';
import { isHandoffField } from '../read/session.ts';
import { begun } from '../layout.ts';
import { isLanguage, type Unit } from '../reading.ts';
import { holds } from '../resolve/standing.ts';
import type { Plan, Slot } from '../targets.ts';
import type { Need } from '../weigh/needs.ts';
import { probability } from '../weigh/weigh.ts';
import { anchorsOf } from './anchors.ts';
import { MOST } from './budget.ts';
import { Queue } from '../select/queue.ts';
import { Choice } from './choice.ts';
import { needsContext } from '../select/context.ts';

/** Statements that stand in one place of a result; those side by side in the text are one entry. */
export type Entry = { slot: string; units: readonly Unit[] };
export type Chosen = { goal: readonly Unit[]; request: readonly Unit[]; entries: readonly Entry[]; choice: Choice };

/** Longest part of a turn that an anchor shows, the share of the budget that it may take, and what it may take of a small one. */
const ANCHOR = { request: { characters: 800, share: 0.35, least: 160 }, goal: { characters: 600, share: 0.2, least: 0 } };
/** How far a unit's worth counts against its length: none, or all of it. */
const LENGTH = 0.8;
const SHORT = 40;
/** What a unit loses of its worth when the chosen ones already say all of it. */
const COVERED = 0.7;
const LONGEST_ENTRY = 400;
/** What a statement of an earlier handoff is worth at least. */
const CHOSEN = 0.6;
/** What stands around the only statement of a result at most: the mark of a bullet. */
const FRAME = 2;
/** Share of a text that its ledgers may take. */
const LEDGERS = 0.2;

/** Characters that a result may take; where they are a limit, not even ledgers pass it. */
type Budget = { most: number; isLimit: boolean };

export function choose(reading: Reading, plan: Plan, { most: budget, isLimit }: Budget): Chosen {
  const choice = new Choice(reading, budget);
  const anchored = plan.slots.find(({ anchors }) => anchors);
  const { goal, request } = anchored ? takeAnchors(reading, choice, anchored.frame, budget) : { goal: [], request: [] };
  const taken = takeMost(reading, choice, plan);
  if (!isLimit) choice.left += Math.max(0, Math.min(reading.characters * LEDGERS, MOST) - budget);
  const filled = plan.fills ? takeLedgers(reading, choice, plan) : [];
  return { goal, request, entries: entriesOf([...taken, ...filled]), choice };
}

function takeAnchors(reading: Reading, choice: Choice, frame: number, budget: number) {
  const { goals, requests } = anchorsOf(reading);
  const take = (
    turns: readonly (readonly Unit[])[],
    { characters, share, least }: { characters: number; share: number; least: number },
  ): Unit[] => {
    const most = Math.min(characters, Math.max(budget * share, least));
    const shown = turns.flatMap((units, i) => excerptOf(reading, units, i === 0 ? most : most / 2));
    return shown.filter((unit) => choice.take(unit, frame)).toSorted(byOrder);
  };
  const request = take(requests, ANCHOR.request);
  return { request, goal: take(goals, ANCHOR.goal) };
}

/** What is shown of a turn in `most` characters: its first and last sentence, and what a successor needs most of the rest. */
function excerptOf(reading: Reading, units: readonly Unit[], most: number): Unit[] {
  const fresh = units.filter(({ order }) => !reading.folded.repeated.has(order));
  const language = fresh.filter(isLanguage);
  const said = language.length > 0 ? language : fresh;
  const ends = [said[0], said.at(-1), said[1]].filter((unit) => unit !== undefined);
  const rest = fresh.toSorted((a, b) => probability(reading.weighed, b, 'needed') - probability(reading.weighed, a, 'needed'));
  const kept = new Set<Unit>();
  let room = most;
  for (const unit of [...ends, ...rest]) {
    if (kept.has(unit) || unit.text.length + 1 > room) continue;
    kept.add(unit);
    room -= unit.text.length + 1;
  }
  return fresh.filter((unit) => kept.has(unit));
}

type Candidate = { unit: Unit; slot: Slot; worth: number; length: number };

/** Takes units as long as there is room, each time the one that adds most for its length (lazy greedy: Minoux, 1978). */
function takeMost(reading: Reading, choice: Choice, plan: Plan): { unit: Unit; slot: Slot }[] {
  const candidates = new Map(candidatesOf(reading, plan).map((one) => [one.unit, one]));
  const queue = new Queue<Candidate>((one) => valueOf(choice, one));
  for (const one of candidates.values()) queue.push(one);
  const taken: { unit: Unit; slot: Slot }[] = [];
  const take = (unit: Unit, slot: Slot): boolean => {
    if (choice.says(unit) || !choice.take(unit, slot.frame)) return false;
    taken.push({ unit, slot });
    return true;
  };
  for (let best = queue.pop(); best && choice.left > 0; best = queue.pop()) {
    if (remaining(choice, best) < plan.least || !take(best.unit, best.slot)) continue;
    for (const beside of besideOf(reading, best.unit)) take(beside, best.slot);
    for (const step of [-1, 1]) {
      for (let at = best.unit.order + step; ; at += step) {
        const next = reading.units[at];
        const its = next && (candidates.get(next) ?? candidateOf(reading, plan, next));
        if (!its || its.unit.block !== best.unit.block || its.worth < plan.join * plan.least || !take(its.unit, its.slot)) break;
      }
    }
  }
  return taken;
}

/** Takes the values of ledgers, newest first, into the space that is left and up to a share of the text; they displace no sentence. */
function takeLedgers(reading: Reading, choice: Choice, plan: Plan): { unit: Unit; slot: Slot }[] {
  const slot = plan.slots.find(({ name }) => name === plan.fills)!;
  const values = reading.units.filter(({ order }) => reading.folded.ledger.has(order) && !reading.folded.repeated.has(order));
  return values.toReversed().flatMap((unit) => (choice.take(unit, slot.frame) ? { unit, slot } : []));
}

/** The beginning of the most important statement, for a space that no whole statement fits into. */
export function excerpt(reading: Reading, { request, goal, entries }: Chosen, most: number, words = Number.POSITIVE_INFINITY): Unit {
  const needed = (unit: Unit): number => probability(reading.weighed, unit, 'needed');
  const { requests } = anchorsOf(reading);
  const anchors = [...request, ...goal, ...entries.flatMap(({ units }) => units), ...requests.flat()];
  const unit = anchors[0] ?? reading.units.reduce((best, one) => (holds(reading, one) && needed(one) > needed(best) ? one : best));
  return { ...unit, text: begun(unit.text, most - FRAME, words) };
}

function candidatesOf(reading: Reading, plan: Plan): Candidate[] {
  return reading.units.flatMap((unit) => {
    const one = candidateOf(reading, plan, unit);
    return one && one.worth >= plan.least ? one : [];
  });
}

function candidateOf(reading: Reading, plan: Plan, unit: Unit): Candidate | undefined {
  const { repeated, ledger } = reading.folded;
  if (repeated.has(unit.order) || ledger.has(unit.order) || !holds(reading, unit)) return undefined;
  const likely = (need: Need): number => probability(reading.weighed, unit, need);
  const accepts = (slot: Slot): boolean =>
    (Object.entries(slot.accepts) as [Need, number][]).some(([need, least]) => likely(need) >= least);
  const earlier = isHandoffField(unit.speaker);
  const slot = (earlier && plan.slots.find(({ name }) => name === unit.speaker)) || plan.slots.find(accepts);
  if (!slot) return undefined;
  const worth = Math.max(...(Object.entries(plan.worth) as [Need, number][]).map(([need, weight]) => weight * likely(need)));
  const { rarity } = reading;
  const matter =
    plan.matter && !reading.hasAgent
      ? (plan.matter * rarity.weightOf(unit.order)) / Math.sqrt(Math.max(1, rarity.units[unit.order]!.length))
      : 0;
  return { unit, slot, worth: earlier ? Math.max(worth, CHOSEN) : worth + matter, length: matter > 0 ? 0 : LENGTH };
}

/** What a unit still adds to the chosen ones. */
function remaining(choice: Choice, { unit, worth }: Candidate): number {
  return worth * (1 - COVERED * choice.covered(unit) ** 2);
}

function valueOf(choice: Choice, one: Candidate): number {
  return remaining(choice, one) / Math.max(SHORT, one.unit.text.length) ** one.length;
}

/** What a unit would mislead without: the later statement that may replace it, or the sentence that its first word points at. */
function besideOf(reading: Reading, unit: Unit): Unit[] {
  const doubt = reading.doubted.get(unit.order);
  const before = reading.units[unit.order - 1];
  const context = before && before.block === unit.block && needsContext(unit) ? [before] : [];
  return [...(doubt ? [reading.units[doubt.by]!] : []), ...context].filter((one) => holds(reading, one));
}

function entriesOf(taken: readonly { unit: Unit; slot: Slot }[]): Entry[] {
  const entries: { slot: string; units: Unit[] }[] = [];
  for (const { unit, slot } of taken.toSorted((a, b) => byOrder(a.unit, b.unit))) {
    const open = entries.at(-1);
    const last = open?.units.at(-1);
    const goesOn = open?.slot === slot.name && last !== undefined && last.order === unit.order - 1 && last.block === unit.block;
    const length = open?.units.reduce((sum, { text }) => sum + text.length, unit.text.length) ?? 0;
    if (goesOn && (unit.record || length <= LONGEST_ENTRY)) open.units.push(unit);
    else entries.push({ slot: slot.name, units: [unit] });
  }
  return entries;
}

function byOrder(a: Unit, b: Unit): number {
  return a.order - b.order;
}
