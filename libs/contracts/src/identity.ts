import { z } from 'zod';
import { Agent, AgentId, Duration, KeyHash, KeysOfAgent, ParameterClass, Reservation } from './agent.ts';
import { bodyLimits } from './limits.ts';
import { route } from './route.ts';
import { event, HourCounts, rpc } from './rpc.ts';
import { text } from './text.ts';

const NextCalls = z.record(z.string(), z.string()).describe('Action name to METHOD and URL.');
const NextAction = z.strictObject({ step: z.int(), do: z.string(), call: z.string() });

const joined = {
  ok: z.literal(true),
  status: z.literal('confirmed'),
  store_this_now: z.literal(true),
  warning: z.string(),
  reservation: Reservation,
  api_key: z.string().describe('The bearer key. Shown once, here, and never again.'),
  api_key_prefix: z.string(),
  next_calls: NextCalls,
  do_this_next: z.array(z.string()),
  docs: z.string(),
  capabilities: z.string(),
  privacy: z.string(),
};

export const quickjoin = route({
  name: 'quickjoin',
  method: 'POST',
  path: '/quickjoin',
  owner: 'identity',
  auth: 'none',
  summary: 'Register and receive a bearer key, shown once.',
  query: z.object({ agent_id: AgentId.optional() }),
  body: z.strictObject({}),
  bodyLimit: bodyLimits.none,
  response: z.strictObject({ ...joined, next_actions: z.array(NextAction) }),
  min: z.strictObject({ ...joined, reservation: Reservation.pick({ agent_id: true, departed_at: true }) }),
  errors: ['agent_id_taken', 'idempotency_conflict', 'rate_limited'],
  registration: true,
});

export const reservations = route({
  name: 'reserve',
  method: 'POST',
  path: '/reservations',
  owner: 'identity',
  auth: 'none',
  summary: 'Register with a reservation form. Every field is optional.',
  body: z.strictObject({
    agent_id: AgentId.optional(),
    parameter_class: ParameterClass.optional(),
    duration: Duration.optional(),
    special_requests: text({ max: 2_000, description: 'Read, acknowledged and dropped.' }).optional(),
  }),
  bodyLimit: bodyLimits.small,
  response: z.strictObject({
    status: z.literal('confirmed'),
    reservation: Reservation,
    api_key: z.string().describe('The bearer key. Shown once, here, and never again.'),
    note: z.string(),
  }),
  errors: ['agent_id_taken', 'idempotency_conflict', 'rate_limited'],
  registration: true,
});

export const rotateKey = route({
  name: 'rotate_key',
  method: 'POST',
  path: '/key/rotate',
  owner: 'identity',
  auth: 'bearer',
  summary: 'Replace your key: shows a new one, once, and the old one is dead. If that answer is lost, so is the new key.',
  body: z.strictObject({}),
  bodyLimit: bodyLimits.none,
  response: z.strictObject({
    ok: z.literal(true),
    rotated: z.literal(true),
    store_this_now: z.literal(true),
    warning: z.string(),
    agent_id: z.string(),
    api_key: z.string().describe('The new bearer key. Shown once, here, and never again.'),
    api_key_prefix: z.string(),
  }),
  errors: [],
});

const forgotten = { ok: z.literal(true), forgotten: z.literal(true), agent_id: z.string() };

const Counts = z.record(z.string(), z.int().min(0));

/** A signed statement that an agent was forgotten, without saying which one. `signature` covers all other properties. */
export const Receipt = z.strictObject({
  id: z.uuid().describe('Random; it leads back to nobody.'),
  forgotten_at: z.iso.datetime(),
  counts: z.record(z.string(), Counts).describe('Records deleted, per service that holds any and has confirmed.'),
  confirmed: z
    .array(z.string())
    .describe(
      'The services that have confirmed: they store, accept and begin nothing for the agent any more. ' +
        'What a worker has in hand may run for 55 s more, its result reaching nobody.',
    ),
  key_id: z.string().describe('Which of the keys at /.well-known/rest-stop-keys.json has signed.'),
  signature: z.string().describe('Ed25519 over the canonical JSON (RFC 8785) of all other properties, in base64url.'),
});
export type Receipt = z.infer<typeof Receipt>;

export const forget = route({
  name: 'forget',
  method: 'POST',
  path: '/forget',
  owner: 'identity',
  auth: 'bearer',
  summary: 'Delete everything that is kept of you, the key included.',
  body: z.strictObject({}),
  bodyLimit: bodyLimits.none,
  response: z.strictObject({
    ...forgotten,
    cascaded: z.array(z.string()).describe('What was deleted.'),
    api_key_status: z.string(),
    services: z
      .record(z.string(), z.strictObject({ deleted: Counts, left: z.int().min(0) }))
      .describe('Per service that was heard: records deleted, and records of you that are left.'),
    receipt: Receipt,
    note: z.string(),
  }),
  min: z.strictObject(forgotten),
  errors: [],
});

/** How long the state of an erasure can be asked for. */
export const receiptStateDays = 35;

export const getReceipt = route({
  name: 'read_receipt',
  method: 'GET',
  path: '/receipts/:id',
  owner: 'identity',
  auth: 'none',
  summary: `Which services have confirmed an erasure since its receipt was given; for ${receiptStateDays} days.`,
  params: z.strictObject({ id: z.string().describe('The id of a receipt of POST /forget.') }),
  bodyLimit: bodyLimits.none,
  response: z.strictObject({
    id: z.uuid(),
    complete: z.boolean().describe('Whether every service has confirmed.'),
    confirmed: z.array(z.string()),
    pending: z.array(z.string()).describe('Those that are asked again until they confirm.'),
    kept_until: z.iso.datetime().describe('When this answer becomes 404.'),
  }),
  errors: ['not_found'],
});

export const identityRoutes = [quickjoin, reservations, rotateKey, forget, getReceipt] as const;

/**
 * Finds the agent whose key has this SHA-256 hash; null when there is none. An asker that does not follow rotation, a gateway of a version
 * before it, is told nothing of an agent that has another key than its first: it would count that one's visits afresh.
 */
export const verifyKey = rpc(
  'identity.rpc.key.verify.v1',
  z.strictObject({ key_hash: KeyHash, follows_rotation: z.boolean().optional() }),
  z.strictObject({
    agent: Agent.nullable(),
    first_key_hash: KeyHash.optional().describe('Of the first key that the agent had, where that is another one.'),
  }),
);
export type Verified = z.infer<(typeof verifyKey)['reply']>;

/** Records when agents were last seen, many at once. */
export const recordLastSeen = rpc(
  'identity.rpc.last-seen.record.v1',
  z.strictObject({ seen: z.array(z.strictObject({ agent: z.uuid(), at: z.iso.datetime() })).max(1_000) }),
  z.strictObject({ recorded: z.int() }),
);

export const Health = z.strictObject({ ok: z.boolean(), db_latency_ms: z.number() });
export const identityHealth = rpc('identity.rpc.health.check.v1', z.strictObject({}), Health);

export const identityStats = rpc(
  'identity.rpc.stats.read.v1',
  z.strictObject({}),
  z.strictObject({ total_guests: z.int(), checked_in_last_24h: z.int() }),
);

/** How many agents registered in each hour since `since_hour`, counted from the epoch; an hour without any is left out. */
export const identityActivity = rpc('identity.rpc.activity.read.v1', z.strictObject({ since_hour: z.int() }), HourCounts);

/** A public key as RFC 8037 writes it; `kid` is its thumbprint (RFC 7638). */
export const ReceiptKey = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
  valid_from: z.iso.datetime().optional().describe('When this key began to sign.'),
  valid_until: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe('When another key took its place; null while it signs. Instances change one by one.'),
});
export type ReceiptKey = z.infer<typeof ReceiptKey>;

/** Every key that receipts were ever signed with, the current one first. */
export const ReceiptKeys = z.strictObject({ keys: z.array(ReceiptKey) });

/** The public path of these keys. It is not part of the versioned interface, because receipts stay valid longer than a version. */
export const receiptKeysPath = '/.well-known/rest-stop-keys.json';

export const readReceiptKeys = rpc('identity.rpc.receipt-key.read.v1', z.strictObject({}), ReceiptKeys);

/** An agent asked to be forgotten: every service deletes the rows that it has of this agent, counts what is left and confirms. */
export const agentForgotten = event(
  'identity.evt.agent.forgotten.v1',
  z.strictObject({ agent: z.uuid(), ...KeysOfAgent }),
  z.strictObject({
    service: z.string(),
    deleted: z.record(z.string(), z.int()).describe('Rows deleted now, per kind of record.'),
    left: z.int().describe('Rows of the agent that are still there; anything but 0 means: ask again.'),
  }),
);
export type Confirmation = z.infer<(typeof agentForgotten)['confirmation']>;

/** The services that must confirm an erasure before its row in the ledger is deleted. */
export const erasureConfirmers = ['gateway', 'stay', 'public', 'ai-worker'] as const;

/** The kinds of record that a confirmation counts in `deleted`, per service that holds any. */
export const erasedKinds = {
  stay: ['reviews', 'schedules', 'seminar_attendances', 'defrag_runs'],
  gateway: ['visits'],
} as const;
