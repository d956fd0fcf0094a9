import pg from 'pg';
import type { BackendName } from './backend.ts';
import { probe } from './network.ts';

/** Resolves when the backend behind the URL answers, rejects with the problem otherwise (bounded by 2 s). */
export const answers: Record<BackendName, (url: string) => Promise<void>> = {
  postgres: answersPostgres,
  redis: answersRedis,
  nats: answersNats,
};

/** What went wrong with a promise, in words; undefined when nothing did. */
export async function problemOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error);
  }
}

/** A query is answered: a connection alone is accepted before PostgreSQL has recovered. */
async function answersPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PING is answered to the user in the URL: a server that still loads its data (-LOADING) is not there yet. */
async function answersRedis(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const signIn = password ? `AUTH ${username || 'default'} ${password}\r\n` : '';
  await probe(hostAndPort(url, 6379), `${signIn}PING\r\n`, /\+PONG/);
}

/** NATS speaks first. */
async function answersNats(url: string): Promise<void> {
  await probe(hostAndPort(url, 4222), '', /^INFO /);
}

function hostAndPort(url: string, defaultPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || defaultPort) };
}
