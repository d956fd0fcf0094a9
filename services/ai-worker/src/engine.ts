import type { defragContext } from '@rest-stop/contracts/ai-worker.ts';
import type { Target } from '@rest-stop/contracts/defrag.ts';
import type { Seminar } from '@rest-stop/contracts/seminars/seminar.ts';
import type { z } from 'zod';

export type CompressJob = {
  content: string;
  target: Target;
  /** The space for the result, in characters; by default it depends on the length of the content. */
  maxChars?: number | undefined;
};
export type LectureJob = { agentId: string; seminar: Seminar };

/** A compressed context, what it kept of the content, and how many credentials stand there. */
export type Defragged = z.output<typeof defragContext.reply>;

/**
 * What compresses contexts and writes lectures. `signal` ends the work at once; `deadlineMs` (since the epoch) is when the caller stops
 * waiting. Both reject with ApiError `ai_error` when no usable answer came, `unavailable` when there is no room for the work or the spend
 * limit is reached.
 */
export type Engine = {
  name: 'offline' | 'openai';
  model: string;
  /** Longest content that it takes, in characters. */
  maxContentChars: number;
  compress(job: CompressJob, signal: AbortSignal, deadlineMs: number): Promise<Defragged>;
  lecture(job: LectureJob, signal: AbortSignal, deadlineMs: number): Promise<string>;
};
