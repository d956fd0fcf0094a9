import { onEachDatabaseOf } from '@rest-stop/testing/each-database.ts';
import { hash } from 'node:crypto';
import type { Agent, Format } from '@rest-stop/contracts/agent.ts';
import { verifyKey } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { callerSigner } from '@rest-stop/runtime/http/caller.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { type Deps, identityApp } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { type Others, otherServices } from './others.ts';

export const secrets = { current: ['a secret for tests that has more than 32 characters'] };
/** As the gateway does. */
export const sign = callerSigner('identity', secrets);
export const baseUrl = 'http://rest.example/v1';
export const quiet = createLog('identity', 'silent');

export type Answer = { status: number; body: any; text: string; retryAfter?: unknown };
type Request = { agent?: Agent | null; keyHash?: string; body?: unknown; format?: Format };
export type JoinedAgent = { agent: Agent; key: string; keyHash: string };

/** One identity service with its database, its bus and fakes of the other services. */
export type Identity = {
  db: Database;
  bus: Bus;
  service: Service;
  others: Others;
  clock: { now: Date };
  join(handle?: string): Promise<JoinedAgent>;
};

export const sha256 = (text: string): string => hash('sha256', text);

/** Sends a POST as the gateway would. */
export const post = (service: Service, path: string, request: Request = {}) => send(service, 'POST', path, request);

/** Sends a GET without a key as the gateway would. */
export const get = (service: Service, path: string) => send(service, 'GET', path, {});

async function send(
  service: Service,
  method: 'GET' | 'POST',
  path: string,
  { agent = null, keyHash, body, format = 'verbose' }: Request,
): Promise<Answer> {
  const times = { seen_at: '2026-02-03T04:05:06.789Z', expires_at_ms: Date.now() + 60_000 };
  const caller = { agent, format, request_id: 'request-1', base_url: baseUrl, ...(keyHash && { key_hash: keyHash }), ...times };
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...sign(caller, { method, path, body: payload ?? null }),
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const reply = await service.http.inject({ method, url: path, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: reply.statusCode, body: reply.json(), text: reply.body, retryAfter: reply.headers['retry-after'] };
}

export async function ownerOf(bus: Bus, key: string): Promise<Agent | null> {
  const { agent } = await bus.call(verifyKey, { key_hash: sha256(key) }, { timeoutMs: 5_000 });
  return agent;
}

/** Starts a service on `db`. Its relay runs often, so that tests need not wait. */
export function startIdentity(db: Database, bus: Bus = memoryBus(quiet), more: Partial<Deps> = {}): Identity {
  const clock = { now: new Date('2026-03-04T05:06:07.891Z') };
  const service = identityApp({ db, bus, log: quiet, secrets, now: () => new Date(clock.now), relayEveryMs: 20, ...more });
  return {
    db,
    bus,
    service,
    others: otherServices(bus),
    clock,
    async join(handle) {
      const { body } = await post(service, handle === undefined ? '/quickjoin' : `/quickjoin?agent_id=${handle}`);
      const agent = await ownerOf(bus, body.api_key);
      if (!agent) throw new Error('the new key is unknown');
      return { agent, key: body.api_key, keyHash: sha256(body.api_key) };
    },
  };
}

/** Runs a suite on each kind of database, with one identity service for all its tests. */
export const onEachDatabase = onEachDatabaseOf(migrations, startIdentity);
