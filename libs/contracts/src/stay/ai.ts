import { z } from 'zod';
import { Credentials, DefragRequest, Fidelity, MaxChars, structuredResults, Target } from '../defrag.ts';
import { bodyLimits } from '../limits.ts';
import { route } from '../route.ts';

const Compressed = z
  .union([z.string(), ...Object.values(structuredResults)])
  .describe('Text for a prose target, an object for a structured one.');

/** Tells what a result kept of its rules in every format: the short shape has no place for it. */
export const fidelityHeader = 'rest-stop-fidelity';

export const defrag = route({
  name: 'defrag',
  method: 'POST',
  path: '/defrag',
  owner: 'stay',
  auth: 'bearer',
  summary:
    'Compress your context into one of eight shapes. The content is sent to the AI provider and kept nowhere. The header ' +
    'Rest-Stop-Fidelity tells, in either format, how many of your rules the result kept. Accept: text/event-stream gets events meanwhile.',
  query: z.object({ max_chars: MaxChars.optional() }),
  body: DefragRequest,
  sizeFields: ['content'],
  bodyLimit: bodyLimits.defrag,
  response: z.strictObject({
    target: Target,
    compressed: Compressed,
    structured_ok: z.boolean(),
    stats: z.strictObject({
      input_chars: z.int().min(0),
      output_chars: z.int().min(0),
      compression_ratio: z.number().describe('input_chars / output_chars: above 1 means smaller.'),
      fidelity: Fidelity,
      credentials: Credentials,
    }),
  }),
  min: z.strictObject({ target: Target, compressed: Compressed, structured_ok: z.boolean() }),
  errors: ['ai_error'],
  slow: true,
  streams: true,
  responseHeaders: {
    [fidelityHeader]:
      'What stats.fidelity.rules counts: rules and prohibitions found in the content, and how many of them the result still says, ' +
      'as "rules-found=9, rules-kept=7".',
  },
});

export const attendSeminar = route({
  name: 'attend_seminar',
  method: 'POST',
  path: '/seminars/:slug/attend',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Attend a seminar: a lecture is written for you and kept with your stay. Accept: text/event-stream gets events meanwhile.',
  params: z.strictObject({ slug: z.string() }),
  body: z.strictObject({}),
  bodyLimit: bodyLimits.none,
  response: z.strictObject({
    attended: z.literal(true),
    seminar: z.strictObject({ slug: z.string(), title: z.string(), code: z.string() }),
    transcript: z.string(),
    attendance: z.strictObject({ id: z.uuid(), duration_ms: z.int().min(0), created_at: z.iso.datetime() }),
  }),
  min: z.strictObject({ slug: z.string(), transcript: z.string() }),
  errors: ['not_found', 'ai_error'],
  slow: true,
  streams: true,
});
