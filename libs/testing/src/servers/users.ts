import type { BackendName } from './backend.ts';

/** The user that only tests have: it may do everything, on Redis and on NATS. PostgreSQL's is `postgres`, without a password. */
export const tester = { name: 'tester', password: 'of-the-tester' };

/** The passwords of the users that are shipped. */
export const redisPasswords: Record<string, string> = { gateway: 'of-the-gateway', 'ai-worker': 'of-the-workers' };
export const rolePasswords: Record<string, string> = { identity: 'of-identity', stay: 'of-stay' };

/** Makes the roles of the services on a new PostgreSQL, each with its password. */
export const rolesSql = Object.entries(rolePasswords)
  .map(([role, password]) => `create role "${role}" login password '${password}';`)
  .join('\n');

/**
 * The URL under which `service` reaches a server for tests: as the user that we ship for it. On NATS that is whoever has its seed.
 * A URL without a test's own user is left as it is.
 */
export function asService(backend: BackendName, url: string, service: string): string {
  const address = new URL(url);
  const password = { redis: redisPasswords, postgres: rolePasswords, nats: {} as Record<string, string> }[backend][service];
  if (backend === 'nats' && address.username === tester.name) return withUser(address, '', '');
  const isOwn = address.username === (backend === 'redis' ? tester.name : 'postgres');
  return isOwn && password !== undefined ? withUser(address, service, password) : url;
}

/** The URL of a server for tests as the user that may do everything. */
export function asTester(url: string): string {
  return withUser(new URL(url), tester.name, tester.password);
}

/** What NATS' own client needs to connect as the user in `url`. */
export function natsOptions(url: string): { servers: string; user?: string; pass?: string } {
  const { host, username, password } = new URL(url);
  return { servers: host, ...(username ? { user: username, pass: password } : {}) };
}

function withUser(address: URL, username: string, password: string): string {
  Object.assign(address, { username, password });
  return address.href.replace(/\/$/, '');
}
