import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { chmod } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { Canaries } from './canaries/canaries.ts';
import { fileChunks } from './places/files.ts';
import { scan } from './scan/scan.ts';

/** The statements that operators are told to run, each in a paragraph of its own. */
function documentedStatements(): string[] {
  const page = readFileSync(new URL('../../docs/operations/erasure.md', import.meta.url), 'utf8');
  const [, block = ''] = /## What stays on disk[^]*?```sql\n([^]*?)```/.exec(page) ?? [];
  return block.split(/\n\n/).filter(Boolean);
}

describeWithBinaries(['postgres'], 'a PostgreSQL server', () => {
  test('keeps a deleted row in its files, also after a vacuum, until the documented commands are run', async () => {
    const folder = temporaryDirectory();
    // PostgreSQL runs as a user of its own and has to reach its folder.
    await chmod(folder.path, 0o755);
    const postgres = await startPostgres({ dir: join(folder.path, 'postgres') });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const canaries = new Canaries('postgres files');
    const token = canaries.plant('review_text', 'review');
    const found = async (): Promise<Set<string>> => {
      const { hits } = await scan(canaries.all, fileChunks('database file', join(postgres.dir, 'data')), 'forgotten');
      return new Set(hits.map(({ where }) => (where.includes('pg_wal') ? 'log' : 'table')));
    };
    try {
      await client.query('create table review (body text primary key)');
      await client.query(`insert into review values ('${token}')`);
      await client.query('insert into review select repeat(md5(n::text), 20) from generate_series(1, 30000) as n');
      await client.query(`delete from review where body = '${token}'`);
      await client.query('vacuum review');
      await client.query('checkpoint');
      expect([...(await found())].sort()).toEqual(['log', 'table']);
      for (const statement of documentedStatements()) await client.query(statement);
      expect([...(await found())]).toEqual([]);
    } finally {
      await client.end();
      await postgres.close();
      folder.remove();
    }
  });
});
