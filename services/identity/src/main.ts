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
import { identityApp } from './app.ts';
import { readConfig } from './config.ts';
import { beginJournal, insecureJournal } from './journal/begun.ts';
import { openJournal } from './journal/journal.ts';
import { migrations } from './migrations.ts';

const dependencyWaitMs = 60_000;

await runProcess('identity', async () => {
  const config = readConfig(process.env);
  const log = createLog('identity', config.logLevel);
  const registry = processRegistry();
  const pool = createPool(config.databaseUrl, config.poolSize);
  const db = measuredDatabase(openDatabase(pool), pool, registry);
  await assertReachable(db, new URL(config.databaseUrl).host, dependencyWaitMs);
  const bus = measuredBus(await natsBus(config.nats, 'identity', log, dependencyWaitMs), registry);
  await assertMigrated(db, migrations, dependencyWaitMs);
  const journal = config.journal && (await openJournal({ ...config.journal, log }));
  passGate(config.gate, log, bus.insecure, config.journal && (await insecureJournal(config.journal.directory, db)));
  if (config.journal) await beginJournal(config.journal.directory);
  if (!journal) log.warn('there is no ERASURE_JOURNAL: a restored backup would bring forgotten agents back unnoticed');
  const service = identityApp({ ...config, db, bus, log, journal, registry });
  return startService(service, { ...config, log, measured: { as: 'identity', registry } }, ...(journal ? [journal] : []), bus, db);
});
