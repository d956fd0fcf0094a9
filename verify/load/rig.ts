import { type Child, startChild } from '@rest-stop/testing/deployment/child.ts';
import { startDistributed } from '@rest-stop/testing/deployment/deployment.ts';
import { answer, type FakeAi, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { type Answer, createClient } from '@rest-stop/testing/http-client.ts';

/** Every service as a process of its own on servers of its own that may be frozen, before a provider that answers when it is told to. */
export type Rig = {
  baseUrl: string;
  port: number;
  gateway: Child;
  postgres: Server;
  redis: Server;
  provider: Provider;
  ask(method: string, path: string, as?: string, body?: unknown): Promise<Answer | undefined>;
  /** A fresh guest's key. */
  join(): Promise<string>;
  /** Starts a gateway of another program beside the real one, on the same servers. */
  besides(program: string): Promise<Child>;
  stop(): Promise<void>;
};

type Provider = FakeAi & { waiting(): number; release(): void };

const patienceMs = 30_000;

export async function startRig(slots: number): Promise<Rig> {
  const provider = await startHoldingProvider();
  const [postgres, redis, nats] = await Promise.all([startPostgres(), startRedis(), startNats()]);
  const settings = {
    INTERNAL_SECRET: 'a secret for tests, thirty-two or more',
    NATS_URL: nats.url,
    RATE_LIMIT_REQUESTS: '1000000',
    AI_PROVIDER: 'openai',
    AI_MODEL: 'fake',
    AI_CONCURRENCY: String(slots),
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'fake',
  };
  const deployment = await startDistributed({ postgres: postgres.url, redis: redis.url, nats: nats.url }, settings);
  const baseUrl = deployment.baseUrls[0] as string;
  const portOf = (name: string) => deployment.children[name]?.[0]?.port ?? 0;
  const client = createClient();
  const ask: Rig['ask'] = (method, path, key, body) => client.ask(baseUrl, { method, path, key, body, timeoutMs: patienceMs });
  const others: Child[] = [];
  return {
    baseUrl,
    port: portOf('gateway'),
    gateway: deployment.children['gateway']?.[0] as Child,
    postgres,
    redis,
    provider,
    ask,
    join: async () => (await ask('POST', '/quickjoin'))?.body.api_key,
    async besides(program) {
      const upstreams = Object.fromEntries(
        ['identity', 'stay', 'public'].map((name) => [`${name.toUpperCase()}_URL`, origin(portOf(name))]),
      );
      const child = await startChild(program, { ...settings, ...upstreams, REDIS_URL: redis.url, PORT: '0' });
      others.push(child);
      return child;
    },
    async stop() {
      client.stop();
      provider.release();
      await Promise.all([postgres, redis].map((server) => server.kill('SIGCONT')));
      await Promise.all(others.map((child) => child.stop()));
      await deployment.stop();
      await Promise.all([postgres, redis, nats, provider].map((server) => server.stop()));
    },
  };
}

const origin = (port: number) => `http://127.0.0.1:${port}`;

async function startHoldingProvider(): Promise<Provider> {
  const held: (() => void)[] = [];
  const provider = await startFakeAi((response, call, number) => {
    held.push(() => {
      if (!response.destroyed) void answer('The copy of the files is done, and the checksums agree.')(response, call, number);
    });
  });
  return {
    ...provider,
    waiting: () => held.length,
    release() {
      for (const end of held.splice(0)) end();
    },
  };
}
