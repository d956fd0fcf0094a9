import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { measuredBus } from '@rest-stop/runtime/metrics/bus.ts';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { passGate } from '@rest-stop/runtime/start-gate.ts';
import { publicApp } from './app.ts';
import { readConfig } from './config.ts';

const dependencyWaitMs = 30_000;

await runProcess('public', async () => {
  const config = readConfig(process.env);
  const log = createLog('public', config.logLevel);
  const registry = processRegistry();
  const bus = measuredBus(await natsBus(config.nats, 'public', log, dependencyWaitMs), registry);
  passGate(config.gate, log, bus.insecure);
  const { secrets, operatorEmail, limits } = config;
  return startService(
    publicApp({ bus, log, secrets, operatorEmail, limits }),
    { ...config, log, measured: { as: 'public', registry } },
    bus,
  );
});
