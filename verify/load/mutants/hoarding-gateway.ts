// The gateway, broken on purpose: it gathers every body whole before it looks how long it is. The watch over its memory must see it.
import { Readable } from 'node:stream';
import { connectRedis } from '@rest-stop/gateway/admission/redis-connection.ts';
import { redisVisitLog } from '@rest-stop/gateway/admission/redis-visit-log.ts';
import { gatewayApp } from '@rest-stop/gateway/app.ts';
import { readConfig } from '@rest-stop/gateway/config.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { startService } from '@rest-stop/runtime/service.ts';

await runProcess('gateway', async () => {
  const config = readConfig(process.env);
  const log = createLog('gateway', config.logLevel);
  const redis = await connectRedis(config.redisUrl, log, 60_000);
  const bus = await natsBus(config.nats, 'gateway', log, 60_000);
  const visitLog = redisVisitLog(redis, config.limits);
  const service = gatewayApp({ ...config, bus, visitLog, log });
  service.http.addHook('preParsing', async (_request, _reply, payload) => {
    const chunks: Buffer[] = [];
    for await (const chunk of payload) chunks.push(chunk as Buffer);
    return Readable.from([Buffer.concat(chunks)]);
  });
  return startService(service, { ...config, log }, bus, visitLog);
});
