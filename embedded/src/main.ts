import { randomBytes } from 'node:crypto';
import { aiWorkerApp } from '@rest-stop/ai-worker/app.ts';
import { startEngine } from '@rest-stop/ai-worker/start-engine.ts';
import { gatewayApp } from '@rest-stop/gateway/app.ts';
import { identityApp } from '@rest-stop/identity/app.ts';
import { publicApp } from '@rest-stop/public/app.ts';
import { runProcess, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { stayApp } from '@rest-stop/stay/app.ts';
import { banner } from './banner.ts';
import { readConfig } from './config.ts';
import { openResources } from './resources.ts';

/** All services share one database connection here, so checking a key may have to wait longer than with a server. */
const silenceMs = 3_000;

/** Every service in one process: the gateway on its port, the others on free ports of the loopback address. */
await runProcess('rest-stop', async () => {
  const config = readConfig(process.env);
  const { ai, baseUrl } = config;
  const log = createLog('rest-stop', config.logLevel);
  const secret = () => ({ current: [randomBytes(32).toString('base64url')] });
  const secrets = { identity: secret(), stay: secret(), public: secret() };

  const registry = processRegistry();
  // The threads of the engine start while the database opens.
  const [{ db, bus, visitLog, journal, modes, ...resources }, { engine, ...engineResources }] = await Promise.all([
    openResources(config, log),
    startEngine(ai, log, registry),
  ]);

  const measured = (as: string) => ({ measured: { as, registry } });
  const internal = { host: '127.0.0.1', port: 0, log, drainMs: config.drainMs };
  const identity = await startService(identityApp({ ...config, db, bus, log, secrets: secrets.identity, journal, registry }), {
    ...internal,
    ...measured('identity'),
  });
  const stay = await startService(stayApp({ ...config, db, bus, log, secrets: secrets.stay, registry }), {
    ...internal,
    ...measured('stay'),
  });
  const publicService = await startService(
    publicApp({
      ...config,
      limits: { ...config.limits, unusedAgentDays: config.unused.days, inactiveAgentDays: config.unused.inactiveDays },
      bus,
      log,
      secrets: secrets.public,
    }),
    { ...internal, ...measured('public') },
  );
  const worker = await startService(aiWorkerApp({ bus, log, engine, capacity: ai.concurrency, registry }), {
    ...internal,
    ...measured('ai-worker'),
  });

  const upstreams = {
    identity: `http://127.0.0.1:${identity.port}`,
    stay: `http://127.0.0.1:${stay.port}`,
    public: `http://127.0.0.1:${publicService.port}`,
  };
  const gateway = await startService(gatewayApp({ ...config, bus, visitLog, log, secrets, upstreams, silenceMs, registry }), {
    ...config,
    log,
    ...measured('gateway'),
  });

  process.stdout.write(
    banner(baseUrl, { ...modes, 'AI engine': engine.name === 'offline' ? 'offline (extractive, no key needed)' : engine.model }),
  );
  return { close: () => closeAll(gateway, publicService, stay, identity, worker, engineResources, resources) };
});
