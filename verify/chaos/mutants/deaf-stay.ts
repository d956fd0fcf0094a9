// The stay service, broken on purpose: it confirms every erasure and deletes nothing. The checks of the chaos trial must see it.
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { stayApp } from '@rest-stop/stay/app.ts';
import { readConfig } from '@rest-stop/stay/config.ts';

await runProcess('stay', async () => {
  const config = readConfig(process.env);
  const log = createLog('stay', config.logLevel);
  const db = openDatabase(createPool(config.databaseUrl, config.poolSize));
  const bus = await natsBus(config.nats, 'stay', log, 60_000);
  const confirming: Bus['subscribe'] = (event, handler) =>
    bus.subscribe(
      event,
      event.subject === agentForgotten.subject ? async () => ({ service: 'stay', deleted: {}, left: 0 }) as never : handler,
    );
  const service = stayApp({ db, bus: { ...bus, subscribe: confirming }, log, secrets: config.secrets });
  return startService(service, { ...config, log }, bus, db);
});
