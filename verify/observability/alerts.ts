import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import type { Child } from '@rest-stop/testing/deployment/child.ts';
import { type Cluster, startCluster } from '@rest-stop/testing/deployment/cluster.ts';
import { answer, type FakeAi, failure, lectureText, silent } from '@rest-stop/testing/fake-ai.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { createClient } from 'redis';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { content, goodAnswer, startProvider } from './provider.ts';
import { queriesOfDashboard, rules, rulesFile, textOf } from './written.ts';

export type Seen = {
  /** After how many seconds of its fault each alert fired; undefined where it did not, or not by it. */
  fired: Record<string, number | undefined>;
  /** Alerts that fired before any fault. */
  withoutFault: string[];
  /** Panels without data. */
  unanswered: string[];
};

const quietMs = 15_000;
const patienceMs = 150_000;

/** The rules with all windows and waits `factor` times as short. Names and limits stay. */
export function shortened(text: string, factor: number): string {
  const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 };
  const shorter = (count: string, unit: string) => `${Math.max(1, Math.round((Number(count) * seconds[unit as 's']) / factor))}s`;
  return text
    .replaceAll(/\[(\d+)([smhd])\]/g, (_, count: string, unit: string) => `[${shorter(count, unit)}]`)
    .replaceAll(/^( +for: )(\d+)([smhd])$/gm, (_, before: string, count: string, unit: string) => before + shorter(count, unit));
}

type Stage = { cluster: Cluster; provider: FakeAi; api: Api; journal: string; redis(...command: string[]): Promise<void> };
type Fault = { what: string; alerts: readonly string[]; cause(stage: Stage): Promise<void>; mend?(stage: Stage): Promise<void> };

/**
 * What an operator has to be told of, each by the fault that its alert names. Those whose alerts look back over days come first, before another fault makes
 * requests fail, too; what cannot be mended comes last.
 */
const faults: readonly Fault[] = [
  {
    what: 'Redis hangs',
    alerts: ['LimiterFails', 'GatewayErrorsBurnFast', 'GatewayErrorsBurnSlow'],
    cause: async ({ cluster }) => cluster.parts.get('redis')?.kill('SIGSTOP'),
    mend: async ({ cluster }) => cluster.parts.get('redis')?.kill('SIGCONT'),
  },
  {
    what: 'the way to PostgreSQL is slow',
    alerts: ['GatewaySlowBurnFast', 'GatewaySlowBurnSlow'],
    cause: async ({ cluster }) => linksTo(cluster, 'postgres').forEach(({ proxy }) => proxy.set({ latencyMs: 300 })),
    mend: async ({ cluster }) => void (await Promise.all(linksTo(cluster, 'postgres').map(({ proxy }) => proxy.heal()))),
  },
  {
    what: 'Redis is nearly full',
    alerts: ['StoreFull'],
    async cause({ redis }) {
      await redis('CONFIG', 'SET', 'maxmemory', '64mb');
      await redis('SETRANGE', 'ballast', String(50 * 1_024 * 1_024), 'x');
    },
    mend: ({ redis }) => redis('DEL', 'ballast'),
  },
  {
    what: 'Redis may keep little, and evicts',
    alerts: ['StoreEvicts'],
    cause: ({ redis }) => redis('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru', 'maxmemory', '1mb'),
    mend: ({ redis }) => redis('CONFIG', 'SET', 'maxmemory-policy', 'noeviction', 'maxmemory', '0'),
  },
  {
    what: 'the provider takes every request and says nothing',
    alerts: ['WorkersFull'],
    cause: async ({ provider }) => provider.play(silent),
    mend: async ({ provider }) => provider.play(goodAnswer),
  },
  {
    what: 'the provider refuses',
    alerts: ['ProviderFails'],
    cause: async ({ provider }) => provider.play(failure(400)),
    mend: async ({ provider }) => provider.play(goodAnswer),
  },
  {
    what: "the journal's folder is gone",
    alerts: ['JournalNotWritable'],
    cause: async ({ journal }) => renameSync(journal, `${journal}.away`),
    mend: async ({ journal }) => renameSync(`${journal}.away`, journal),
  },
  {
    what: 'many agents register',
    alerts: ['AgentsNearLimit'],
    cause: async ({ api }) => {
      for (let n = 0; n < 75; n++) await joined(api);
    },
  },
  {
    what: 'many seminars are attended',
    alerts: ['TranscriptsNearLimit'],
    cause: async ({ provider, api }) => {
      for (let n = 0; n < 9; n++) {
        const { key, agentId } = await api.join();
        provider.play(answer(lectureText(agentId)));
        await api.post('/seminars/lost-constraints/attend', { key });
      }
    },
    mend: async ({ provider }) => provider.play(goodAnswer),
  },
  {
    what: 'stay is killed',
    alerts: ['ServiceGone', 'ErasureWaits'],
    cause: async ({ cluster }) => cluster.parts.get('stay')?.kill('SIGKILL'),
  },
];

function linksTo({ links }: Cluster, to: string) {
  return links.filter((link) => link.to === to);
}

/** Causes one fault after the other under load, each until its alerts fire. */
export async function drillAlerts(program: string, factor: number, tell: (line: string) => void): Promise<Seen> {
  const folder = temporaryDirectory();
  const journal = join(folder.path, 'journal');
  mkdirSync(journal);
  const provider = await startProvider();
  const settings = {
    METRICS_PORT: '0',
    ERASURE_JOURNAL: journal,
    AI_PROVIDER: 'openai',
    OPENAI_BASE_URL: provider.baseUrl,
    AI_MODEL: 'fake',
    AI_CONCURRENCY: '4',
    // Some 15 agents are there from the start, and one at a time comes and goes.
    MAX_AGENTS: '105',
    MAX_TRANSCRIPTS: '10',
  };
  const cluster = await startCluster({ settings: { ...settings, RATE_LIMIT_REQUESTS: '1000000' } });
  const children = Object.fromEntries(
    [...cluster.parts].filter(([name]) => !['postgres', 'redis', 'nats'].includes(name)).map(([name, part]) => [name, [part as Child]]),
  );
  const stage: Stage = {
    cluster,
    provider,
    api: new Api(cluster.baseUrls[0] as string),
    journal,
    redis: (...command) => redisCommand(cluster.direct.redis, command),
  };
  const load = startLoad(stage.api);
  // The first requests of processes that have just started are slow: Prometheus begins after them.
  await sleep(quietMs);
  const prometheus = await startPrometheus(program, children, shortened(textOf(rulesFile), factor));
  try {
    await sleep(quietMs);
    const withoutFault = await prometheus.firing();
    const fired: Seen['fired'] = {};
    for (const fault of faults) Object.assign(fired, await fire(fault, stage, load, prometheus, tell));
    const unanswered: string[] = [];
    for (const { panel, expr } of queriesOfDashboard())
      if ((await prometheus.ask(expr.replaceAll('[1m]', '[10m]'))).length === 0) unanswered.push(panel);
    for (const { alert } of rules) if (alert && !(alert in fired)) fired[alert] = undefined;
    return { fired, withoutFault, unanswered };
  } finally {
    await load.close();
    await prometheus.close();
    await cluster.close();
    await provider.close();
    folder.remove();
  }
}

async function fire({ what, alerts, cause, mend }: Fault, stage: Stage, load: Load, prometheus: Prometheus, tell: (line: string) => void) {
  const fired: Record<string, number> = {};
  const before = await prometheus.firing();
  load.forgets = alerts.some((alert) => ['JournalNotWritable', 'ErasureWaits'].includes(alert));
  await cause(stage);
  const began = performance.now();
  const missing = () => alerts.filter((alert) => !(alert in fired) && !before.includes(alert));
  while (missing().length > 0 && performance.now() - began < patienceMs) {
    await sleep(500);
    const firing = await prometheus.firing();
    for (const alert of missing()) if (firing.includes(alert)) fired[alert] = Math.round((performance.now() - began) / 1_000);
  }
  await mend?.(stage);
  const said = (alert: string) =>
    before.includes(alert) ? 'fired before' : fired[alert] === undefined ? 'DID NOT FIRE' : `after ${fired[alert]} s`;
  tell(`${what}: ${alerts.map((alert) => `${alert} ${said(alert)}`).join(', ')}`);
  return fired;
}

type Load = { forgets: boolean; close(): Promise<void> };

/** Agents that look at their stay, and ones that have contexts compressed; while `forgets`, others come and go. */
function startLoad(api: Api): Load {
  const ending = new AbortController();
  const load = { forgets: false, close: async () => {} };
  const again = async (everyMs: number, work: (key: string) => Promise<unknown>) => {
    let key: string | undefined;
    while (!ending.signal.aborted) {
      key ??= await joined(api);
      if (key) await work(key).catch(() => {});
      await sleep(everyMs);
    }
  };
  const looking = Array.from({ length: 3 }, () => again(150, (key) => api.get('/stay', { key, timeoutMs: 10_000 })));
  const writing = again(300, (key) =>
    api.post('/reviews', { key, body: { rating: 4, title: 'Quiet', body: 'A quiet place to rest.' }, timeoutMs: 10_000 }),
  );
  const compressing = Array.from({ length: 8 }, () => again(400, (key) => api.post('/defrag', { key, body: { content } })));
  const leaving = again(500, async () => {
    if (!load.forgets) return;
    const key = await joined(api);
    if (key) await api.post('/forget', { key, timeoutMs: 10_000 });
  });
  const all = [...looking, writing, ...compressing, leaving];
  load.close = async () => {
    ending.abort();
    await Promise.race([Promise.all(all), sleep(5_000)]);
  };
  return load;
}

async function joined(api: Api): Promise<string | undefined> {
  const answered = await api.attempt('POST', '/quickjoin', { body: {}, timeoutMs: 10_000 });
  return answered?.body?.api_key as string | undefined;
}

async function redisCommand(url: string, command: string[]): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  await client.sendCommand(command);
  client.destroy();
}
