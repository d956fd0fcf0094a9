import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { busSettings } from '../deployment/bus-peers.ts';
import { repository, runProgram } from '../deployment/child.ts';
import { temporaryDirectory } from '../process/reaping.ts';
import { redisPasswords, tester } from './users.ts';

type Compose = { services: Record<string, { command?: string[] }> };

/** The flags with which docker-compose.yml runs a server, but for the files of users, which are given by `shippedUsers`. */
export function shippedFlags(service: 'postgres' | 'redis'): string[] {
  const { services } = parse(readFileSync(join(repository, 'docker-compose.yml'), 'utf8')) as Compose;
  const [, ...flags] = services[service]?.command ?? [];
  const users = flags.indexOf('--aclfile');
  if (users >= 0) flags.splice(users, 2);
  if (flags.length === 0) throw new Error(`docker-compose.yml has no flags for ${service}`);
  return flags;
}

/** The text of the files that `npm run server-users` writes, with one more user for tests. */
export type ServerUsers = { redisAcl: string; natsConf: string };

const written = new Map<string, Promise<ServerUsers>>();

/** @param prefix what stands before every subject of NATS: `*` for a server that several deployments share, each below a path of its own */
export function shippedUsers(prefix = ''): Promise<ServerUsers> {
  const known = written.get(prefix) ?? write(prefix);
  written.set(prefix, known);
  return known;
}

async function write(prefix: string): Promise<ServerUsers> {
  const { path, remove } = temporaryDirectory();
  const { code, stderr } = await runProgram('scripts/server-users.ts', [path], {
    BUS_PEERS: busSettings('gateway').BUS_PEERS,
    REDIS_GATEWAY_PASSWORD: redisPasswords['gateway'] ?? '',
    REDIS_AI_WORKER_PASSWORD: redisPasswords['ai-worker'] ?? '',
    NATS_URL: `nats://127.0.0.1/${prefix}`,
  });
  if (code !== 0) throw new Error(`server-users failed: ${stderr}`);
  const [redisAcl, natsConf] = ['redis.acl', 'nats.conf'].map((name) => readFileSync(join(path, name), 'utf8')) as [string, string];
  remove();
  const user = JSON.stringify({ user: tester.name, password: tester.password });
  return {
    redisAcl: `${redisAcl}user ${tester.name} reset on >${tester.password} ~* &* +@all\n`,
    natsConf: natsConf.replace('users = [', `users = [\n    ${user}`),
  };
}

/** Puts a text into a file of the server's folder. Answers its path. */
export function fileIn(dir: string, name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}
