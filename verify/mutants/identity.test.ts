import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callerHeader } from '@rest-stop/runtime/http/caller.ts';
import { closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { sql } from '@rest-stop/runtime/postgres/sql.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { expect } from 'vitest';
import { redisVisitLog } from '@rest-stop/gateway/admission/redis-visit-log.ts';
import { bearer, patientRedis, startGateway } from '@rest-stop/gateway/test/harness.ts';
import { startUpstream, type Upstream } from '@rest-stop/gateway/test/upstream.ts';
import { migrations } from '@rest-stop/identity/migrations.ts';
import { post, startIdentity } from '@rest-stop/identity/test/harness.ts';
import { pendingOf } from '@rest-stop/identity/test/tables.ts';
import { guarded } from './guarded.ts';

// What a visit log must promise, and its broken variants, stand with the gateway: services/gateway/test/{behaviours,visit-log.test}.ts.

type Proxy = { url: string; key: string; upstream: Upstream; close(): Promise<void> };

async function passesOnNoClaimOfTheClient(start: () => Promise<Proxy>): Promise<void> {
  const { url, key, upstream, close } = await start();
  const claims = [callerHeader, 'x-agent-id', 'x-request-id', 'x-forwarded-for', 'cookie'].map((name) => [name, 'forged'] as const);
  await fetch(`${url}/v1/stay`, { headers: { ...bearer(key), ...Object.fromEntries(claims) } });
  await close();
  expect(upstream.seen).toHaveLength(1);
  const told = upstream.seen[0]?.rawHeaders.join(' ');
  expect(told).not.toContain('forged');
  expect(told).not.toContain(key);
}

/** Passes on what it gets, except the headers named. */
const carelessProxy =
  (...stripped: string[]) =>
  async (): Promise<Proxy> => {
    const upstream = await startUpstream();
    const server = createServer((request, response) => {
      const passed = Object.entries(request.headers).filter(([name]) => !['connection', 'host', ...stripped].includes(name));
      void fetch(upstream.origin, { headers: Object.fromEntries(passed) as Record<string, string> }).then(() => response.end());
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const close = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await upstream.close();
    };
    return { url, key: `rs_${'0'.repeat(24)}`, upstream, close };
  };

describeWith(['redis'], 'on Redis', ({ redis }) => {
  async function gateway(): Promise<Proxy> {
    const connection = await patientRedis(redis.url);
    const visitLog = redisVisitLog(connection, { requests: 100, windowSeconds: 604_800 });
    const { url, upstream, keys, close } = await startGateway({ visitLog });
    return { url, upstream, key: keys.issue().key, close: () => closeAll({ close }, connection) };
  }

  guarded<() => Promise<Proxy>>(
    'a service is told who calls by the gateway alone',
    passesOnNoClaimOfTheClient,
    { 'the gateway': gateway },
    {
      'a proxy that strips nothing': carelessProxy(),
      'a proxy that strips all but the header of the caller': carelessProxy(
        'authorization',
        'x-agent-id',
        'x-request-id',
        'x-forwarded-for',
        'cookie',
      ),
      'a proxy that strips all but the key': carelessProxy(callerHeader, 'x-agent-id', 'x-request-id', 'x-forwarded-for', 'cookie'),
    },
  );
});

describeWith(['postgres'], 'on PostgreSQL', ({ postgres }) => {
  async function remembersWhoHasNotConfirmed(breakDatabase: (db: Database) => Database): Promise<void> {
    const { url, drop } = await freshDatabase(postgres.url);
    const db = openDatabase(createPool(url, 5));
    await migrate(db, migrations.schema, migrations.directory);
    const identity = startIdentity(breakDatabase(db));
    const { agent } = await identity.join();
    identity.others.up.delete('stay');
    await post(identity.service, '/forget', { agent });
    const pending = await pendingOf(db, agent.uuid);
    await identity.service.http.close();
    await identity.service.close();
    await db.close();
    await drop();
    expect(pending).toEqual(['stay']);
  }

  guarded<(db: Database) => Database>(
    'an erasure stays on record until every service has confirmed it',
    remembersWhoHasNotConfirmed,
    { identity: (db) => db },
    {
      'a ledger that drops the row with the first confirmations': (db) => ({
        ...db,
        transaction: (work) =>
          db.transaction(async (tx) => {
            const result = await work(tx);
            await tx.query(sql`delete from identity.erasure`);
            return result;
          }),
      }),
      'a ledger that takes everybody for confirmed': (db) => ({
        ...db,
        transaction: (work) =>
          db.transaction(async (tx) => {
            const result = await work(tx);
            await tx.query(sql`update identity.erasure set pending = '{}'`);
            return result;
          }),
      }),
    },
  );
});
