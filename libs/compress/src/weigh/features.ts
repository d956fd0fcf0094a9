// Takes in the classified units of a text, and gives for each the numbers by which it is judged what a successor needs.
import type { Likelihoods } from '../classify/classify.ts';
import { labels, type Label } from '../classify/labels.ts';
import { isLanguage, type Kind, type Role, type Unit } from '../reading.ts';
import type { Rarity } from '../tokens/stems.ts';
import type { Folded } from '../split/fold.ts';
import { densityOf } from '../split/records.ts';

export type Classified = {
  units: readonly Unit[];
  likelihoods: readonly Likelihoods[];
  rarity: Rarity;
  identifiers: readonly (readonly string[])[];
  folded: Folded;
  closed: ReadonlySet<number>;
  superseded: ReadonlyMap<number, unknown>;
  doubted: ReadonlyMap<number, { chance: number }>;
  needed: ReadonlyMap<string, number>;
};

const ROLES: readonly Role[] = ['user', 'assistant', 'system', 'tool', 'none'];
const KINDS: readonly Kind[] = ['prose', 'item', 'heading', 'comment', 'table', 'log', 'code'];
const CLIP = 5;
const NEAR_LABELS: readonly Label[] = ['rule', 'decision', 'open', 'done', 'failure', 'noise', 'request', 'reason'];

/** The numbers of every unit, one row each, in the order of the weights of the model. */
export function weighFeatures(known: Classified): Float64Array[] {
  const { units } = known;
  const turns = turnsIn(units);
  const later = laterShares(known);
  return units.map((unit, i) => Float64Array.from(rowOf(known, turns, later, unit, i)));
}

function logit(p: number): number {
  const clipped = Math.min(1 - 1e-4, Math.max(1e-4, p));
  return Math.max(-CLIP, Math.min(CLIP, Math.log(clipped / (1 - clipped)))) / CLIP;
}

type TurnFacts = {
  first: number;
  last: number;
  role: Role;
  userFromEnd: number;
  userFromStart: number;
  fromEnd: number;
  isReport: boolean;
  chars: number;
  reply: Role | 'end';
};

function turnsIn(units: readonly Unit[]): Map<number, TurnFacts> {
  const turns = new Map<number, TurnFacts>();
  for (const { order, turn, role, text } of units) {
    const own = turns.get(turn);
    if (own) {
      own.last = order;
      own.chars += text.length;
    } else
      turns.set(turn, {
        first: order,
        last: order,
        role,
        userFromEnd: -1,
        userFromStart: -1,
        fromEnd: 0,
        isReport: false,
        chars: text.length,
        reply: 'end',
      });
  }
  const all = [...turns.values()];
  const users = all.filter(({ role }) => role === 'user');
  users.forEach((own, i) => {
    own.userFromStart = i;
    own.userFromEnd = users.length - 1 - i;
  });
  all.forEach((own, i) => {
    own.fromEnd = all.length - 1 - i;
    own.reply = all[i + 1]?.role ?? 'end';
  });
  // A report is what an assistant says last before a user speaks again, or at the end.
  all.forEach((own, i) => {
    if (own.role !== 'assistant') return;
    let next = i + 1;
    while (next < all.length && all[next]!.role !== 'user' && all[next]!.role !== 'assistant') next++;
    own.isReport = next === all.length || all[next]!.role === 'user';
  });
  // What stands between two turns of users belongs to the request before it.
  let before: TurnFacts | undefined;
  for (const own of all) {
    if (own.role === 'user') before = own;
    else if (before) {
      own.userFromEnd = before.userFromEnd;
      own.userFromStart = before.userFromStart;
    } else own.userFromEnd = users.length;
  }
  return turns;
}

/** Of each unit the largest share of its matter that a later unit of language takes up, and whether an earlier one did. */
function laterShares({ units, rarity }: Classified): { later: Float64Array; earlier: Float64Array } {
  const later = new Float64Array(units.length);
  const earlier = new Float64Array(units.length);
  const holders: number[][] = Array.from({ length: rarity.size }, () => []);
  const shared = new Float64Array(units.length);
  for (let i = 0; i < units.length; i++) {
    const own = rarity.units[i]!;
    const weight = rarity.weightOf(i);
    const touched: number[] = [];
    for (const stem of own) {
      if (rarity.count(stem) > 30) continue;
      for (const at of holders[stem]!) {
        if (shared[at] === 0) touched.push(at);
        shared[at]! += rarity.weight(stem);
      }
      holders[stem]!.push(i);
    }
    for (const at of touched) {
      if (weight > 0) earlier[i] = Math.max(earlier[i]!, shared[at]! / weight);
      const other = rarity.weightOf(at);
      if (other > 0) later[at] = Math.max(later[at]!, shared[at]! / other);
      shared[at] = 0;
    }
  }
  return { later, earlier };
}

function rowOf(
  known: Classified,
  turns: ReadonlyMap<number, TurnFacts>,
  shares: ReturnType<typeof laterShares>,
  unit: Unit,
  i: number,
): number[] {
  const { units, likelihoods, rarity, identifiers, folded } = known;
  const own = likelihoods[i]!;
  const turn = turns.get(unit.turn)!;
  const before = units[i - 1]?.turn === unit.turn ? likelihoods[i - 1] : undefined;
  const after = units[i + 1]?.turn === unit.turn ? likelihoods[i + 1] : undefined;
  const near = NEAR_LABELS.map((label) => labels.indexOf(label));
  const length = unit.text.length;
  const inTurn = turn.last === turn.first ? 0 : (i - turn.first) / (turn.last - turn.first);
  const hasUsers = turn.userFromStart >= 0 ? 1 : 0;
  const details = identifiers[i]!;
  const needed = details.reduce((most, name) => Math.max(most, known.needed.get(name) ?? 0), 0);
  const isUser = unit.role === 'user';
  const isAssistant = unit.role === 'assistant';
  const lateness = (n: number): number[] => [Number(n === 0), Number(n === 1), Number(n === 2), Math.exp(-n / 3), Math.exp(-n / 12)];
  const ends = unit.text.trimEnd();
  const logits = [...own].map(logit);
  return [
    ...logits,
    ...near.map((at) => (before ? logit(before[at]!) : -1)),
    ...near.map((at) => (after ? logit(after[at]!) : -1)),
    ...ROLES.map((role) => Number(unit.role === role)),
    ...KINDS.map((kind) => Number(unit.kind === kind)),
    // What a label means depends on who says it.
    ...logits.map((value) => (isUser ? value : 0)),
    ...logits.map((value) => (isAssistant ? value : 0)),
    ...logits.map((value) => (unit.role === 'tool' ? value : 0)),
    ...(isUser ? lateness(turn.userFromEnd) : [0, 0, 0, 0, 0]),
    ...(isAssistant ? lateness(turn.userFromEnd) : [0, 0, 0, 0, 0]),
    ...(unit.role === 'tool' ? lateness(turn.userFromEnd) : [0, 0, 0, 0, 0]),
    Number(isUser && turn.userFromStart === 0),
    Number(isAssistant && turn.isReport),
    Number(isAssistant && turn.isReport && turn.userFromEnd === 0),
    Number(isAssistant && turn.reply === 'tool'),
    Number(turn.fromEnd === 0),
    i / units.length,
    Math.exp(-(units.length - 1 - i) / 10),
    Math.exp(-i / 10),
    inTurn,
    Number(i === turn.first),
    Number(i === turn.last),
    isUser ? Math.log1p(turn.chars) / 8 : 0,
    isAssistant ? Math.log1p(turn.chars) / 8 : 0,
    isUser ? inTurn : 0,
    Math.log1p(length) / 6,
    Math.min(1, length / 300),
    Number(length < 25),
    Number(ends.endsWith('?')),
    Number(isUser && ends.endsWith('?')),
    Number(ends.endsWith(':')),
    Number(ends.endsWith('!')),
    Math.min(1, details.length / 4),
    Number(details.length > 0),
    needed,
    densityOf(unit.tokens),
    Math.min(1, Math.log(folded.counts[i]!) / 3),
    rarity.weightOf(i) / Math.max(1, rarity.units[i]!.length) / 8,
    Math.min(1, rarity.units[i]!.length / 20),
    shares.later[i]!,
    shares.earlier[i]!,
    Number(known.closed.has(i)),
    Number(known.superseded.has(i)),
    known.doubted.get(i)?.chance ?? 0,
    Number(unit.quoted),
    Number(unit.section !== ''),
    Number(unit.status === 'open'),
    Number(unit.status === 'done'),
    Number(unit.status === 'dropped'),
    Number(unit.status === 'forbidden'),
    Number(unit.status === 'decided'),
    Number(unit.text.startsWith('**')),
    hasUsers,
    Number(isLanguage(unit)),
  ];
}
