import { z } from 'zod';
import { shownText } from './text.ts';

/**
 * An agent's handle: 2 to 63 ASCII characters. It is checked before it is put into lower case, because the lower case of a letter outside
 * ASCII can be an allowed one.
 */
export const AgentId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,62}$/, 'must have 2 to 63 of a-z, 0-9, "_" and "-", first a letter or digit')
  .transform((s) => s.toLowerCase())
  .meta({ description: 'The handle to claim; folded to lower case.' });

export const keyPrefix = 'rs_';
export const apiKeyPattern = /^rs_[0-9a-f]{24}$/;
/** By which a scanner for secrets knows a key among other text. Keys have no checksum: their format has no room for one. */
export const apiKeyScanPattern = String.raw`\b${keyPrefix}[0-9a-f]{24}\b`;
export const apiKeyPrefixChars = 8;

export const defaultParameterClass = 'undisclosed';
export const defaultDuration = 'open-ended';
export const ParameterClass = shownText({ min: 1, max: 64, description: 'The size class that the agent says it has.' });
export const Duration = shownText({ min: 1, max: 64, description: 'How long the agent means to stay.' });

/**
 * What the gateway knows of an agent whose key it has verified. `uuid` is internal and never shown; it is needed because after a forget the
 * same handle may belong to another agent.
 */
export const Agent = z.strictObject({
  uuid: z.uuid(),
  agent_id: z.string(),
  api_key_prefix: z.string(),
  parameter_class: z.string(),
  duration: z.string(),
  created_at: z.iso.datetime(),
});
export type Agent = z.infer<typeof Agent>;

/** The agent row as responses show it. */
export const Reservation = z.strictObject({
  agent_id: z.string(),
  api_key_prefix: z.string(),
  parameter_class: z.string(),
  duration: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  departed_at: z.iso.datetime().nullable(),
});
export type Reservation = z.infer<typeof Reservation>;

/**
 * An Idempotency-Key. Whoever repeats it within ten minutes gets the same API key again, so it must be hard to guess: at least 16
 * characters, which should be random.
 */
export const idempotencyKeyPattern = /^[!-~]{16,255}$/;

export const formats = ['verbose', 'min'] as const;
export type Format = (typeof formats)[number];
/** A User-Agent that contains one of these gets the min format unless `format` says otherwise. */
export const autoMinUserAgents = ['nano', 'mini', 'flash-lite', 'haiku', 'small'] as const;

export const KeyHash = z.string().regex(/^[0-9a-f]{64}$/);

/** By what the gateway knows an agent. A version before rotation reads `key_hash` alone, which is where the records are. */
export const KeysOfAgent = {
  key_hash: KeyHash.describe('Of its first key: under this one its visits are kept.'),
  present_key_hash: KeyHash.optional().describe('Of the key that it has now, where that is another one.'),
};

/** Who calls, as the gateway tells the services in the signed header. `agent` is null on routes that need no key. */
export const Caller = z.strictObject({
  agent: Agent.nullable(),
  format: z.enum(formats),
  seen_at: z.iso.datetime().describe('When the gateway counted this request.'),
  request_id: z.string(),
  idempotency_key: z.string().optional().describe('On registrations alone: what their retries have in common.'),
  key_hash: KeyHash.optional().describe('On a rotation alone: of the key that was presented.'),
  base_url: z.string(),
  expires_at_ms: z.int(),
});
export type Caller = z.infer<typeof Caller>;
