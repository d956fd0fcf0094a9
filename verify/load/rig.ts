import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Child } from '@rest-stop/testing/deployment/child.ts';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { answer, type FakeAi, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { type Answer, Api } from '@rest-stop/testing/client.ts';

/** Every service as a process of its own on servers of its own that may be frozen, before a provider that answers when it is told to. */
export type Rig = Closable & {
  port: number;
  /** Where the gateway answers probes alone. */
  probePort: number;
  gateway: Child;
  postgres: Server;
  redis: Server;
  provider: Provider;
  ask(method: string, path: string, as?: string, body?: unknown): Promise<Answer | undefined>;
  /** A fresh agent's key. */
  join(): Promise<string>;
  /** Starts a gateway of another program beside the real one, on the same servers. */
  besides(program: string): Promise<Child>;
};

type Provider = FakeAi & { waiting(): number; release(): void };

const patienceMs = 30_000;

/** @param more settings of all programs that read them */
export async function startRig(slots: number, more: Record<string, string> = {}): Promise<Rig> {
  const provider = await startHoldingProvider();
  const servers = await startServers();
  const { postgres, redis } = servers;
  const probePort = await freePort();
  const settings = {
    // Garbage that was not collected yet is nothing that is kept: a small place for what is new makes the growth of memory say the same every time.
    NODE_OPTIONS: '--max-semi-space-size=1',
    RATE_LIMIT_REQUESTS: '1000000',
    AI_PROVIDER: 'openai',
    AI_MODEL: 'fake',
    AI_CONCURRENCY: String(slots),
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'fake',
    PROBE_PORT: String(probePort),
    ...more,
  };
  const deployment = await startServices(servers, { settings });
  const api = new Api(deployment.baseUrls[0] as string);
  const gateway = deployment.children['gateway']?.[0] as Child;
  const ask: Rig['ask'] = (method, path, key, body) => api.attempt(method, path, { key, body, timeoutMs: patienceMs });
  return {
    port: gateway.port,
    probePort,
    gateway,
    postgres,
    redis,
    provider,
    ask,
    join: async () => (await api.join()).key,
    besides: (program) => deployment.start('gateway', { program }),
    async close() {
      provider.release();
      await Promise.all([postgres, redis].map((server) => server.kill('SIGCONT')));
      await deployment.close();
      await servers.close();
      await provider.close();
    },
  };
}

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
