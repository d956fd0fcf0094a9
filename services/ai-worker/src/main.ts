import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { measuredBus } from '@rest-stop/runtime/metrics/bus.ts';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { passGate } from '@rest-stop/runtime/start-gate.ts';
import { aiWorkerApp } from './app.ts';
import { readConfig } from './config.ts';
import { startEngine } from './start-engine.ts';

const dependencyWaitMs = 60_000;
/** Longer than stay waits for a place, so that whoever waits when the last worker is told to stop is still served. */
const lingerMs = 5_000;

await runProcess('ai-worker', async () => {
  const config = readConfig(process.env);
  const log = createLog('ai-worker', config.logLevel);
  const registry = processRegistry();
  const { engine, insecure, ...resources } = await startEngine(config.ai, log, registry);
  const bus = measuredBus(await natsBus(config.nats, 'ai-worker', log, dependencyWaitMs), registry);
  passGate(config.gate, log, bus.insecure, insecure);
  const service = aiWorkerApp({ bus, log, engine, capacity: config.ai.concurrency, lingerMs, registry });
  return startService(service, { ...config, log, measured: { as: 'ai-worker', registry } }, resources, bus);
});
