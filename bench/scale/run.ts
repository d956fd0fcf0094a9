// Whether the service stays as fast when there are many agents: the same requests against a database with few and one with many, in turn, each
// through all services on real servers. `npm run bench:scale -- --many 1000000 --rounds 15`
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { Api, type Answer } from '@rest-stop/testing/client.ts';
import { startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { seedAgents, seededKey } from '@rest-stop/testing/seeded-agents.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { context } from '../ai/context.ts';
import { scriptedProvider } from '../ai/scripted.ts';
import { save } from '../results.ts';
import { inTurns, median, type Spread, spread } from '../statistics.ts';

const { few, many, rounds, calls } = readOptions({ few: 1_000, many: 1_000_000, rounds: 15, calls: 10 });

/** How long a request takes in milliseconds, at both sizes, and how many times as long at the larger one. */
export type ScaleRow = { name: string; few: Spread; many: Spread; ratio: Spread };
export type ScaleResult = { few: number; many: number; rounds: number; rows: ScaleRow[]; failures: Record<string, number> };

type Site = { api: Api; next(): string };
const content = context(4_000);
const requests: Record<string, (site: Site) => Promise<Answer>> = {
  'GET /stay': ({ api, next }) => api.get('/stay', { key: next() }),
  'GET /reviews': ({ api }) => api.get('/reviews'),
  'GET /stats': ({ api }) => api.get('/stats'),
  'POST /defrag': ({ api, next }) => api.post('/defrag', { key: next(), body: { content } }),
  'POST /quickjoin': ({ api }) => api.post('/quickjoin'),
  'POST /forget': ({ api, next }) => api.post('/forget', { key: next() }),
};

await withServers(async (servers) => {
  const provider = await scriptedProvider(content, 0);
  const settings = { ...provider.settings, RATE_LIMIT_REQUESTS: '1000000' };
  const [small, large] = await Promise.all([few, many].map(() => startOnFreshDatabase(servers, settings)));
  if (!small || !large) throw new Error('two deployments were to be started');
  try {
    await seedAgents(small.database, few);
    await seedAgents(large.database, many);
    console.log(`${few} and ${many} agents are in their databases`);
    const result = await measure(site(small.baseUrls[0] as string, 0, few), site(large.baseUrls[0] as string, few, many));
    save('scale', result);
  } finally {
    await Promise.all([small, large].map((deployment) => deployment.close()));
    await provider.close();
  }
});

/** Goes through the agents with large steps: of many, most are asked about for the first time. Both sites share a Redis, so each has keys of its own. */
function site(baseUrl: string, above: number, agents: number): Site {
  let turn = 0;
  return { api: new Api(baseUrl), next: () => seededKey(1 + above + ((turn++ * 379) % (agents - above))) };
}

async function measure(small: Site, large: Site): Promise<ScaleResult> {
  const rows: ScaleRow[] = [];
  const failures: Record<string, number> = {};
  const time = async (name: string, ask: (site: Site) => Promise<Answer>, at: Site): Promise<number> => {
    const all: number[] = [];
    for (let call = 0; call < calls; call++) {
      const began = performance.now();
      const { status } = await ask(at);
      all.push(performance.now() - began);
      if (status === 200) continue;
      const failure = `${name} ${status}`;
      failures[failure] = (failures[failure] ?? 0) + 1;
    }
    return median(all);
  };
  for (const [name, ask] of Object.entries(requests)) {
    const times: { few: number[]; many: number[] } = { few: [], many: [] };
    await time(name, ask, small);
    await time(name, ask, large);
    for (let round = 0; round < rounds; round++) {
      for (const size of inTurns(['few', 'many'] as const, round)) times[size].push(await time(name, ask, size === 'few' ? small : large));
    }
    const ratio = spread(times.many.map((ms, i) => ms / (times.few[i] as number)));
    rows.push({ name, few: spread(times.few), many: spread(times.many), ratio });
    const [ms, manyMs] = [times.few, times.many].map((all) => median(all).toFixed(1));
    const [middle, low, high] = [ratio.median, ratio.low, ratio.high].map((share) => share.toFixed(2));
    console.log(`${name}: ${ms} and ${manyMs} ms, ratio ${middle} (${low} to ${high})`);
  }
  console.log(`failures (must be none): ${JSON.stringify(failures)}`);
  return { few, many, rounds, rows, failures };
}
