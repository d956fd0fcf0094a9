// Many calls of a model at once: whether one gateway, one stay and two workers carry them, and what memory the gateway takes for it. The provider is
// scripted and answers each question after five seconds. `npm run bench:concurrent -- --calls 1000 --agents 250 --provider-ms 5000`
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { residentMiB } from '@rest-stop/testing/process/resident.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { save } from '../results.ts';
import { context } from './context.ts';
import { scriptedProvider } from './scripted.ts';

const options = readOptions({ calls: 1_000, agents: 250, 'provider-ms': 5_000, chars: 1_000 });
const { calls, agents, chars } = options;
const joinAtOnce = 20;

/** `byStatus`: how many calls were answered so. Memory is resident, in MiB. */
export type ConcurrentResult = {
  calls: number;
  agents: number;
  providerMs: number;
  byStatus: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  idleMb: number;
  peakMb: number;
};

const content = context(chars);
const provider = await scriptedProvider(content, options['provider-ms']);
await withServers(async (servers) => {
  // Each worker has room for half of the calls, and for those of one agent in half of that.
  const settings = { ...provider.settings, AI_CONCURRENCY: String(Math.ceil(calls / 2)) };
  const deployment = await startServices(servers, { settings, replicas: { 'ai-worker': 2 } });
  try {
    const api = new Api(deployment.baseUrls[0] as string, calls);
    const keys: string[] = [];
    while (keys.length < agents)
      keys.push(...(await Promise.all(Array.from({ length: joinAtOnce }, () => api.join()))).map(({ key }) => key));
    const gateway = deployment.children['gateway']?.[0]?.pid ?? 0;
    const result = await measure(api, keys, gateway);
    console.log(result);
    save('concurrent', result);
    process.exitCode = result.byStatus['200'] === calls ? 0 : 1;
  } finally {
    await deployment.close();
    await provider.close();
  }
});

async function measure(api: Api, keys: readonly string[], pid: number): Promise<ConcurrentResult> {
  const idleMb = Math.round(residentMiB(pid));
  let peakMb = idleMb;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, Math.round(residentMiB(pid)))), 50);
  const byStatus: Record<string, number> = {};
  const times: number[] = [];
  const all = Array.from({ length: calls }, async (_, i) => {
    // Not all in one millisecond: the connections have to be opened first.
    await sleep(i);
    const began = performance.now();
    const answer = await api.attempt('POST', '/defrag', { key: keys[i % keys.length], body: { content } });
    times.push(performance.now() - began);
    const status = answer === undefined ? 'no answer' : answer.status === 200 ? '200' : `${answer.status} ${answer.body?.error}`;
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  });
  await Promise.all(all);
  clearInterval(timer);
  const [p50Ms, p99Ms] = [0.5, 0.99].map((share) => Math.round(quantile(times, share))) as [number, number];
  return { calls, agents, providerMs: options['provider-ms'], byStatus, p50Ms, p99Ms, idleMb, peakMb };
}
