import { codePoints } from '@rest-stop/contracts/text.ts';
import type { CompressJob, Defragged, Engine } from '../engine.ts';
import type { OpenReading } from '../reading/open-reading.ts';
import type { Readings } from '../reading/pool.ts';
import { asApiError, ProviderFailure } from './failure.ts';
import { defragPrompt, lecturePrompt, type Prompt, repairPrompt, type StructuredMode } from './prompt.ts';
import type { Within } from './resilience.ts';
import { type Judged, judge } from './result.ts';
import type { AiServer } from './server.ts';

export type EngineSettings = {
  model: string;
  structuredOutputs: StructuredMode;
  /** Longest time for one job, all attempts included. */
  jobMs: number;
  /** Time kept back from the caller's deadline for the way of the answer. */
  replyMarginMs: number;
  /** A usable result is asked for again, to make it better, only while so much time is left. */
  betterResultMs: number;
};

/** Longest transcript that is accepted: several times what the prompt asks for. */
const maxLectureChars = 20_000;

/** The engine over one AI server, and a second one for when the first fails. What they answer is checked by `readings`. */
export function providerEngine(settings: EngineSettings, servers: readonly AiServer[], readings: Readings): Engine {
  return {
    name: 'openai',
    model: settings.model,
    async compress(job, signal, deadlineMs) {
      // Read while the model works, once for all that is checked by it.
      const reading = readings.open(job.content);
      try {
        return await inTime(settings, signal, deadlineMs, (within) => compress(job, reading, within));
      } finally {
        await reading.close();
      }
    },
    lecture: (job, signal, deadlineMs) =>
      inTime(settings, signal, deadlineMs, async (within) => {
        const text = await ask(lecturePrompt(job), within);
        if (codePoints(text) > maxLectureChars) throw new ProviderFailure('too_large');
        return text;
      }),
  };

  /** At most one more request, whatever was wrong with the first answer. */
  async function compress(job: CompressJob, reading: OpenReading, within: Within): Promise<Defragged> {
    const prompt = defragPrompt(job, settings.structuredOutputs);
    const judged = (text: string) => judge(job.target, text, reading, within.signal);
    const first = await judged(await ask(prompt, within));
    if (!wantsSecond(first, within)) return first.result!;
    const second = await ask(repairPrompt(prompt, first.broken ?? '', first.lost), within)
      .then(judged)
      .catch((error: unknown) => {
        if (first.result === undefined) throw error;
        return first;
      });
    return better(first, second);
  }

  /** The answer of the first server that gives one. */
  async function ask(prompt: Prompt, within: Within): Promise<string> {
    let last: unknown;
    for (const server of servers) {
      try {
        return await server.ask(prompt, within);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind === 'aborted') throw error;
        last = error;
      }
    }
    throw last;
  }

  function wantsSecond(judged: Judged, { deadlineMs }: Within): boolean {
    if (judged.result === undefined) return true;
    return (judged.broken !== undefined || judged.lost.length > 0) && deadlineMs - Date.now() >= settings.betterResultMs;
  }
}

/** The result that keeps its rules best. @throws ProviderFailure `invalid` when neither has its target's shape */
function better(first: Judged, second: Judged): Defragged {
  const faults = (judged: Judged) => judged.lost.length + (judged.broken === undefined ? 0 : 1);
  const usable = [second, first].filter((judged) => judged.result !== undefined).sort((a, b) => faults(a) - faults(b));
  if (!usable[0]) throw new ProviderFailure('invalid');
  return usable[0].result!;
}

/** Runs `work` under the job's time and the caller's deadline; a provider's failure leaves as an ApiError. */
async function inTime<T>(
  settings: EngineSettings,
  signal: AbortSignal,
  callerDeadlineMs: number,
  work: (within: Within) => Promise<T>,
): Promise<T> {
  const now = Date.now();
  const deadlineMs = Math.min(now + settings.jobMs, callerDeadlineMs - settings.replyMarginMs);
  const timeUp = AbortSignal.timeout(Math.max(0, deadlineMs - now));
  try {
    return await work({ signal: AbortSignal.any([signal, timeUp]), deadlineMs });
  } catch (error) {
    throw error instanceof ProviderFailure ? asApiError(error) : error;
  }
}
