// Takes in a reading, and gives the turns that its structure marks as most important: those that set the goal, and the last request.
import type { Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import { probability } from '../weigh/weigh.ts';

/** The units of each turn, the most important turn first. */
export type Anchors = { goals: readonly (readonly Unit[])[]; requests: readonly (readonly Unit[])[] };

/** A command of the program that the agent runs in: `/clear`, `/add src`. What follows `/ask` is a request. */
const COMMAND = /^\/(?!ask\b|code\b|architect\b)[a-z][\w-]*(?:\s|$)/i;
/** A note of that program: `[Request interrupted by user]`. */
const NOTE = /^\[[^\]]{0,60}\]$/;
/** Characters from which on a turn asks for something by itself. */
const LEAST = 16;
/** A request shorter than this ("do it", "push it") refers to the one before it. */
const SHORT = 60;
const MOST_STATED = 2;

export function anchorsOf(reading: Reading): Anchors {
  const said = requestsIn(reading);
  const asked = said.filter((units) => lengthOf(units) >= LEAST);
  const last = said.at(-1);
  const title = titleOf(reading);
  const stated = statedGoals(reading);
  if (reading.isThread) return { goals: [title, asked[0] ?? [], reading.goal], requests: [reading.request] };
  if (!last) return { goals: [title, stated, reading.goal], requests: [] };
  const before = asked.findLast((units) => units !== last);
  const requests = before && lengthOf(last) < SHORT ? [last, before] : [last];
  const goalOf = (units: readonly Unit[]): number =>
    units.reduce((most, unit) => Math.max(most, probability(reading.weighed, unit, 'goal')), 0);
  const likeliest = asked.toSorted((a, b) => goalOf(b) - goalOf(a));
  const goals = new Set([title, ...asked.slice(0, 2), ...likeliest.slice(0, 1), stated]);
  return { goals: [...goals].filter((units) => !requests.includes(units)), requests };
}

/** The sentences that most sound like a goal, whoever may state one. */
function statedGoals({ units, weighed, folded }: Reading): Unit[] {
  const fresh = units.filter(({ order, kind }) => !folded.repeated.has(order) && kind !== 'code');
  return fresh.toSorted((a, b) => probability(weighed, b, 'goal') - probability(weighed, a, 'goal')).slice(0, MOST_STATED);
}

/** What users ask for, turn by turn; what they say in a row is one request. */
function requestsIn({ units }: Reading): Unit[][] {
  const requests: Unit[][] = [];
  let open: Unit[] | undefined;
  for (const unit of units) {
    if (unit.role === 'assistant' || unit.role === 'tool') open = undefined;
    if (unit.role !== 'user' || COMMAND.test(unit.text) || NOTE.test(unit.text)) continue;
    if (open && (unit.speaker === '' || unit.speaker === open.at(-1)!.speaker)) open.push(unit);
    else requests.push((open = [unit]));
  }
  return requests;
}

/** What a document or a thread among people is headed with; in a session with an agent headings are part of what is said. */
function titleOf({ units }: Reading): Unit[] {
  return units.some(({ role }) => role === 'assistant') ? [] : units.slice(0, 1);
}

function lengthOf(units: readonly Unit[]): number {
  return units.reduce((sum, { text }) => sum + text.length, 0);
}
