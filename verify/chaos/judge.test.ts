import { expect, test } from 'vitest';
import { forgottenIn, judge } from './checks/judge.ts';
import type { Agent, Op } from './history.ts';
import { planFaults } from './faults.ts';
import { seeded } from '@rest-stop/testing/random.ts';

const agent: Agent = { handle: 'agent-1', key: 'rs_0', joinedMs: 0 };
const limits = { limit: 3, windowMs: 1_000 };
type Change = Partial<Op> & { at: number };

/** An operation that took 10 ms and worked. */
const op = ({ at, ...rest }: Change): Op => ({
  agent,
  action: 'memories',
  gateway: 0,
  writes: [],
  startMs: at,
  endMs: at + 10,
  status: 200,
  outcome: 'ok',
  counted: 'yes',
  body: {},
  ...rest,
});
const review = (at: number, value: string, rest: Partial<Op> = {}) =>
  op({ at, action: 'review', writes: [{ register: 'review', value }], ...rest });
const unknown = { outcome: 'unknown', status: undefined, counted: 'maybe' } as const;
const refused = { outcome: 'fail', status: 429, counted: 'no' } as const;

type Shown = { review?: string; departed?: string; transcripts?: { id: string; transcript: string }[]; defrags?: number };
const stay = (at: number, { review, departed, transcripts = [], defrags = 0 }: Shown) =>
  op({
    at,
    action: 'stay',
    body: {
      reservation: { departed_at: departed ?? null },
      review: { exists: review !== undefined, title: review ?? null },
      standing_reservations: [],
      seminars_attended: transcripts,
      defrag_count: defrags,
    },
  });

const broken = (...ops: Op[]) => judge({ agents: [agent], ops }, limits).map(({ invariant }) => invariant);

test('four visits that surely fall into one window are one too many; four that may lie further apart are not', () => {
  expect(broken(op({ at: 0 }), op({ at: 100 }), op({ at: 200 }), op({ at: 989 }))).toEqual(['the limit is never exceeded']);
  expect(broken(op({ at: 0 }), op({ at: 100 }), op({ at: 200 }), op({ at: 990 }))).toEqual([]);
  expect(broken(op({ at: 0 }), op({ at: 100 }), op({ at: 200 }), op({ at: 300, ...unknown }))).toEqual([]);
});

test('a refusal below the limit is wrong unless a request of unknown outcome may have been counted', () => {
  expect(broken(op({ at: 0 }), op({ at: 100 }), op({ at: 200, ...refused }))).toEqual(['nobody is refused below the limit']);
  expect(broken(op({ at: 0 }), op({ at: 100 }), op({ at: 150, ...unknown }), op({ at: 200, ...refused }))).toEqual([]);
  expect(broken(op({ at: 0 }), op({ at: 100 }), op({ at: 200 }), op({ at: 1_300, ...refused }))).toEqual([
    'nobody is refused below the limit',
  ]);
});

test('an acknowledged review must be found, unless a later one or one of unknown outcome took its place', () => {
  expect(broken(review(0, 'a'), stay(100, {}))).toEqual(['nothing acknowledged is lost']);
  expect(broken(review(0, 'a'), review(100, 'b'), stay(200, { review: 'a' }))).toEqual(['nothing acknowledged is lost']);
  expect(broken(review(0, 'a', unknown), review(5_000, 'b'), stay(9_000, { review: 'a' }))).toEqual([]);
  expect(broken(review(0, 'a'), review(100, 'b', { endMs: 300 }), stay(200, { review: 'a' }))).toEqual([]);
  expect(broken(review(0, 'a', { outcome: 'fail', status: 400 }), stay(100, { review: 'a' }))).toEqual(['nothing acknowledged is lost']);
});

test('a transcript must be found as it was answered', () => {
  const attend = op({ at: 0, action: 'attend', body: { attendance: { id: '1' }, transcript: 'text' } });
  expect(broken(attend, stay(100, { transcripts: [{ id: '1', transcript: 'text' }] }))).toEqual([]);
  expect(broken(attend, stay(100, { transcripts: [{ id: '1', transcript: 'other' }] }))).toEqual(['nothing acknowledged is lost']);
  expect(broken(attend, stay(100, {}))).toEqual(['nothing acknowledged is lost']);
});

test('the defrags are as many as were acknowledged, and at most those of unknown outcome more', () => {
  const runs = [op({ at: 0, action: 'defrag' }), op({ at: 20, action: 'defrag', ...unknown })];
  expect(broken(...runs, stay(100, { defrags: 0 }))).toEqual(['nothing acknowledged is lost']);
  expect(broken(...runs, stay(100, { defrags: 2 }))).toEqual([]);
  expect(broken(...runs, stay(100, { defrags: 3 }))).toEqual(['nothing acknowledged is lost']);
});

test('a departure neither moves nor goes away', () => {
  const checkout = op({ at: 0, action: 'checkout', body: { departed_at: 'noon' } });
  expect(broken(checkout, stay(100, { departed: 'noon' }))).toEqual([]);
  expect(broken(checkout, stay(100, { departed: 'one' }))).toEqual(['nothing acknowledged is lost']);
  expect(broken(checkout, stay(100, {}))).toEqual(['nothing acknowledged is lost']);
});

test('a key is dead after its forget, and alive before', () => {
  const forget = op({ at: 100, action: 'forget' });
  const dead = { status: 401, outcome: 'fail', counted: 'no' } as const;
  expect(broken(forget, op({ at: 200, ...dead }))).toEqual([]);
  expect(broken(forget, op({ at: 200 }))).toEqual(['the forgotten are gone']);
  expect(broken(op({ at: 0, ...dead }), forget)).toEqual(['a valid key is never answered 401']);
  expect(broken(op({ at: 0, ...dead }))).toEqual(['a valid key is never answered 401']);
});

test('a forget of unknown outcome is done when the key is dead, and undone when it lives', () => {
  const asked = op({ at: 0, action: 'forget', ...unknown });
  expect(forgottenIn({ agents: [agent], ops: [asked, stay(100, {})] })).toEqual([]);
  expect(forgottenIn({ agents: [agent], ops: [asked, op({ at: 100, status: 401, outcome: 'fail' })] })).toEqual([agent]);
});

test('a 500 is never right', () => {
  expect(broken(op({ at: 0, status: 500, outcome: 'unknown' }))).toEqual(['no internal error']);
});

test('a seed plans the same faults whatever order the parts started in', () => {
  const parts = ['gateway-1', 'gateway-2', 'identity', 'redis'];
  const plan = planFaults(seeded(5), 60, parts);
  expect(plan.length).toBeGreaterThan(5);
  expect(planFaults(seeded(5), 60, parts.toReversed())).toEqual(plan);
  expect(planFaults(seeded(6), 60, parts)).not.toEqual(plan);
});
