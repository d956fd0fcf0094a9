import { connect } from 'nats';
import pg from 'pg';
import { createClient } from 'redis';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../src/servers/fresh-database.ts';
import { query } from '../src/servers/query.ts';
import { natsOptions } from '../src/servers/users.ts';
import { backends, describeWith } from '../src/servers/suites.ts';

describe('backends()', () => {
  test('tells of every backend either where it is or why it is not there', () => {
    const known = backends();
    for (const name of ['postgres', 'redis', 'nats'] as const) {
      expect([known?.[name]?.url, known?.missing[name]].filter(Boolean)).toHaveLength(1);
    }
  });
});

describeWith(['postgres'], 'the provided PostgreSQL', ({ postgres }) => {
  test('answers a query', async () => {
    expect(await query(postgres.url, 'select 6 * 7 as answer')).toEqual([{ answer: 42 }]);
  });

  test('keeps fresh databases apart, and drops one that is still in use', async () => {
    const [one, other] = await Promise.all([freshDatabase(postgres.url), freshDatabase(postgres.url)]);
    await query(one.url, 'create table note (text text)');
    await expect(query(other.url, 'select * from note')).rejects.toThrow('does not exist');

    const user = new pg.Client({ connectionString: one.url });
    user.on('error', () => undefined);
    await user.connect();
    await one.drop();
    await other.drop();
    await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist');
    await user.end();
  });
});

describeWith(['redis'], 'the provided Redis', ({ redis }) => {
  test('returns what was stored', async () => {
    const client = createClient({ url: redis.url });
    await client.connect();
    await client.set('servers.test', 'stored', { EX: 10 });
    expect(await client.get('servers.test')).toBe('stored');
    await client.del('servers.test');
    await client.close();
  });
});

describeWith(['nats'], 'the provided NATS', ({ nats }) => {
  test('carries a request and its reply', async () => {
    const connection = await connect(natsOptions(nats.url));
    connection.subscribe('servers.test', { callback: (_, message) => void message.respond(`heard ${message.string()}`) });
    const reply = await connection.request('servers.test', 'hello', { timeout: 5_000 });
    expect(reply.string()).toBe('heard hello');
    await connection.close();
  });
});
