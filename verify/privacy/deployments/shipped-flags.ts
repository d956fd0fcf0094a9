import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Compose = { services: Record<string, { command?: string[] }> };

const file = new URL('../../../docker-compose.yml', import.meta.url);

/** The flags with which docker-compose.yml runs one of the servers: what is searched is what is shipped. */
export function shippedFlags(service: 'postgres' | 'redis'): string[] {
  const { services } = parse(readFileSync(file, 'utf8')) as Compose;
  const [, ...flags] = services[service]?.command ?? [];
  // Who may ask changes nothing of what is kept, and the file of users is another's to try.
  const users = flags.indexOf('--aclfile');
  if (users >= 0) flags.splice(users, 2);
  if (flags.length === 0) throw new Error(`docker-compose.yml has no flags for ${service}`);
  return flags;
}
