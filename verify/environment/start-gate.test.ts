import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, startChild } from '@rest-stop/testing/deployment/child.ts';
import { migrateDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { query } from '@rest-stop/testing/servers/query.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { describeWithBinaries, describeWith } from '@rest-stop/testing/servers/suites.ts';
import { describe, expect, test } from 'vitest';

const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  CALLER_SECRET: 'a secret for tests and long enough',
  CALLER_SECRET_IDENTITY: 'a secret for tests and long enough',
  CALLER_SECRET_STAY: 'another secret for tests and long enough',
  CALLER_SECRET_PUBLIC: 'one more secret for tests and long enough',
  KEY_DERIVATION_SECRET: 'another secret for tests, thirty-two or more',
};

describeWithBinaries(['redis', 'nats'], 'in production', () => {
  describe('with servers that let anybody in, and a Redis that evicts and forgets', () => {
    test('the gateway does not start, and names all that is wrong at once', async () => {
      const redis = await startRedis({
        args: ['--maxmemory-policy', 'allkeys-lru'],
        acl: (shipped) => shipped.replace(/^user default .*$/m, 'user default on nopass ~* &* +acl'),
      });
      const nowhere = { IDENTITY_URL: 'http://127.0.0.1:9', STAY_URL: 'http://127.0.0.1:9', PUBLIC_URL: 'http://127.0.0.1:9' };
      const nats = await startNats({ anybody: true });
      const open = { REDIS_URL: `redis://127.0.0.1:${redis.port}`, NATS_URL: nats.url };
      const env = { ...production, ...nowhere, ...open, PUBLIC_BASE_URL: 'http://stop.example/v1' };
      const { code, stderr } = await runProgram('services/gateway/src/main.ts', [], env);
      await redis.close();
      await nats.close();
      expect(code).toBe(1);
      const named = [...stderr.matchAll(/^ {2}([a-z-]+): /gm)].map(([, name]) => name);
      expect(named).toEqual(['bus-unsigned', 'base-url-http', 'redis-open', 'nats-open', 'redis-evicts', 'redis-forgets']);
    });
  });
});

describeWith(['nats', 'postgres'], 'in production', ({ nats, postgres }) => {
  test('identity does not take an empty journal for that of a database which has agents, unless told so once', async () => {
    const database = await freshDatabase(postgres.url);
    await migrateDatabase(database.url);
    const folder = temporaryDirectory();
    const journal = join(folder.path, 'erasures');
    const waived = { ALLOW_INSECURE: 'bus-unsigned' };
    const env = { ...production, ...waived, DATABASE_URL: database.url, NATS_URL: `${nats.url}/${randomUUID()}`, ERASURE_JOURNAL: journal };
    const start = async (more = {}) => (await startChild('services/identity/src/main.ts', { ...env, ...more })).close();

    // New with its database, and again with nobody forgotten yet.
    await start();
    await query(
      database.url,
      `insert into identity.agent (uuid, agent_id, api_key_hash, api_key_prefix, parameter_class, duration, created_at, last_seen_at)
       values (gen_random_uuid(), 'quiet-otter', repeat('a', 64), 'rs_01234', 'small', 'a week', now(), now())`,
    );
    await start();
    rmSync(journal, { recursive: true });
    mkdirSync(journal);
    const { code, stderr } = await runProgram('services/identity/src/main.ts', [], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ {2}journal-empty: /m);
    await start({ ALLOW_INSECURE: `${waived.ALLOW_INSECURE},journal-empty` });
    await start();
    folder.remove();
    await database.drop();
  });
});
