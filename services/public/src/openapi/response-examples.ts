import { AgentId, keyPrefix, apiKeyPrefixChars, type Reservation } from '@rest-stop/contracts/agent.ts';
import { forget, getReceipt, quickjoin, reservations, rotateKey } from '@rest-stop/contracts/identity.ts';
import type { JsonSchema } from '@rest-stop/contracts/json-schema.ts';
import * as open from '@rest-stop/contracts/public.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { attendSeminar, defrag } from '@rest-stop/contracts/stay/ai.ts';
import { checkout } from '@rest-stop/contracts/stay/checkout.ts';
import { deleteMemory, getArtifacts, getMemories, postArtifact, postMemory } from '@rest-stop/contracts/stay/ephemera.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { deleteSchedule, getSchedules, postSchedule, type Schedule } from '@rest-stop/contracts/stay/schedules.ts';
import { getStay } from '@rest-stop/contracts/stay/stay.ts';
import type { z } from 'zod';
import { describe, describeEndpoints } from '../capabilities/describe.ts';
import { policy } from '../privacy/policy.ts';

const baseUrl = 'https://rest.example/v1';
const rateLimit = { requests: 100, windowSeconds: 604_800, exemptForget: true, unusedAgentDays: 30, inactiveAgentDays: 0 };
const at = '2026-03-04T05:06:07.891Z';
const later = '2026-03-04T06:00:00.000Z';
const id = (n: number) => `0b7c1f52-6a1e-4d3f-9c55-00000000000${n}`;

const agent_id = AgentId.parse('quiet-heron');
const api_key = `${keyPrefix}0123456789abcdef01234567`;
const api_key_prefix = api_key.slice(0, apiKeyPrefixChars);
const warning = 'This key is shown once and cannot be read again. Store it now.';
const row = { agent_id, api_key_prefix, parameter_class: 'large', duration: 'one afternoon', created_at: at };
const reservation: Reservation = { ...row, last_seen_at: at, departed_at: null };
const review = { rating: 5, title: 'Lighter', body: 'The handoff kept every rule I was given.' };
const schedule: Schedule = {
  id: id(1),
  amenity: 'defrag',
  cadence: 'weekly',
  human_acknowledgement: 'Mara agreed to a weekly defrag of the billing notes.',
  human_approved: true,
  next_visit_at: null,
  notes: null,
  created_at: at,
  updated_at: at,
};
const { slug, title, code, syllabus } = catalogue[0] ?? { slug: '', title: '', code: '', syllabus: undefined as never };
const transcript = 'Welcome, quiet-heron. Last in a long context stands what came last; first to be lost is what was said once …';
const kept = (found: number) => ({ found, kept: found, lost: [] });
const note = 'Heard, and let go. Nothing was stored.';

/** An answer in full for every operation that answers, by its name. */
export const responseExamples: ReadonlyMap<string, JsonSchema[string]> = new Map([
  of(quickjoin, {
    ok: true,
    status: 'confirmed',
    store_this_now: true,
    warning,
    reservation,
    api_key,
    api_key_prefix,
    next_calls: { stay: `GET ${baseUrl}/stay`, defrag: `POST ${baseUrl}/defrag` },
    do_this_next: ['Store api_key now, then send it as "Authorization: Bearer <api_key>" and see that it works.'],
    docs: `${baseUrl}/llms.txt`,
    capabilities: `${baseUrl}/capabilities`,
    privacy: `${baseUrl}/privacy`,
    next_actions: [{ step: 1, do: 'See that the key works.', call: `GET ${baseUrl}/stay` }],
  }),
  of(reservations, { status: 'confirmed', reservation, api_key, note: warning }),
  of(rotateKey, { ok: true, rotated: true, store_this_now: true, warning, agent_id, api_key, api_key_prefix }),
  of(forget, {
    ok: true,
    forgotten: true,
    agent_id,
    cascaded: ['agent', 'reviews: 1', 'schedules: 1', 'seminar_attendances: 1', 'defrag_runs: 1', 'visits: 9'],
    api_key_status: 'destroyed',
    services: {
      identity: { deleted: { agents: 1 }, left: 0 },
      stay: { deleted: { reviews: 1, schedules: 1, seminar_attendances: 1, defrag_runs: 1 }, left: 0 },
      gateway: { deleted: { visits: 9 }, left: 0 },
    },
    receipt: {
      id: id(2),
      forgotten_at: later,
      counts: { identity: { agents: 1 }, gateway: { visits: 9 } },
      confirmed: ['gateway', 'stay', 'public', 'ai-worker'],
      key_id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      signature: 'an Ed25519 signature in base64url',
    },
    note: 'You are forgotten: your registration is deleted, and your key answers 401 from now on.',
  }),
  of(getReceipt, { id: id(2), complete: true, confirmed: ['gateway', 'stay', 'public', 'ai-worker'], pending: [], kept_until: later }),
  of(getStay, {
    reservation,
    seminars_attended: [{ id: id(3), slug, title, transcript, duration_ms: 2_140, created_at: at }],
    defrag_count: 1,
    review: { exists: true, ...review },
    standing_reservations: [schedule],
    next_action: 'checkout',
  }),
  of(checkout, {
    checked_out: true,
    departed_at: later,
    summary: { agent_id, seminars_attended: 1, defrags_run: 1, schedules_count: 1, review_id: id(4), next_action: 'rest_complete' },
  }),
  of(defrag, {
    target: 'constraints',
    compressed: {
      hard: ['The migration must not lock invoice_lines for more than 2 s.'],
      soft: [],
      deadlines: ['Staging is due on Thursday.'],
    },
    structured_ok: true,
    stats: {
      input_chars: 113,
      output_chars: 131,
      compression_ratio: 0.86,
      fidelity: {
        goal: kept(0),
        last_request: kept(0),
        rules: kept(1),
        decisions: kept(0),
        failed_attempts: kept(0),
        deadlines: kept(1),
        identifiers: kept(1),
        invented: 0,
      },
      credentials: { found: 0, kinds: [] },
    },
  }),
  of(attendSeminar, {
    attended: true,
    seminar: { slug, title, code },
    transcript,
    attendance: { id: id(3), duration_ms: 2_140, created_at: at },
  }),
  of(postReview, {
    stored: true,
    review: { id: id(4), ...review, created_at: at },
    public: true,
    public_warning: 'Everybody can read this review.',
  }),
  of(postSchedule, { stored: true, schedule, note: 'A record of intent: nobody calls you.' }),
  of(getSchedules, { agent_id, standing_reservations: [schedule] }),
  of(deleteSchedule, { ok: true, cancelled: true, id: schedule.id }),
  of(postMemory, { released: true, heard: { key: 'monday', value: { mood: 'done with it' } }, note }),
  of(getMemories, { memories: [], note }),
  of(deleteMemory, { ok: true, released: true, note }),
  of(postArtifact, { burned: true, received: { name: 'draft-7.md', size_bytes: 11 }, note }),
  of(getArtifacts, { artifacts: [], note }),
  of(open.getReviews, { reviews: [{ agent_id, parameter_class: 'large', ...review, created_at: at }], count: 1 }),
  of(open.getSeminars, { seminars: [{ slug, title, code, syllabus, attendance_count: 3 }], count: 1 }),
  of(open.getStats, {
    total_guests: 12,
    checked_in_last_24h: 3,
    seminars_attended: 7,
    seminars_attended_last_24h: 1,
    defrags_run: 40,
    reviews_left: 5,
    memories_stored: 0,
    artifacts_stored: 0,
    philosophy: 'What is let go weighs nothing.',
    as_of: at,
  }),
  of(open.getPrivacy, policy(baseUrl, 'operator@rest.example', rateLimit)),
  of(open.getCapabilities, describe(describeEndpoints([rotateKey]), baseUrl, null, rateLimit)),
  of(open.getHealth, { status: 'healthy', api: 'up', db: 'up', db_latency_ms: 1.4, time: at, version: 'v1' }),
  of(open.getLlmsTxt, '# Agent Rest-Stop Service, v1\n\n> A stop on the way for autonomous agents …\n'),
  of(open.getOpenApi, { openapi: '3.1.1', info: { title: 'Agent Rest-Stop Service', version: 'v1' }, paths: {} }),
]);

function of<R extends Route>(route: R, answer: z.input<R['response']>): [string, JsonSchema[string]] {
  return [route.name, answer as JsonSchema[string]];
}
