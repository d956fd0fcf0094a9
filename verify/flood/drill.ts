import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Api } from '@rest-stop/testing/client.ts';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import type { Flood, FloodKind, Order } from './floods.ts';
import { type Served, serveOthers } from './others.ts';

/** How much of each flood, and for how long each lasts. */
export type Size = { seconds: number; uploads: number; connections: number; keys: number; registrations: number; greedy: number };

/** What the others got meanwhile, and how many answers of each status the flood got. */
export type Phase = { flood: FloodKind | 'none' | 'all'; served: Served; statuses: Record<string, number> };

const lanes = 3;
/** Below the limits for one address each: 1,000 connections, 600 registrations a minute. */
const addresses = (flood: number): string[] => Array.from({ length: 10 }, (_, n) => `127.0.${flood + 1}.${n + 1}`);

/** One flood after another, and at the end all of them together, on one gateway; and the same time without any, at first. */
export async function runFloods(size: Size, tell: (phase: Phase) => void): Promise<Phase[]> {
  const servers = await startServers();
  const deployment = await startServices(servers, {
    settings: { RATE_LIMIT_REQUESTS: '1000000', REGISTRATION_LIMIT_PER_MINUTE: '600', AI_CONCURRENCY: '4' },
    replicas: { identity: 2 },
  });
  try {
    const [gateway] = deployment.children['gateway'] ?? [];
    const [baseUrl = ''] = deployment.baseUrls;
    const api = new Api(baseUrl);
    const joined: string[] = [];
    for (let n = 0; n < lanes + 2; n++) joined.push((await api.join()).key);
    const [uploader = '', greedy = '', ...keys] = joined;
    const floods: Flood[] = [
      { kind: 'uploads', key: uploader, count: size.uploads },
      { kind: 'connections', count: size.connections },
      { kind: 'keys', perSecond: size.keys },
      { kind: 'registrations', perSecond: size.registrations },
      { kind: 'greedy', key: greedy, atOnce: size.greedy },
    ];
    const phases: Phase[] = [];
    const phase = async (flood: Phase['flood'], which: readonly Flood[]) => {
      const workers = which.map((each) => {
        const order: Order = { flood: each, to: gateway?.port ?? 0, seconds: size.seconds, addresses: addresses(floods.indexOf(each)) };
        const worker = new Worker(new URL('./flooder.ts', import.meta.url), { workerData: order });
        const begun = once(worker, 'message');
        return { begun, said: begun.then(() => once(worker, 'message')) };
      });
      await Promise.all(workers.map(({ begun }) => begun));
      const said = Promise.all(workers.map((worker) => worker.said));
      const served = await serveOthers(baseUrl, lanes, keys, workers.length > 0 ? said : sleep(size.seconds * 1_000));
      const statuses: Record<string, number> = {};
      for (const [counts] of (await said) as [Record<string, number>][])
        for (const [status, n] of Object.entries(counts)) statuses[status] = (statuses[status] ?? 0) + n;
      phases.push({ flood, served, statuses });
      tell({ flood, served, statuses });
    };
    await phase('none', []);
    for (const flood of floods) await phase(flood.kind, [flood]);
    await phase('all', floods);
    return phases;
  } finally {
    await deployment.close();
    await servers.close();
  }
}
