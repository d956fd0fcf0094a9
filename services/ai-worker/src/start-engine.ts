import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Reason } from '@rest-stop/runtime/insecure.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { AiConfig } from './config.ts';
import type { Engine } from './engine.ts';
import { offlineEngine } from './offline-engine/engine.ts';
import { startReadings } from './reading/pool.ts';

/** The engine that `config` names, with what it holds open, ready for its first job; `insecure`: why not in production. Its metrics are added to `registry`. */
export async function startEngine(
  config: AiConfig,
  log: Log,
  registry: Registry,
): Promise<{ engine: Engine; insecure?: Reason | undefined } & Closable> {
  log.info({ engine: config.engine, concurrency: config.concurrency, threads: config.threads }, 'AI engine chosen');
  const readings = await startReadings({ threads: config.threads, queue: config.concurrency }, log);
  if (config.engine === 'offline') return { engine: offlineEngine(readings), close: () => readings.close() };
  // Imported only where it is used: the openai package takes long to load, and the offline engine is to start fast.
  const { startProviderEngine } = await import('./provider/start.ts');
  const { engine, insecure, ...provider } = await startProviderEngine(config, log, registry, readings);
  return { engine, insecure, close: () => closeAll(provider, readings) };
}
