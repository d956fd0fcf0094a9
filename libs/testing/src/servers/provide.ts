import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { makeRole } from '@rest-stop/runtime/postgres/role.ts';
import { answers, problemOf } from './answers.ts';
import { backendNames, type Attempt, type BackendName, type BackendSource, type KnownBackends, type RunningBackend } from './backend.ts';
import { engineAnswers, startContainer } from './containers.ts';
import { findBinary } from './find-binary.ts';
import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { rolePasswords } from './users.ts';

/** The backends of a test run, and how to end those that were started for it. */
export type Backends = KnownBackends &
  Closable & {
    /** One sentence for each backend that is not there. */
    reasons: string[];
  };

type Source = { how: BackendSource; start(name: BackendName): Promise<Attempt> };
type Found = { name: BackendName; how: BackendSource; backend: RunningBackend };
type NotFound = { name: BackendName; reason: string };

const urlVariables: Record<BackendName, string> = { postgres: 'TEST_DATABASE_URL', redis: 'TEST_REDIS_URL', nats: 'TEST_NATS_URL' };
const starters = { postgres: startPostgres, redis: startRedis, nats: () => startNats({ prefix: '*' }) };

/**
 * Finds or starts real servers for tests: containers if an engine answers, else the URLs of TEST_DATABASE_URL, TEST_REDIS_URL and
 * TEST_NATS_URL, else programs of this machine. Each backend is looked for on its own; one that is nowhere is left out, with the reason.
 * REST_STOP_TEST_BACKENDS = containers | urls | binaries | none allows that one source only.
 */
export async function provideBackends(): Promise<Backends> {
  const sources = await sourcesFor(process.env.REST_STOP_TEST_BACKENDS);
  const outcomes = await Promise.all(backendNames.map((name) => firstOf(name, sources)));
  const running = outcomes.filter((outcome) => 'backend' in outcome);
  const missing = outcomes.filter((outcome) => 'reason' in outcome);
  return {
    how: running[0]?.how ?? 'none',
    ...Object.fromEntries(running.map(({ name, backend }) => [name, { url: backend.url }])),
    missing: Object.fromEntries(missing.map(({ name, reason }) => [name, reason])),
    reasons: missing.map(({ name, reason }) => `${name}: ${reason}`),
    async close() {
      await Promise.all(running.map(({ backend }) => backend.close()));
    },
  };
}

async function sourcesFor(forced: string | undefined): Promise<Source[]> {
  switch (forced || undefined) {
    case 'none':
      return [];
    case 'containers':
      return [await containers()];
    case 'urls':
      return [urls];
    case 'binaries':
      return [binaries];
    case undefined:
      return [await containers(), urls, binaries];
    default:
      throw new Error(`REST_STOP_TEST_BACKENDS is ${forced}; it may be containers, urls, binaries or none`);
  }
}

async function firstOf(name: BackendName, sources: Source[]): Promise<Found | NotFound> {
  const reasons: string[] = [];
  for (const { how, start } of sources) {
    const attempt = await start(name);
    if (!('missing' in attempt)) return { name, how, backend: attempt };
    reasons.push(attempt.missing);
  }
  return { name, reason: reasons.join('; ') || 'REST_STOP_TEST_BACKENDS is none' };
}

async function containers(): Promise<Source> {
  const there = await engineAnswers();
  const none = { missing: 'no container engine answers' };
  return { how: 'testcontainers', start: async (name) => (there ? startContainer(name) : none) };
}

const urls: Source = {
  how: 'urls',
  async start(name) {
    const variable = urlVariables[name];
    const url = process.env[variable];
    if (!url) return { missing: `${variable} is not set` };
    const problem = await problemOf(answers[name](url));
    if (problem !== undefined) return { missing: `${variable} does not answer (${problem})` };
    if (name === 'postgres') await makeRoles(url);
    return { url, close: async () => undefined };
  },
};

/** On a server that somebody else has started there may be none yet. */
async function makeRoles(url: string): Promise<void> {
  const db = openDatabase(createPool(url, 1));
  for (const [role, password] of Object.entries(rolePasswords)) await db.transaction((tx) => makeRole(tx, role, password));
  await db.close();
}

const binaries: Source = {
  how: 'binaries',
  async start(name) {
    if (!findBinary(name)) return { missing: `no ${name} server is installed` };
    try {
      return await starters[name]();
    } catch (error) {
      return { missing: `the installed ${name} server did not start (${String(error)})` };
    }
  },
};
