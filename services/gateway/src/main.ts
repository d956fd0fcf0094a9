import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { measuredBus } from '@rest-stop/runtime/metrics/bus.ts';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { passGate } from '@rest-stop/runtime/start-gate.ts';
import { connectRedisCluster } from './admission/redis-cluster.ts';
import { connectRedis } from './admission/redis-connection.ts';
import { insecureRedis } from './admission/redis-safety.ts';
import { redisVisitLog } from './admission/redis-visit-log.ts';
import { gatewayApp } from './app.ts';
import { readConfig } from './config.ts';
import { listenForProbes } from './http/probes.ts';
import { measuredRedis, measureStore } from './metrics.ts';

const dependencyWaitMs = 60_000;

await runProcess('gateway', async () => {
  const config = readConfig(process.env);
  const log = createLog('gateway', config.logLevel);
  const registry = processRegistry();
  const connect = config.redisCluster ? connectRedisCluster : connectRedis;
  const redis = await connect(config.redisUrl, log, dependencyWaitMs, config.silenceMs);
  const bus = await natsBus(config.nats, 'gateway', log, dependencyWaitMs).catch(async (error: unknown) => {
    await closeAll(redis);
    throw error;
  });
  passGate(config.gate, log, bus.insecure, ...(await insecureRedis(redis, dependencyWaitMs)));
  measureStore(redis, registry);
  const visitLog = redisVisitLog(measuredRedis(redis, registry), config.limits);
  const service = gatewayApp({ ...config, bus: measuredBus(bus, registry), visitLog, log, registry });
  const listening = await startService(service, { ...config, log, measured: { as: 'gateway', registry } }, bus, visitLog);
  if (config.probePort === undefined) return listening;
  const probes = await listenForProbes(service.http, { host: config.host, port: config.probePort, log }).catch(async (error: unknown) => {
    await closeAll(listening);
    throw error;
  });
  return { close: () => closeAll(listening, probes) };
});
