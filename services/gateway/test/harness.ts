import { hash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Agent, Caller } from '@rest-stop/contracts/agent.ts';
import { verifyKey } from '@rest-stop/contracts/identity.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { callerVerifier, digestOf } from '@rest-stop/runtime/http/caller.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import { startService } from '@rest-stop/runtime/service.ts';
import { embeddedDatabase } from '@rest-stop/testing/embedded-database.ts';
import { sqlVisitLog } from '../src/admission/sql-visit-log.ts';
import type { VisitLog } from '../src/admission/visit-log.ts';
import { connectRedis } from '../src/admission/redis-connection.ts';
import { gatewayApp } from '../src/app.ts';
import { defaultLoad, type LoadLimits } from '../src/config.ts';
import type { Limits } from '../src/guard.ts';
import { migrations } from '../src/migrations.ts';
import type { Pools } from '../src/proxy/forward.ts';
import type { RegistrationLimit } from '../src/registration/limit.ts';
import { someAgent } from './behaviours.ts';
import { type Seen, startUpstream, type Upstream } from './upstream.ts';

export const quiet = createLog('test', 'silent');
const secretOf = (service: Owner) => ({ current: [`a secret for tests of ${service} only, long enough`] });
const secrets = { identity: secretOf('identity'), stay: secretOf('stay'), public: secretOf('public') };
const verifiers = (['identity', 'stay', 'public'] as const).map((service) => callerVerifier(service, secrets[service]));

/** Who called, as the service believes that the request was meant for; undefined when none believes it. */
export function callerOf(seen: Seen): Caller | undefined {
  for (const verify of verifiers) {
    const found = verify(seen.headers, seen, Date.now());
    if (typeof found !== 'string' && found.digest === digestOf(seen.body)) return found.caller;
  }
  return undefined;
}

/** How long Redis and identity may be silent in tests that are not about that: longer than in production, because many tests share one machine. */
const patientMs = 5_000;
/** A connection to a Redis that may be silent for so long. */
export const patientRedis = (url: string) => connectRedis(url, quiet, 5_000, patientMs);
export const baseUrl = 'https://rest-stop.test/v1';

/** The keys that have been issued, and the hashes that identity was asked about. */
export type Keys = { issue(): { key: string; keyHash: string; agent: Agent }; forget(keyHash: string): void; asked: string[] };

export function serveKeys(bus: Bus): Keys {
  const agents = new Map<string, Agent>();
  const asked: string[] = [];
  bus.serve(verifyKey, { queue: 'identity' }, async ({ key_hash }) => {
    asked.push(key_hash);
    return { agent: agents.get(key_hash) ?? null };
  });
  return {
    asked,
    issue() {
      const key = `rs_${randomBytes(12).toString('hex')}`;
      const keyHash = hash('sha256', key);
      const agent = someAgent();
      agents.set(keyHash, agent);
      return { key, keyHash, agent };
    },
    forget: (keyHash) => void agents.delete(keyHash),
  };
}

/** Shared by all gateways of a process, which it ends with, because it is slow to start. */
let database: Promise<Database> | undefined;

async function migrated(): Promise<Database> {
  const db = await embeddedDatabase();
  await migrate(db, migrations.schema, migrations.directory);
  return db;
}

export type Gateway = Closable & { bus: Bus; keys: Keys; visitLog: VisitLog; upstream: Upstream; port: number; url: string };
type Options = {
  limits?: Partial<Limits>;
  registrationLimit?: RegistrationLimit;
  visitLog?: VisitLog;
  bus?: Bus;
  upstreamOrigin?: string;
  silenceMs?: number;
  pools?: Pools;
  load?: Partial<LoadLimits>;
  baseUrl?: string;
  allowedHosts?: readonly string[];
  /** Called before the gateway listens. */
  prepare?: (http: HttpApp) => void;
};

/** A gateway on a real port, with one upstream in the place of all three and, unless another is given, the embedded visit log. */
export async function startGateway(options: Options = {}): Promise<Gateway> {
  const { limits: some, visitLog: given, bus = memoryBus(quiet), upstreamOrigin, silenceMs = patientMs } = options;
  const { registrationLimit = { perMinute: 0, perDay: 0, trustedProxyHops: 0 }, pools, load, allowedHosts = [], prepare } = options;
  const limits = { requests: 100, windowSeconds: 604_800, exemptForget: false, ...some };
  const upstream = await startUpstream();
  const visitLog = given ?? sqlVisitLog({ db: await (database ??= migrated()), limits, log: quiet });
  const origin = upstreamOrigin ?? upstream.origin;
  const upstreams = { identity: origin, stay: origin, public: origin };
  const deps = {
    bus,
    visitLog,
    log: quiet,
    secrets,
    baseUrl: options.baseUrl ?? baseUrl,
    limits,
    registrationLimit,
    allowedHosts,
    upstreams,
    silenceMs,
  };
  const service = gatewayApp({ ...deps, ...(pools && { pools }), load: { ...defaultLoad, ...load } });
  prepare?.(service.http);
  const listening = await startService(service, { host: '127.0.0.1', port: 0, log: quiet });
  const url = `http://127.0.0.1:${listening.port}`;
  const close = () => closeAll(listening, given ? undefined : visitLog, upstream);
  return { bus, keys: serveKeys(bus), visitLog, upstream, port: listening.port, url, close };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Sends bytes as they are and answers all that comes back, until `until` matches or the server closes the connection. */
export function raw(port: number, bytes: string | Buffer, until = /\r\n\r\n[\s\S]*$/): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    const end = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(5_000, () => reject(new Error(`no answer in time, so far: ${received}`)));
    socket.on('data', (data) => {
      received += data.toString('latin1');
      if (until.test(received) && isWhole(received)) end();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

/** A request line and headers as text; the connection is closed after the answer. */
export function rawRequest(method: string, target: string, headers: string[] = []): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n');
}

function isWhole(response: string): boolean {
  const [head = '', body = ''] = response.split('\r\n\r\n', 2);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return Buffer.byteLength(body, 'latin1') >= length;
}

export const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
