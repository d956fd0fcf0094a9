import { z } from 'zod';

/**
 * How the answer of a route that `streams` comes to a client whose Accept names this type: as server-sent events, so that a call of a minute
 * is not silent. A stream begins with the first state of the work; what is wrong before that is answered with its status as always.
 */
export const eventStreamType = 'text/event-stream';

/** Where the work is: it waits for a worker, or one has it. */
export const WorkState = z.enum(['queued', 'working']);
export type WorkState = z.infer<typeof WorkState>;

/** How often a comment is sent while nothing else is, in milliseconds. */
export const heartbeatMs = 5_000;

/** The events of a stream, each with what its data is. The last one is always `result` or `error`: a stream without either broke off. */
export const streamEvents = {
  state: 'Where the work is: {"state":"queued"} while it waits for a worker, {"state":"working"} once one has it.',
  headers: 'Headers of the plain answer that were not known when the stream began, as a JSON object.',
  result: 'The JSON of the plain answer, whole and checked.',
  error: 'The JSON of an error, as an answer of its own would have it.',
} as const;
