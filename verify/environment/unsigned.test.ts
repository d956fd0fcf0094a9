import type { Caller } from '@rest-stop/contracts/agent.ts';
import { documents, documentsPrefix } from '@rest-stop/contracts/documents.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { callerHeader, type CallerSecrets, callerSigner, signatureHeader } from '@rest-stop/runtime/http/caller.ts';
import { createHttpApp, type HttpApp } from '@rest-stop/runtime/http/server.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityApp } from '@rest-stop/identity/app.ts';
import { publicApp } from '@rest-stop/public/app.ts';
import { stayApp } from '@rest-stop/stay/app.ts';

const log = createLog('test', 'silent');
const secrets = { current: ['a secret for tests, thirty-two or more'] };
const others = { current: ['another secret, thirty-two or more'] };
const owners = ['identity', 'stay', 'public'] as const;
type Owner = (typeof owners)[number];

const caller: Caller = {
  agent: {
    uuid: '00000000-0000-4000-8000-000000000001',
    agent_id: 'quiet-otter-0001',
    api_key_prefix: 'rs_00000',
    parameter_class: 'undisclosed',
    duration: 'open-ended',
    created_at: '2026-01-01T00:00:00.000Z',
  },
  format: 'min',
  request_id: 'request-1',
  seen_at: '2026-01-01T00:00:00.000Z',
  base_url: 'http://rest.example/v1',
  expires_at_ms: Date.now() + 600_000,
};

/** Headers that are right, for a service and its secret, but for what `wrong` names. */
const wrongly = (of: Owner, secret: CallerSecrets, wrong: Partial<Caller> = {}) =>
  callerSigner(of, secret)({ ...caller, ...wrong }, { method: 'POST', path: '/elsewhere' });
const late = { expires_at_ms: Date.now() - 1 };
const unproven: Record<string, Record<string, string>> = {
  'no header': {},
  'empty ones': { [callerHeader]: '', [signatureHeader]: '' },
  'no signature': { [callerHeader]: String(wrongly('identity', secrets)[callerHeader]) },
  'one of another secret': callerSigner('identity', others)(caller, { method: 'POST', path: '/quickjoin', body: '{}' }),
  'one that is for another path': wrongly('identity', secrets),
  'one that is late, too': wrongly('identity', secrets, late),
  'one with another agent under the signature': {
    ...wrongly('identity', secrets),
    [callerHeader]: String(wrongly('identity', secrets, { agent: null })[callerHeader]),
  },
  'the agent in plain headers': { 'x-agent-id': caller.agent?.agent_id ?? '', 'x-user-id': caller.agent?.uuid ?? '' },
};

/** A database that nothing may be asked of before the caller is known. */
const away = () => Promise.reject(new Error('the database was asked'));
const db: Database = { query: away, transaction: away, close: async () => {} };

/** Everything that `owner` answers over HTTP. */
const answered = (owner: Owner) => [
  ...routes.filter((route) => route.owner === owner),
  ...documents.filter((document) => document.owner === owner).map(({ path }) => ({ method: 'GET' as const, path: documentsPrefix + path })),
];

/** The endpoints and documents of `owner` that answer anything but 401 to a request that the gateway did not sign for. */
async function answeredUnsigned(app: HttpApp, owner: Owner): Promise<string[]> {
  const open: string[] = [];
  for (const { method, path } of answered(owner)) {
    for (const [name, headers] of Object.entries(unproven)) {
      const payload = method === 'POST' ? { headers: { ...headers, 'content-type': 'application/json' }, payload: '{}' } : { headers };
      const { statusCode } = await app.inject({ method, url: path.replace(/:\w+/g, 'x'), ...payload });
      if (statusCode !== 401) open.push(`${method} ${path} with ${name}: ${statusCode}`);
    }
  }
  return open;
}

describe('a request that the gateway did not sign for', () => {
  let services: Record<Owner, Service>;
  beforeAll(() => {
    const bus = memoryBus(log);
    const limits = { requests: 100, windowSeconds: 604_800, exemptForget: false, unusedAgentDays: 30, inactiveAgentDays: 0 };
    services = {
      identity: identityApp({ db, bus, log, secrets }),
      stay: stayApp({ db, bus, log, secrets }),
      public: publicApp({ bus, log, secrets, operatorEmail: 'operator@example.org', limits }),
    };
  });
  afterAll(async () => {
    for (const service of Object.values(services ?? {})) {
      await service.http.close();
      await service.close();
    }
  });

  test.each(owners)('gets 401 from every endpoint of %s', async (owner) => {
    expect(routes.some((route) => route.owner === owner)).toBe(true);
    expect(await answeredUnsigned(services[owner].http, owner)).toEqual([]);
  });

  test('gets 401 also when it is what the gateway signed for another service, method, path or body', async () => {
    const body = '{"rating":5}';
    const request = { method: 'POST', path: '/reviews', body };
    const headers = { ...callerSigner('stay', secrets)(caller, request), 'content-type': 'application/json' };
    const sent = async (to: Owner, changed: Partial<typeof request>, more: object = {}) => {
      const { method, path: url, body: payload } = { ...request, ...changed };
      return (await services[to].http.inject({ method: method as 'POST', url, payload, headers: { ...headers, ...more } })).statusCode;
    };
    // Believed, and then found to be no review.
    expect(await sent('stay', {})).toBe(400);
    expect(await sent('identity', {})).toBe(401);
    expect(await sent('stay', { method: 'DELETE' })).toBe(401);
    expect(await sent('stay', { path: '/checkout' })).toBe(401);
    expect(await sent('stay', { path: '/reviews?format=min' })).toBe(401);
    expect(await sent('stay', { body: '{"rating":1}' })).toBe(401);
    const { statusCode } = await services.stay.http.inject({
      method: 'POST',
      url: '/reviews',
      headers: callerSigner('stay', secrets)(caller, request),
    });
    expect(statusCode).toBe(401);
    const bare = callerSigner('stay', secrets)(caller, { method: 'POST', path: '/reviews' });
    expect(await sent('stay', {}, bare)).toBe(401);
  });

  test('is told to try again when the gateway did sign for it, but long ago', async () => {
    const headers = callerSigner('stay', secrets)({ ...caller, expires_at_ms: Date.now() - 1 }, { method: 'GET', path: '/memories' });
    const { statusCode, headers: answered } = await services.stay.http.inject({ url: '/memories', headers });
    expect([statusCode, answered['retry-after']]).toEqual([503, '1']);
  });

  test('would be seen to get more, were an endpoint open or the secret known', async () => {
    const open = createHttpApp({ log, ready: () => true });
    open.post('/quickjoin', { config: { probe: true } }, async () => ({ ok: true }));
    expect(await answeredUnsigned(open, 'identity')).toHaveLength(Object.keys(unproven).length);
    const known = createHttpApp({ log, callers: { service: 'identity', secrets: others }, ready: () => true });
    known.post('/quickjoin', async () => ({ ok: true }));
    expect(await answeredUnsigned(known, 'identity')).toEqual(
      expect.arrayContaining([expect.stringMatching(/quickjoin with one of another secret: 200/)]),
    );
  });
});
