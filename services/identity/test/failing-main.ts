import { readFileSync, rmSync } from 'node:fs';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { identityApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';

// The service as a process that kills itself at a failpoint. The file that DIE_AT names holds the failpoint and how often it is passed before
// that, as `point|times`. The process removes the file first, so that its next start does not die again.
await runProcess('identity', async () => {
  const config = readConfig(process.env);
  const log = createLog('identity', config.logLevel);
  const db = openDatabase(createPool(config.databaseUrl, config.poolSize));
  const bus = await natsBus(config.nats, 'identity', log, 60_000);
  const file = process.env['DIE_AT'] ?? '';
  let passed = 0;
  const failpoint = async (reached: string) => {
    const [point, times] = failpointIn(file);
    if (reached !== point || passed++ < Number(times)) return;
    rmSync(file);
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  };
  return startService(identityApp({ db, bus, log, secrets: config.secrets, failpoint }), { ...config, log }, bus, db);
});

function failpointIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('|');
  } catch {
    return [];
  }
}
