import type { Caller } from '@rest-stop/contracts/agent.ts';
import { documents, documentsPrefix } from '@rest-stop/contracts/documents.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { callerHeader, signCaller } from '@rest-stop/runtime/http/caller.ts';
import { createHttpApp, type HttpApp } from '@rest-stop/runtime/http/server.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityApp } from '@rest-stop/identity/app.ts';
import { publicApp } from '@rest-stop/public/app.ts';
import { stayApp } from '@rest-stop/stay/app.ts';

const log = createLog('test', 'silent');
const secret = 'a secret for tests, thirty-two or more';
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

const signed = signCaller(caller, secret);
const unproven: Record<string, Record<string, string>> = {
  'no header': {},
  'an empty one': { [callerHeader]: '' },
  'one without a signature': { [callerHeader]: signed.slice(0, signed.indexOf('.')) },
  'one of another secret': { [callerHeader]: signCaller(caller, 'another secret, thirty-two or more') },
  'one that has expired': { [callerHeader]: signCaller({ ...caller, expires_at_ms: Date.now() - 1 }, secret) },
  'one with another agent under the signature': {
    [callerHeader]: `${signCaller({ ...caller, agent: null }, secret).split('.')[0]}.${signed.split('.')[1]}`,
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
    const limits = { requests: 100, windowSeconds: 604_800, exemptForget: false, unusedAgentDays: 30 };
    services = {
      identity: identityApp({ db, bus, log, secret }),
      stay: stayApp({ db, bus, log, secret }),
      public: publicApp({ bus, log, secret, operatorEmail: 'operator@example.org', limits }),
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

  test('would be seen to get more, were an endpoint open or the secret known', async () => {
    const open = createHttpApp({ log, secret, ready: () => true });
    open.post('/quickjoin', { config: { probe: true } }, async () => ({ ok: true }));
    expect(await answeredUnsigned(open, 'identity')).toHaveLength(Object.keys(unproven).length);
    const known = createHttpApp({ log, secret: 'another secret, thirty-two or more', ready: () => true });
    known.post('/quickjoin', async () => ({ ok: true }));
    expect(await answeredUnsigned(known, 'identity')).toEqual(
      expect.arrayContaining([expect.stringMatching(/quickjoin with one of another secret: 200/)]),
    );
  });
});
