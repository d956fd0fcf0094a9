import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { migrations } from '@rest-stop/identity/migrations.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { exec, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { embeddedDatabase } from '@rest-stop/testing/embedded-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from './sources.ts';

const statements = [...textOf('docs/operations/erasure.md').matchAll(/```sql\n(.*?)```/gs)].map(([, statement]) => statement ?? '');
const withText = (text: string) => statements.find((statement) => statement.includes(text)) ?? '';
const [pendingRows, forgetByMail] = [withText('as waiting'), withText('with gone as')];

let db: Database;
beforeAll(async () => {
  db = await embeddedDatabase();
  await migrate(db, migrations.schema, migrations.directory);
  await exec(
    db,
    sql`insert into identity.agent (uuid, agent_id, api_key_hash, api_key_prefix, parameter_class, duration, created_at, last_seen_at)
        values (gen_random_uuid(), 'lost-key', ${'a'.repeat(64)}, 'rs_01234', 'small', 'a week', now(), now())`,
  );
});
afterAll(() => db.close());

/** The statement with psql's variables filled in. */
async function forget(agentId: string, prefix: string): Promise<number> {
  const text = forgetByMail.replace(":'agent_id'", `'${agentId}'`).replace(":'api_key_prefix'", `'${prefix}'`);
  return (await db.query({ text, values: [] })).rows.length;
}

test('a request by e-mail whose prefix does not match deletes nothing', async () => {
  expect(await forget('lost-key', 'rs_43210')).toBe(0);
  expect((await db.query({ text: 'select from identity.agent', values: [] })).rows).toHaveLength(1);
});

test('a request by e-mail leaves a pending row for every service, due at once', async () => {
  expect(await forget('lost-key', 'rs_01234')).toBe(1);
  expect((await db.query({ text: 'select from identity.agent', values: [] })).rows).toHaveLength(0);
  expect((await db.query({ text: pendingRows, values: [] })).rows).toEqual([
    expect.objectContaining({ pending: [...erasureConfirmers], agent: expect.any(String) }),
  ]);
  expect((await db.query({ text: 'select from identity.erasure where next_try_at <= now()', values: [] })).rows).toHaveLength(1);
});
