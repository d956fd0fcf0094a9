// What a way to a model adds to a call of it: the time of the question by that way (the whole service on real PostgreSQL, Redis and NATS, a
// part of it, what one would use in its place) less that of the same question put to the same scripted provider directly, each asked in turn.
// `npm run bench:ai -- --rounds 5 --seconds 5 --warm-up 20 --provider-ms 200`
import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import OpenAI from 'openai';
import { portkeyHeaders, portkeyName, startPortkey } from '../peers/portkey.ts';
import { save } from '../results.ts';
import { inTurns, type Spread, spread } from '../statistics.ts';
import { context } from './context.ts';
import { type Ask, load, posting, type Times } from './load.ts';
import { scriptedProvider } from './scripted.ts';

const {
  rounds,
  seconds,
  'warm-up': warmUpSeconds,
  'provider-ms': providerMs,
  threads,
} = readOptions({ rounds: 5, seconds: 5, 'warm-up': 20, 'provider-ms': 200, threads: 0 });
/** How long a way is asked half as often first: a service that has just started takes its time over the first requests. */
const startSeconds = 4;
const sizes = [
  { chars: 4_000, perSecond: 100 },
  { chars: 40_000, perSecond: 10 },
];

/** What a way added to a direct call, in milliseconds, in each round. */
export type AiRow = { chars: number; perSecond: number; way: string; p50: Spread; p99: Spread; failures: number };
export type AiResult = { providerMs: number; rounds: number; warmUpSeconds: number; rows: AiRow[]; skipped: string[] };

type Size = (typeof sizes)[number];
/** Each name is what its row is called. What the others add is counted from `direct`. */
type Ways = { direct: Ask } & Record<string, Ask>;

const portkey = await startPortkey();
const skipped = 'missing' in portkey ? [`${portkeyName}: ${portkey.missing}`] : [];
const rows: AiRow[] = [];
try {
  for (const size of sizes) rows.push(...(await throughAll(size)));
} finally {
  if ('close' in portkey) await portkey.close();
}
for (const reason of skipped) console.log(`skipped: ${reason}`);
save('ai', { providerMs, rounds, warmUpSeconds, rows, skipped } satisfies AiResult);

function throughAll(size: Size): Promise<AiRow[]> {
  const content = context(size.chars);
  return withServers(async (servers) => {
    const opened: Closable[] = [];
    try {
      const provider = await scriptedProvider(content, providerMs);
      opened.unshift(provider);
      const settings = {
        RATE_LIMIT_REQUESTS: '1000000',
        ...provider.settings,
        AI_CONCURRENCY: '200',
        ...(threads > 0 ? { AI_THREADS: String(threads) } : {}),
      };
      const deployment = await startServices(servers, { settings });
      opened.unshift(deployment);
      return await compare(size, await waysTo(provider.url, deployment.baseUrls[0] as string, content));
    } finally {
      await closeAll(...opened);
    }
  });
}

async function waysTo(providerUrl: string, baseUrl: string, content: string): Promise<Ways> {
  const joined = (await (await fetch(`${baseUrl}/quickjoin`, { method: 'POST' })).json()) as { api_key: string };
  const question = { model: 'scripted', messages: [{ role: 'user' as const, content }] };
  const openai = new OpenAI({ baseURL: providerUrl, apiKey: 'none', maxRetries: 0 });
  return {
    direct: posting(`${providerUrl}/chat/completions`, 'none', question),
    'POST /v1/defrag': posting(`${baseUrl}/defrag`, joined.api_key, { content }),
    'the hops alone': posting(`${baseUrl}/seminars/lost-constraints/attend`, joined.api_key, {}),
    ...('url' in portkey ? { [portkeyName]: posting(portkey.url, 'none', question, portkeyHeaders(providerUrl)) } : {}),
    'the openai package': () =>
      openai.chat.completions.create(question).then(
        () => '200',
        (error: Error) => error.name,
      ),
  };
}

/** In every round each way has its turn. Before the first each is asked for a while: V8 goes on compiling for more than a thousand requests. */
async function compare({ chars, perSecond }: Size, ways: Ways): Promise<AiRow[]> {
  console.log(`${chars} characters, ${perSecond} requests/s, provider ${providerMs} ms`);
  const names = Object.keys(ways);
  for (const name of names) {
    await load(ways[name] as Ask, perSecond / 2, startSeconds);
    await load(ways[name] as Ask, perSecond, warmUpSeconds);
  }
  const found = new Map<string, Times[]>(names.map((name) => [name, []]));
  for (let i = 0; i < rounds; i++) {
    for (const name of inTurns(names, i)) {
      const times = await load(ways[name] as Ask, perSecond, seconds);
      found.get(name)?.push(times);
      console.log(`  round ${i + 1}: ${name} ${line(times)}`);
    }
  }
  const direct = found.get('direct') as Times[];
  const failuresOf = (all: Times[]) => all.flatMap(({ failures }) => Object.values(failures)).reduce((sum, one) => sum + one, 0);
  return names.slice(1).map((way) => {
    const all = found.get(way) as Times[];
    const added = (share: number) => spread(all.map(({ ms }, i) => quantile(ms, share) - quantile((direct[i] as Times).ms, share)));
    const row = { chars, perSecond, way, p50: added(0.5), p99: added(0.99), failures: failuresOf(all) + failuresOf(direct) };
    console.log(`  ${way} adds, median of the rounds: p50 ${row.p50.median.toFixed(1)} ms, p99 ${row.p99.median.toFixed(1)} ms`);
    return row;
  });
}

function line({ ms, failures }: Times): string {
  const failed = Object.keys(failures).length > 0 ? `, FAILED ${JSON.stringify(failures)}` : '';
  return `p50 ${quantile(ms, 0.5).toFixed(1)}, p99 ${quantile(ms, 0.99).toFixed(1)} of ${ms.length}${failed}`;
}
