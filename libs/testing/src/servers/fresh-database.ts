import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Creates an empty database of its own on a PostgreSQL server: the cheap isolation of one test file from another.
 * @param postgresUrl a role that may create databases
 * @returns the new database's URL, and how to drop it (connections still open are cut)
 */
export async function freshDatabase(postgresUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(postgresUrl, `create database ${name} template template0`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(postgresUrl, `drop database if exists ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
