import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { assertMigrated } from '@rest-stop/runtime/postgres/assert-migrated.ts';
import { assertReachable, createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { stayApp } from './app.ts';
import { readConfig } from './config.ts';
import { migrations } from './migrations.ts';

const startWaitMs = 60_000;

await runProcess('stay', async () => {
  const config = readConfig(process.env);
  const log = createLog('stay', config.LOG_LEVEL);
  const db = openDatabase(createPool(config.DATABASE_URL, config.DATABASE_POOL_SIZE));
  await assertReachable(db, new URL(config.DATABASE_URL).host, startWaitMs);
  const bus = await natsBus(config.NATS_URL, 'stay', log, startWaitMs);
  await assertMigrated(db, migrations, startWaitMs);
  const service = stayApp({ db, bus, log, secret: config.INTERNAL_SECRET });
  return startService(service, { host: config.HOST, port: config.PORT, log }, bus, db);
});
