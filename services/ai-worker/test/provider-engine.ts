import type { Log } from '@rest-stop/runtime/log.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import { readAiConfig } from '../src/config.ts';
import type { Engine } from '../src/engine.ts';
import { startProviderEngine, timing } from '../src/provider/start.ts';
import { startReadings } from '../src/reading/pool.ts';

/** As in production, but without long pauses between attempts, so that a busy machine ends none of them. */
const patient: typeof timing = {
  ...timing,
  replyMarginMs: 20,
  leastAttemptMs: 200,
  retryPauseMs: 20,
  breakAfter: 1_000,
};

/** For a provider that keeps an attempt waiting: the same order of times as in production, but short. */
export const impatient = { attemptMs: 2_000, jobMs: 10_000 };

/** Threads for all engines of a process, which they end with. */
const readings = await startReadings({ threads: 1, queue: 1_000 }, { warn: () => {} } as unknown as Log);

export type Harness = { engine: Engine; registry: Registry; logged: () => string; close(): Promise<void> };

/** A provider engine as a worker would start it; what it logs is kept for checking. */
export async function providerEngineFor(env: Record<string, string>, times: Partial<typeof timing> = {}): Promise<Harness> {
  const lines: unknown[] = [];
  const note = (...line: unknown[]) => void lines.push(line);
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Log;
  const config = readAiConfig({ AI_PROVIDER: 'openai', OPENAI_API_KEY: 'sk-canary-key', AI_MODEL: 'fake', ...env });
  if (config.engine !== 'openai') throw new Error('the settings name another engine');
  const registry = new Registry();
  const { engine, close } = await startProviderEngine(config, log, registry, readings, { ...patient, ...times });
  return { engine, registry, logged: () => JSON.stringify(lines), close };
}
