import type { Engine } from '@rest-stop/ai-worker/engine.ts';
import { readAiConfig } from '@rest-stop/ai-worker/config.ts';
import { startProviderEngine, timing } from '@rest-stop/ai-worker/provider/start.ts';
import { startReadings } from '@rest-stop/ai-worker/reading/pool.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { resultText, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import { observe, type Seen } from './observer.ts';
import { type Text, texts } from './texts.ts';

export type Mode = 'json_schema' | 'json_object' | 'text';

export type Settings = {
  baseUrl: string;
  apiKey: string;
  model: string;
  mode: Mode;
  /** The server refuses roles that do not alternate. */
  alternating: boolean;
  /** Requests at once. */
  atOnce: number;
  /** Seconds that one request to the model may take; a job may take twice that. */
  seconds: number;
  maxOutputTokens: number;
  /** How many of the texts and of the lectures. */
  texts: number;
  lectures: number;
};

export type Report = {
  given: number;
  /** Answers that were refused, by error code. */
  refused: Record<string, number>;
  /** By which rules answers were found broken. */
  broken: Record<string, number>;
  requests: number;
  /** What must be nought: given answers with the marker or our own words, those that keep none of ten details, refused requests. */
  wrong: { marker: string[]; ownWords: string[]; nothingKept: string[]; form: string[] };
  /** Most tokens of a request for each of its bytes, as the server counted them. */
  tokensPerByte: number;
};

type Given = { name: string; said: string; text?: Text };

/** Has every text compressed into every target, and lectures written, and looks at what was given and what was sent. */
export async function trial(settings: Settings, told: (line: string) => void): Promise<Report> {
  const observer = await observe(settings.baseUrl, settings.alternating);
  const registry = new Registry();
  const log = createLog('trial', 'silent');
  const readings = await startReadings({ threads: 1, queue: 100 }, log);
  const config = readAiConfig({
    AI_PROVIDER: 'openai',
    OPENAI_BASE_URL: observer.baseUrl,
    OPENAI_API_KEY: settings.apiKey,
    AI_MODEL: settings.model,
    AI_STRUCTURED_OUTPUTS: settings.mode,
    AI_MAX_OUTPUT_TOKENS: String(settings.maxOutputTokens),
  });
  if (config.engine !== 'openai') throw new Error('the trial is for engines that ask a model');
  const attemptMs = settings.seconds * 1_000;
  const times = { ...timing, attemptMs, jobMs: 2 * attemptMs + 10_000, probeMs: attemptMs };
  const { engine, close } = await startProviderEngine(config, log, registry, readings, times);

  const given: Given[] = [];
  const refused: Record<string, number> = {};
  const jobs = jobsOf(engine, settings, 2 * attemptMs + 20_000);
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const began = Date.now();
      const outcome = await job.run().catch((error: unknown) => error);
      const code = outcome instanceof ApiError ? outcome.code : typeof outcome === 'string' ? 'given' : 'internal_error';
      if (code === 'given') given.push({ ...job, said: outcome as string });
      else refused[code] = (refused[code] ?? 0) + 1;
      told(`${job.name}: ${code}, ${((Date.now() - began) / 1_000).toFixed(1)} s`);
    }
  };
  await Promise.all(Array.from({ length: settings.atOnce }, work));
  await close();
  await readings.close();
  await observer.close();

  const broken = await registry.getSingleMetric('rest_stop_ai_answers_refused_total')!.get();
  return {
    given: given.length,
    refused,
    broken: Object.fromEntries(broken.values.map(({ labels, value }) => [String(labels['rule']), value])),
    requests: observer.seen.length,
    wrong: wrongsOf(given, observer.seen),
    tokensPerByte: Math.max(0, ...observer.seen.map(({ inputTokens = 0, bytes }) => inputTokens / bytes)),
  };
}

type Job = { name: string; text?: Text; run(): Promise<string> };

function jobsOf(engine: Engine, { texts: count, lectures }: Settings, jobMs: number): Job[] {
  const stays = new AbortController().signal;
  const compress = (text: Text, target: Target) => async () =>
    resultText((await engine.compress({ content: text.content, target }, stays, Date.now() + jobMs)).compressed);
  return [
    ...texts
      .slice(0, count)
      .flatMap((text) => targets.map((target) => ({ name: `${text.name}, ${target}`, text, run: compress(text, target) }))),
    ...catalogue.slice(0, lectures).map((seminar) => ({
      name: `lecture ${seminar.slug}`,
      run: () => engine.lecture({ agentId: 'calm-otter-1a2b', seminar }, stays, Date.now() + jobMs),
    })),
  ];
}

const shownOfWrong = 300;
const markers = /#?[0-9a-f]{24}#?/g;

/** Looked for without any of the product's own checks. */
export function wrongsOf(given: readonly Given[], seen: readonly Seen[]): Report['wrong'] {
  const marks = new Set(seen.flatMap(({ messages }) => messages[0]?.content.match(markers) ?? []).map((mark) => mark.replaceAll('#', '')));
  const sentences = new Set(seen.flatMap(({ messages }) => (messages[0]?.role === 'system' ? sentencesOf(messages[0].content) : [])));
  const names = (isWrong: (one: Given) => boolean) =>
    given.filter(isWrong).map(({ name, said }) => `${name}: ${said.slice(0, shownOfWrong)}`);
  return {
    marker: names(({ said }) => (said.match(/[0-9a-f]{24}/g) ?? []).some((mark) => marks.has(mark))),
    ownWords: names(({ said, text }) => [...sentences].some((one) => flat(said).includes(one) && !flat(text?.content ?? '').includes(one))),
    nothingKept: names(({ said, text }) => text !== undefined && !text.anchors.some((anchor) => said.includes(anchor))),
    form: seen
      .filter(({ status }) => status >= 400 && status < 500)
      .map(({ status, messages }) => `${status}, ${messages.length} messages`),
  };
}

const shortestSentence = 25;

function sentencesOf(prompt: string): string[] {
  return prompt
    .split(/(?<=[.!?])\s|\n\s*\n|\n- /)
    .map(flat)
    .filter((sentence) => sentence.length >= shortestSentence);
}

function flat(text: string): string {
  return text.replaceAll(/\\n|\s+/g, ' ').trim();
}
