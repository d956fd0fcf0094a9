// One server of the measurement, as a process of its own: `node target.ts upstream | bare | gateway`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import httpProxy from '@fastify/http-proxy';
import { connectRedis } from '@rest-stop/gateway/admission/redis-connection.ts';
import { redisVisitLog } from '@rest-stop/gateway/admission/redis-visit-log.ts';
import { gatewayApp } from '@rest-stop/gateway/app.ts';
import { measuredRedis } from '@rest-stop/gateway/metrics.ts';
import { verifyKey } from '@rest-stop/contracts/identity.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { fastify } from 'fastify';

const [kind, upstream = '', redisUrl = ''] = process.argv.slice(2);
const log = createLog(kind ?? '', 'info');
const where = { host: '127.0.0.1', port: 0 };

if (kind === 'upstream') startUpstream();
if (kind === 'bare') await startBare();
if (kind === 'gateway') await startGateway();

function startUpstream(): void {
  const body = JSON.stringify({ memories: [], note: 'Memories are let go of here: nothing is kept.' });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  const server = createServer({ keepAliveTimeout: 75_000 }, (_request, response) => response.writeHead(200, headers).end(body));
  server.listen(0, where.host, () => log.info({ port: (server.address() as AddressInfo).port }, 'listening'));
}

/** The plugin alone, without the gateway's own work: every request is passed on as it came. */
async function startBare(): Promise<void> {
  const app = fastify({ logger: false });
  await app.register(httpProxy, { upstream, undici: { connections: 128 } });
  await app.listen(where);
  log.info({ port: (app.server.address() as AddressInfo).port }, 'listening');
}

/** The gateway itself, as its `main.ts` puts it together, on a real Redis. Identity answers in this process: it is asked about a key only once in ten minutes. */
async function startGateway(): Promise<void> {
  const bus = memoryBus(log);
  const registry = processRegistry();
  bus.serve(verifyKey, { queue: 'identity' }, async () => ({ agent }));
  const limits = { requests: 1_000_000, windowSeconds: 604_800, exemptForget: false };
  const visitLog = redisVisitLog(measuredRedis(await connectRedis(redisUrl, log, 5_000), registry), limits);
  const upstreams = { identity: upstream, stay: upstream, public: upstream };
  const registrationLimit = { perMinute: 0, perDay: 0, trustedProxyHops: 0 };
  const secret = { current: ['a secret for measurements, thirty-two or more'] };
  const secrets = { identity: secret, stay: secret, public: secret };
  const baseUrl = 'http://localhost/v1';
  const service = gatewayApp({ bus, visitLog, log, secrets, baseUrl, limits, registrationLimit, upstreams, registry });
  await startService(service, { ...where, log, measured: { as: 'gateway', registry } });
}

const agent = {
  uuid: '00000000-0000-4000-8000-000000000000',
  agent_id: 'quiet-otter-0001',
  api_key_prefix: 'rs_00000',
  parameter_class: 'undisclosed',
  duration: 'open-ended',
  created_at: '2026-01-01T00:00:00.000Z',
};
