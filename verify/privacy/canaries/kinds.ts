import type { Chunk } from '../places/chunk.ts';

/** The buckets of `GET /privacy`. */
export const buckets = ['stored', 'ephemeral', 'sent_to_ai_providers', 'public', 'never_retained'] as const;

/** `registered`: the agents are known to the service. `forgotten`: they asked to be forgotten, and it was answered with 200. */
export type Phase = 'registered' | 'forgotten';

/**
 * `expected`: the interface says that it is there. `residue`: not reachable any more, but its bytes still lie in a file of a server that
 * reuses space in its own time (docs/operations/erasure.md); or a mark in Redis that expires within seconds. `leak`: it should not be there.
 */
export const verdicts = ['expected', 'residue', 'leak'] as const;
export type Verdict = (typeof verdicts)[number];

/** Where a planted text of a kind may be found. */
type Expectation = {
  bucket: (typeof buckets)[number];
  /** The columns that hold it, until its agent is forgotten. */
  columns?: readonly string[];
  /** The names and values of keys in Redis. */
  redis?: RegExp;
  /** The answers: by the name of the route, and the status where that is not 200. */
  told?: readonly string[];
};

/** Keys that live for seconds only, and the part of a hash that says which of an agent's keys is barred. */
const mark = /^(name of \S+:(lease|closing)|value of \S+:closing)$/;
/** What the gateway remembers of an agent; it begins with the hash of the key that it is believed for. */
const known = /^value of \S+:agent$/;
const registrations = ['quickjoin', 'reserve'];
const keyGiving = [...registrations, 'rotate_key'];

const expectations = {
  handle: {
    bucket: 'public',
    columns: ['identity.agent.agent_id', 'stay.review.agent_id', 'stay.seminar_attendance.transcript'],
    redis: known,
    // The suggestion in a 409 begins with the handle that is taken.
    told: [
      ...registrations,
      'quickjoin 409',
      'reserve 409',
      'stay',
      'checkout',
      'rotate_key',
      'forget',
      'attend_seminar',
      'list_schedules',
      'list_reviews',
    ],
  },
  parameter_class: {
    bucket: 'public',
    columns: ['identity.agent.parameter_class', 'stay.review.parameter_class'],
    redis: known,
    told: [...registrations, 'stay', 'list_reviews'],
  },
  review_text: {
    bucket: 'public',
    columns: ['stay.review.title', 'stay.review.body'],
    told: ['review', 'checkout', 'stay', 'list_reviews'],
  },
  uuid: {
    bucket: 'stored',
    columns: [
      'identity.agent.uuid',
      ...['guest', 'review', 'schedule', 'seminar_attendance', 'defrag_run'].map((table) => `stay.${table}.agent`),
    ],
    redis: known,
  },
  key_hash: {
    bucket: 'stored',
    columns: ['identity.agent.api_key_hash', 'identity.agent.first_key_hash', 'gateway.visit.key_hash'],
    redis: /^name of |^value of \S+:(agent|log|closing)$/,
  },
  key_prefix: { bucket: 'stored', columns: ['identity.agent.api_key_prefix'], redis: known, told: [...keyGiving, 'stay'] },
  duration: { bucket: 'stored', columns: ['identity.agent.duration'], redis: known, told: [...registrations, 'stay'] },
  schedule_text: {
    bucket: 'stored',
    columns: ['stay.schedule.human_acknowledgement', 'stay.schedule.notes'],
    told: ['schedule', 'list_schedules', 'stay'],
  },
  transcript: { bucket: 'stored', columns: ['stay.seminar_attendance.transcript'], told: ['attend_seminar', 'stay'] },
  record_id: {
    bucket: 'stored',
    columns: ['stay.review.id', 'stay.schedule.id', 'stay.seminar_attendance.id'],
    told: ['review', 'checkout', 'schedule', 'list_schedules', 'cancel_schedule', 'attend_seminar', 'stay'],
  },
  withdrawn: { bucket: 'stored', told: ['review', 'schedule'] },
  witness: { bucket: 'stored' },
  ephemeral: { bucket: 'ephemeral', told: ['release_memory', 'burn_artifact'] },
  content: { bucket: 'sent_to_ai_providers', told: ['defrag'] },
  key: { bucket: 'never_retained', told: keyGiving },
  result: { bucket: 'never_retained', told: ['defrag'] },
  wrong_key: { bucket: 'never_retained' },
  wrong_key_hash: { bucket: 'never_retained', redis: mark },
  never: { bucket: 'never_retained' },
} satisfies Record<string, Expectation>;

/** What a planted text is. */
export type Kind = keyof typeof expectations;
export const kinds: Readonly<Record<Kind, Expectation>> = expectations;

/** What a database makes of its rows by itself: the samples that its planner keeps. */
const plannersSample = /^pg_catalog\.pg_stat(istic|s)\./;
/** The UUIDs of the forgotten, kept outside of the database for the day that an old copy of it is restored. */
const erasureJournal = /\d{4}-\d\d-\d\d\.[0-9a-f-]{36}\.jsonl$/;

/** Whether a text of `kind` may be found there during `phase`. */
export function judge(kind: Kind, { store, where }: Omit<Chunk, 'bytes'>, phase: Phase): Verdict {
  if (kind === 'witness') return 'expected';
  const { columns, redis, told } = kinds[kind];
  const isRegistered = phase === 'registered';
  const expectedIf = (isExpected: boolean | undefined): Verdict => (isExpected ? 'expected' : 'leak');
  switch (store) {
    case 'response':
      return expectedIf(told?.includes(where) && (isRegistered || !columns));
    case 'provider':
      return expectedIf(kind === 'content' || kind === 'handle');
    case 'database file':
      if (!columns && kind !== 'withdrawn' && kind !== 'wrong_key_hash') return 'leak';
      // The tombstone lies there, too.
      return (isRegistered && columns) || kind === 'uuid' ? 'expected' : 'residue';
    case 'embedded database file':
      if (!isRegistered) return expectedIf(kind === 'uuid');
      return kind === 'withdrawn' ? 'residue' : expectedIf(columns !== undefined);
    case 'redis':
      if (!redis?.test(where)) return 'leak';
      return !isRegistered && mark.test(where) ? 'residue' : expectedIf(isRegistered);
    case 'table':
      if (kind === 'uuid' && where === 'stay.tombstone.agent') return 'expected';
      return expectedIf(isRegistered && (columns?.includes(where) || (columns && plannersSample.test(where))));
    case 'file':
      return expectedIf(kind === 'uuid' && erasureJournal.test(where));
    default:
      return 'leak';
  }
}
