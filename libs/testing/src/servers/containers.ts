import { existsSync } from 'node:fs';
import { request, type RequestOptions } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import { answers } from './answers.ts';
import type { Attempt, BackendName } from './backend.ts';
import { shippedFlags, shippedUsers } from './shipped.ts';
import { asTester, rolesSql } from './users.ts';

const PING_MS = 2_000;
const STARTUP_MS = 120_000;

type Recipe = {
  image: string;
  port: number;
  command: string[];
  /** Files of users, by their place in the container. */
  files?(): Promise<Record<string, string>>;
  env?: Record<string, string>;
  url(at: string): string;
};

const recipes: Record<BackendName, Recipe> = {
  postgres: {
    image: 'postgres:17',
    port: 5432,
    command: ['postgres', ...shippedFlags('postgres'), '-c', 'fsync=off', '-c', 'max_connections=200'],
    env: { POSTGRES_PASSWORD: 'postgres' },
    files: async () => ({ '/docker-entrypoint-initdb.d/roles.sql': rolesSql }),
    url: (at) => `postgres://postgres:postgres@${at}/postgres`,
  },
  redis: {
    image: 'redis:8',
    port: 6379,
    command: ['redis-server', ...shippedFlags('redis'), '--aclfile', '/etc/redis.acl'],
    files: async () => ({ '/etc/redis.acl': (await shippedUsers()).redisAcl }),
    url: (at) => asTester(`redis://${at}`),
  },
  nats: {
    image: 'nats:2',
    port: 4222,
    command: ['-c', '/etc/nats.conf'],
    files: async () => ({ '/etc/nats.conf': (await shippedUsers('*')).natsConf }),
    url: (at) => asTester(`nats://${at}`),
  },
};

/** Whether a Docker-compatible engine answers where testcontainers would look for one. */
export async function engineAnswers(): Promise<boolean> {
  const replies = await Promise.all(engineAddresses().map(ping));
  return replies.includes(true);
}

/** Starts a backend as a container and waits until it answers. */
export async function startContainer(name: BackendName): Promise<Attempt> {
  const { image, port, command, env, url, files } = recipes[name];
  // Loaded here: it costs a second, and most machines without an engine never need it.
  const { GenericContainer, Wait } = await import('testcontainers');
  try {
    const container: StartedTestContainer = await new GenericContainer(image)
      .withCommand(command)
      .withEnvironment(env ?? {})
      .withCopyContentToContainer(Object.entries((await files?.()) ?? {}).map(([target, content]) => ({ target, content, mode: 0o644 })))
      .withExposedPorts(port)
      .withWaitStrategy(Wait.forListeningPorts())
      .withStartupTimeout(STARTUP_MS)
      .start();
    const at = url(`${container.getHost()}:${container.getMappedPort(port)}`);
    await untilAnswering(name, at);
    return { url: at, close: async () => void (await container.stop()) };
  } catch (error) {
    return { missing: `the container ${image} did not start (${firstLine(error)})` };
  }
}

async function untilAnswering(name: BackendName, url: string): Promise<void> {
  const deadline = Date.now() + STARTUP_MS;
  for (;;) {
    try {
      return await answers[name](url);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function engineAddresses(): RequestOptions[] {
  const host = process.env.DOCKER_HOST;
  if (host) return [addressOf(host)];
  const runtime = process.env.XDG_RUNTIME_DIR;
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock'), ...(runtime ? [join(runtime, 'docker.sock')] : [])];
  return sockets.filter((socket) => existsSync(socket)).map((socketPath) => ({ socketPath }));
}

function addressOf(host: string): RequestOptions {
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) };
  const { hostname, port } = new URL(host);
  return { host: hostname, port: Number(port || 2375) };
}

function ping(address: RequestOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ ...address, path: '/_ping', signal: AbortSignal.timeout(PING_MS) }, (response) => {
      response.resume();
      // An engine behind TLS refuses plain HTTP with 400: it is there all the same.
      resolve(response.statusCode === 200 || response.statusCode === 400);
    });
    probe.on('error', () => resolve(false));
    probe.end();
  });
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
