import { randomBytes } from 'node:crypto';
import { aiWorkerApp } from '@rest-stop/ai-worker/app.ts';
import { startEngine } from '@rest-stop/ai-worker/start-engine.ts';
import { gatewayApp } from '@rest-stop/gateway/app.ts';
import { identityApp } from '@rest-stop/identity/app.ts';
import { publicApp } from '@rest-stop/public/app.ts';
import { runProcess, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { stayApp } from '@rest-stop/stay/app.ts';
import { Registry } from 'prom-client';
import { banner } from './banner.ts';
import { readConfig } from './config.ts';
import { openResources } from './resources.ts';

/** All services share one database connection here: a key may have to wait for its turn. */
const admissionMs = 3_000;

/** Every service in one process: the gateway on its port, the others on free ports of the loopback address. */
await runProcess('rest-stop', async () => {
  const { ai, ...config } = readConfig(process.env);
  const log = createLog('rest-stop', config.LOG_LEVEL);
  const secret = randomBytes(32).toString('base64url');
  const limits = { requests: config.RATE_LIMIT_REQUESTS, windowSeconds: config.RATE_LIMIT_WINDOW_SECONDS };

  const registry = new Registry();
  // The threads of the engine warm up while the database opens.
  const [{ db, bus, visitLog, journal, modes, ...resources }, { engine, ...engineResources }] = await Promise.all([
    openResources(config, limits, log),
    startEngine(ai, log, registry),
  ]);

  const internal = { host: '127.0.0.1', port: 0, log };
  const { KEY_DERIVATION_SECRET: keyDerivationSecret, RECEIPT_SIGNING_KEY: receiptKey } = config;
  const identity = await startService(identityApp({ db, bus, log, secret, keyDerivationSecret, receiptKey, journal }), internal);
  const stay = await startService(stayApp({ db, bus, log, secret }), internal);
  const publicService = await startService(publicApp({ bus, log, secret, operatorEmail: config.OPERATOR_EMAIL, limits }), internal);
  const worker = await startService(aiWorkerApp({ bus, log, secret, engine, capacity: ai.concurrency, registry }), internal);

  const baseUrl = config.PUBLIC_BASE_URL ?? `http://localhost:${config.PORT}/v1`;
  const upstreams = {
    identity: `http://127.0.0.1:${identity.port}`,
    stay: `http://127.0.0.1:${stay.port}`,
    public: `http://127.0.0.1:${publicService.port}`,
  };
  const app = gatewayApp({
    bus,
    visitLog,
    log,
    secret,
    baseUrl,
    upstreams,
    limits: { ...limits, exemptForget: config.RATE_LIMIT_EXEMPT_FORGET },
    registrationLimit: { perMinute: config.REGISTRATION_LIMIT_PER_MINUTE, trustedProxyHops: config.TRUSTED_PROXY_HOPS },
    admissionMs,
  });
  const gateway = await startService(app, { host: config.HOST, port: config.PORT, log });

  process.stdout.write(
    banner(baseUrl, { ...modes, 'AI engine': engine.name === 'offline' ? 'offline (extractive, no key needed)' : engine.model }),
  );
  return { close: () => closeAll(gateway, publicService, stay, identity, worker, engineResources, resources) };
});
