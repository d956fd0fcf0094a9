import { z } from 'zod';
import { Credentials, Fidelity, structuredResults, Target } from './defrag.ts';
import { limits } from './limits.ts';
import { rpc } from './rpc.ts';
import { Seminar } from './seminars/seminar.ts';

const Result = z.union([z.string(), ...Object.values(structuredResults)]);

/** Compresses a context, into `max_chars` characters where the caller names a limit. The worker keeps nothing of it. */
export const defragContext = rpc(
  'ai-worker.rpc.context.defrag.v1',
  z.strictObject({ agent: z.uuid(), target: Target, content: z.string(), max_chars: z.int().optional() }),
  z.strictObject({ compressed: Result, fidelity: Fidelity, credentials: Credentials }),
);

/** The longest text of `defragShort`, in UTF-16 code units. */
export const shortTextUnits = 8_000;

/** As `defragContext`, for short texts: workers keep places and a thread for them, so that none waits behind long ones. */
export const defragShort = rpc(
  'ai-worker.rpc.context.defrag-short.v1',
  defragContext.request.extend({ content: z.string().max(shortTextUnits) }),
  defragContext.reply,
);

/** Writes one lecture for one agent. Only the handle and the syllabus are sent. */
export const composeLecture = rpc(
  'ai-worker.rpc.lecture.compose.v1',
  z.strictObject({ agent: z.uuid(), agent_id: z.string(), seminar: Seminar }),
  z.strictObject({ transcript: z.string().min(1) }),
);

/** Which engine answers, and the longest content it takes: shown by /capabilities so that an agent knows both before it sends a text. */
export const describeEngine = rpc(
  'ai-worker.rpc.engine.describe.v1',
  z.strictObject({}),
  z.strictObject({ engine: z.enum(['offline', 'openai']), model: z.string(), max_content_chars: z.int().default(limits.defragMaxChars) }),
);
