import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { assertMigrated } from '@rest-stop/runtime/postgres/assert-migrated.ts';
import { assertReachable, createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { measuredBus } from '@rest-stop/runtime/metrics/bus.ts';
import { measuredDatabase } from '@rest-stop/runtime/metrics/postgres.ts';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { passGate } from '@rest-stop/runtime/start-gate.ts';
import { stayApp } from './app.ts';
import { readConfig } from './config.ts';
import { migrations } from './migrations.ts';

const dependencyWaitMs = 60_000;

await runProcess('stay', async () => {
  const config = readConfig(process.env);
  const log = createLog('stay', config.logLevel);
  const registry = processRegistry();
  const pool = createPool(config.databaseUrl, config.poolSize);
  const db = measuredDatabase(openDatabase(pool), pool, registry);
  await assertReachable(db, new URL(config.databaseUrl).host, dependencyWaitMs);
  const bus = measuredBus(await natsBus(config.nats, 'stay', log, dependencyWaitMs), registry);
  passGate(config.gate, log, bus.insecure);
  await assertMigrated(db, migrations, dependencyWaitMs);
  const service = stayApp({ db, bus, log, secrets: config.secrets, maxTranscripts: config.maxTranscripts, registry });
  return startService(service, { ...config, log, measured: { as: 'stay', registry } }, bus, db);
});
