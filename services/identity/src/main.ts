import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { assertMigrated } from '@rest-stop/runtime/postgres/assert-migrated.ts';
import { assertReachable, createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { identityApp } from './app.ts';
import { readConfig } from './config.ts';
import { openJournal } from './journal/journal.ts';
import { migrations } from './migrations.ts';

await runProcess('identity', async () => {
  const config = readConfig(process.env);
  const { secret, host, port, waitMs } = config;
  const log = createLog('identity', config.logLevel);
  const db = openDatabase(createPool(config.databaseUrl, config.poolSize));
  await assertReachable(db, new URL(config.databaseUrl).host, waitMs);
  const bus = await natsBus(config.natsUrl, 'identity', log, waitMs);
  await assertMigrated(db, migrations, waitMs);
  const journal = config.journal && (await openJournal({ ...config.journal, log }));
  if (!journal) log.warn('there is no ERASURE_JOURNAL: a restored backup would bring forgotten agents back unnoticed');
  const { receiptKey, keyDerivationSecret } = config;
  return startService(
    identityApp({ db, bus, log, secret, receiptKey, keyDerivationSecret, journal }),
    { host, port, log },
    ...(journal ? [journal] : []),
    bus,
    db,
  );
});
