import type { Running } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Registry } from 'prom-client';
import type { AiConfig } from './config.ts';
import type { Engine } from './engine.ts';
import { offlineEngine } from './offline-engine.ts';

/** The engine that `config` names, with what it holds open. Its figures are added to `registry`. */
export async function startEngine(config: AiConfig, log: Log, registry: Registry): Promise<{ engine: Engine } & Running> {
  log.info({ engine: config.engine, concurrency: config.concurrency }, 'AI engine chosen');
  if (config.engine === 'offline') return { engine: offlineEngine(), stop: async () => {} };
  // Loaded only when used: the client is large, and the offline engine must start fast.
  const { startProviderEngine } = await import('./provider/start.ts');
  return startProviderEngine(config, log, registry);
}
