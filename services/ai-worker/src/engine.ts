import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';
import type { Seminar } from '@rest-stop/contracts/seminars/seminar.ts';

export type CompressJob = { content: string; target: Target };
export type LectureJob = { agentId: string; seminar: Seminar };

/**
 * What compresses contexts and writes lectures. `signal` ends the work at once; `deadlineMs` (since the epoch) is when the caller stops waiting.
 * Both reject with ApiError `ai_error` when no usable answer came, `unavailable` when the spend limit is reached.
 */
export type Engine = {
  name: 'offline' | 'openai';
  model: string;
  compress(job: CompressJob, signal: AbortSignal, deadlineMs: number): Promise<Compressed>;
  lecture(job: LectureJob, signal: AbortSignal, deadlineMs: number): Promise<string>;
};
