import { codePoints } from '@rest-stop/contracts/text.ts';
import type { CompressJob, Defragged, Engine, LectureJob } from '../engine.ts';
import type { OpenReading } from '../reading/open-reading.ts';
import type { Readings } from '../reading/pool.ts';
import { withTimeLimit } from '../time-limit.ts';
import { firstBroken, lectureRules, lectureWishes } from './check.ts';
import { asApiError, asDefragError, mostTelling, ProviderFailure, tooLongForTheModel } from './failure.ts';
import { defragPrompt, lecturePrompt, type Prompt, repairPrompt, type StructuredMode } from './prompt.ts';
import type { Within } from './resilience.ts';
import { type Answer, better, judge } from './result.ts';
import type { AiServer } from './server.ts';

export type EngineSettings = {
  model: string;
  structuredOutputs: StructuredMode;
  maxOutputTokens: number;
  /** Longest content that is sent, in characters. */
  maxContentChars: number;
  /** Longest time for one job, all attempts included. */
  jobMs: number;
  /** So long before the caller's deadline the work ends, so that its answer still arrives in time. */
  replyMarginMs: number;
  /** Hardly any model answers in less time: with less of it left, no further request is made. */
  leastAttemptMs: number;
};

/** Longest transcript that is accepted: several times what the prompt asks for. */
const maxLectureChars = 20_000;

/** The engine over one AI server, and a second one for when the first fails. What they answer is checked by `readings`. */
export function providerEngine(
  settings: EngineSettings,
  servers: readonly AiServer[],
  readings: Readings,
  refused: (rule: string) => void,
): Engine {
  return {
    name: 'openai',
    model: settings.model,
    maxContentChars: settings.maxContentChars,
    async compress(job, signal, deadlineMs) {
      if (job.content.length > settings.maxContentChars && codePoints(job.content) > settings.maxContentChars)
        throw tooLongForTheModel(settings.maxContentChars);
      // Reading begins now and goes on in a thread while the model works. Both answers are checked by this one reading.
      const reading = readings.open(job.content);
      try {
        return await inTime(settings, signal, deadlineMs, (within) => compress(job, reading, within));
      } catch (error) {
        throw error instanceof ProviderFailure ? asDefragError(error, job.content, settings.maxOutputTokens) : error;
      } finally {
        await reading.close();
      }
    },
    async lecture(job, signal, deadlineMs) {
      try {
        return await inTime(settings, signal, deadlineMs, (within) => lecture(job, within));
      } catch (error) {
        throw error instanceof ProviderFailure ? asApiError(error) : error;
      }
    },
  };

  async function compress(job: CompressJob, reading: OpenReading, within: Within): Promise<Defragged> {
    const judged = async (prompt: Prompt) => {
      const answer = await judge(job, prompt, await ask(prompt, within), reading, within.signal);
      if (answer.broken) refused(answer.broken.name);
      return answer;
    };
    const prompt = defragPrompt(job, settings.structuredOutputs);
    const began = Date.now();
    const first = await judged(prompt);
    if (!first.broken || !timeFor(Date.now() - began, within)) return given(first);
    const second = await judged(repairPrompt(prompt, first.broken.reason, first.lost)).catch((error: unknown) => {
      if (!first.result) throw error;
      return first;
    });
    return given(better(first, second));
  }

  async function lecture(job: LectureJob, within: Within): Promise<string> {
    const prompt = lecturePrompt(job);
    const began = Date.now();
    const first = await lectureFor(job, prompt, within);
    if (!first.broken || !timeFor(Date.now() - began, within)) return given(first);
    const second = await lectureFor(job, repairPrompt(prompt, first.broken.reason), within).catch((error: unknown) => {
      if (first.result === undefined) throw error;
      return first;
    });
    return given(second.result === undefined ? first : second);
  }

  async function lectureFor(job: LectureJob, prompt: Prompt, within: Within): Promise<Answer<string>> {
    const text = await ask(prompt, within);
    if (codePoints(text) > maxLectureChars) throw new ProviderFailure('too_large');
    const written = { ...job, text, content: JSON.stringify(job.seminar.syllabus), prompt };
    const refusal = firstBroken(lectureRules, written);
    const broken = refusal ?? firstBroken(lectureWishes, written);
    if (broken) refused(broken.name);
    return { ...(refusal ? {} : { result: text }), ...(broken ? { broken } : {}) };
  }

  /** Whether the job has time for one more answer, which takes about as long as the first. */
  function timeFor(firstTookMs: number, { deadlineMs }: Within): boolean {
    return deadlineMs - Date.now() >= Math.max(firstTookMs, settings.leastAttemptMs);
  }

  /** The answer of the first server that gives one. */
  async function ask(prompt: Prompt, within: Within): Promise<string> {
    const failures: ProviderFailure[] = [];
    for (const server of servers) {
      try {
        return await server.ask(prompt, within);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind === 'aborted') throw error;
        failures.push(error);
      }
    }
    throw mostTelling(failures)!;
  }
}

/** @throws ProviderFailure `invalid` for an answer that must not be given */
function given<Result>({ result }: Answer<Result>): Result {
  if (result === undefined) throw new ProviderFailure('invalid');
  return result;
}

/** Runs `work` under the job's time and the caller's deadline. */
async function inTime<T>(
  settings: EngineSettings,
  signal: AbortSignal,
  callerDeadlineMs: number,
  work: (within: Within) => Promise<T>,
): Promise<T> {
  const now = Date.now();
  const deadlineMs = Math.min(now + settings.jobMs, callerDeadlineMs - settings.replyMarginMs);
  return withTimeLimit(Math.max(0, deadlineMs - now), (timeUp) => work({ signal: AbortSignal.any([signal, timeUp]), deadlineMs }));
}
