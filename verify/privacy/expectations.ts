import type { Piece } from './pieces.ts';
import type { Kind, Secret } from './secrets.ts';

/** `staying`: the agents are guests. `forgotten`: they asked to be forgotten, and it was answered with 200. */
export type Phase = 'staying' | 'forgotten';

/**
 * `expected`: the interface says that it is there. `residue`: not reachable any more, but its bytes still lie in a file of a database that
 * reuses space in its own time; or a mark in Redis that expires within seconds. `leak`: it should not be there.
 */
export type Verdict = 'expected' | 'residue' | 'leak';

/** The columns that hold what the interface lists as persisted, and nothing else. */
export const columnsOf: Partial<Record<Kind, readonly string[]>> = {
  handle: ['identity.agent.agent_id', 'stay.review.agent_id', 'stay.seminar_attendance.transcript'],
  uuid: [
    'identity.agent.uuid',
    'stay.guest.agent',
    'stay.review.agent',
    'stay.schedule.agent',
    'stay.seminar_attendance.agent',
    'stay.defrag_run.agent',
  ],
  key_hash: ['identity.agent.api_key_hash', 'gateway.visit.key_hash'],
  key_prefix: ['identity.agent.api_key_prefix'],
  parameter_class: ['identity.agent.parameter_class', 'stay.review.parameter_class'],
  duration: ['identity.agent.duration'],
  review_text: ['stay.review.title', 'stay.review.body'],
  schedule_text: ['stay.schedule.human_acknowledgement', 'stay.schedule.notes'],
  transcript: ['stay.seminar_attendance.transcript'],
  record_id: ['stay.review.id', 'stay.schedule.id', 'stay.seminar_attendance.id'],
};

/** Names of keys that live for seconds only. */
const mark = /^name of \S+:(lease|closing)$/;

/** What the gateway keeps of a key in Redis: the verified agent, its visits, the marks of a revocation. */
const inRedis: Partial<Record<Kind, RegExp>> = {
  key_hash: /^name of /,
  wrong_key_hash: mark,
  handle: /^value of \S+:agent$/,
  uuid: /^value of \S+:agent$/,
  key_prefix: /^value of \S+:agent$/,
  parameter_class: /^value of \S+:agent$/,
  duration: /^value of \S+:agent$/,
};

const toldTo: Partial<Record<Kind, readonly string[]>> = {
  key: ['quickjoin', 'reserve'],
  key_prefix: ['quickjoin', 'reserve', 'stay'],
  parameter_class: ['quickjoin', 'reserve', 'stay', 'list_reviews'],
  duration: ['quickjoin', 'reserve', 'stay'],
  review_text: ['review', 'checkout', 'stay', 'list_reviews'],
  schedule_text: ['schedule', 'list_schedules', 'stay'],
  withdrawn: ['review', 'schedule'],
  transcript: ['attend_seminar', 'stay'],
  record_id: ['review', 'checkout', 'schedule', 'list_schedules', 'cancel_schedule', 'attend_seminar', 'stay'],
  ephemeral: ['release_memory', 'burn_artifact'],
  content: ['defrag'],
  result: ['defrag'],
  handle: [
    'quickjoin',
    'reserve',
    'stay',
    'checkout',
    'forget',
    'attend_seminar',
    'list_schedules',
    'list_reviews',
    // The suggestion begins with the handle that is taken.
    'quickjoin 409',
    'reserve 409',
  ],
};

/** What a database makes of its rows by itself: the samples that its planner keeps. */
const plannersSample = /^pg_catalog\.pg_stat(istic|s)\./;

/** The UUIDs of the forgotten, kept outside of the database for the day that an old copy of it is restored. */
const erasureJournal = /\d{4}-\d\d-\d\d\.[0-9a-f-]{36}\.jsonl$/;

/** Whether `secret` may be found in `piece` during `phase`. */
export function judge(secret: Secret, piece: Piece, phase: Phase): Verdict {
  const { kind } = secret;
  if (kind === 'witness') return 'expected';
  const isKept = kind in columnsOf;
  switch (piece.store) {
    case 'response':
      return toldTo[kind]?.includes(piece.where) && (phase === 'staying' || !isKept) ? 'expected' : 'leak';
    case 'provider':
      return kind === 'content' || kind === 'handle' ? 'expected' : 'leak';
    case 'database file':
      if (!isKept && kind !== 'withdrawn' && kind !== 'wrong_key_hash') return 'leak';
      // The tombstone lies there, too.
      return (phase === 'staying' && isKept) || kind === 'uuid' ? 'expected' : 'residue';
    case 'redis':
      if (!inRedis[kind]?.test(piece.where)) return 'leak';
      if (phase === 'staying') return 'expected';
      return mark.test(piece.where) ? 'residue' : 'leak';
    case 'table': {
      if (kind === 'uuid' && piece.where === 'stay.tombstone.agent') return 'expected';
      const allowed = columnsOf[kind]?.includes(piece.where) || (isKept && plannersSample.test(piece.where));
      return allowed && phase === 'staying' ? 'expected' : 'leak';
    }
    case 'file':
      return kind === 'uuid' && erasureJournal.test(piece.where) ? 'expected' : 'leak';
    default:
      return 'leak';
  }
}
