// What the service adds to a call of a model: the time of POST /defrag through all services, on real PostgreSQL, Redis and NATS, against the
// time of the same question put to the same scripted provider directly. `npm run bench:ai -- --rounds 5 --seconds 5 --provider-ms 200`
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { save } from '../results.ts';
import { type Spread, spread } from '../statistics.ts';
import { context } from './context.ts';
import { load, type Times, type Way } from './load.ts';
import { scriptedProvider } from './scripted.ts';

const { rounds, seconds, 'provider-ms': providerMs, threads } = readOptions({ rounds: 5, seconds: 5, 'provider-ms': 200, threads: 0 });
const sizes = [
  { chars: 4_000, perSecond: 100, aim: { p50: 5, p99: 30 } },
  { chars: 40_000, perSecond: 10, aim: { p50: 20, p99: undefined } },
];

/** What the service added to a direct call, in milliseconds, in each round. */
export type AiRow = { chars: number; perSecond: number; p50: Spread; p99: Spread; failures: number };
export type AiResult = { providerMs: number; rounds: number; rows: AiRow[] };

const rows: AiRow[] = [];
for (const size of sizes) await measure(size);
save('ai', { providerMs, rounds, rows } satisfies AiResult);

async function measure({ chars, perSecond, aim }: (typeof sizes)[number]): Promise<void> {
  const content = context(chars);
  const provider = await scriptedProvider(content, providerMs);
  await withServers(async (servers) => {
    const settings = {
      RATE_LIMIT_REQUESTS: '1000000',
      ...provider.settings,
      AI_CONCURRENCY: '200',
      ...(threads > 0 ? { AI_THREADS: String(threads) } : {}),
    };
    const deployment = await startServices(servers, { settings });
    try {
      await compare(content, `${provider.url}/chat/completions`, deployment.baseUrls[0]!);
    } finally {
      await deployment.close();
    }
  });
  await provider.close();

  /** The two take turns, so that other load on the machine affects both alike. */
  async function compare(text: string, directUrl: string, baseUrl: string): Promise<void> {
    const joined = (await (await fetch(`${baseUrl}/quickjoin`, { method: 'POST' })).json()) as { api_key: string };
    const service: Way = { url: `${baseUrl}/defrag`, key: joined.api_key, body: Buffer.from(JSON.stringify({ content: text })) };
    const messages = [{ role: 'user', content: text }];
    const direct: Way = { url: directUrl, key: 'none', body: Buffer.from(JSON.stringify({ model: 'scripted', messages })) };
    console.log(`${chars} characters, ${perSecond} requests/s, provider ${providerMs} ms`);
    for (const way of [direct, service]) await load(way, perSecond / 2, 4);
    const added: { p50: number[]; p99: number[] } = { p50: [], p99: [] };
    let failures = 0;
    for (let round = 1; round <= rounds; round++) {
      const plain = await load(direct, perSecond, seconds);
      const own = await load(service, perSecond, seconds);
      added.p50.push(quantile(own.ms, 0.5) - quantile(plain.ms, 0.5));
      added.p99.push(quantile(own.ms, 0.99) - quantile(plain.ms, 0.99));
      failures += [plain, own].flatMap((times) => Object.values(times.failures)).reduce((sum, one) => sum + one, 0);
      console.log(`  round ${round}: direct ${line(plain)}; service ${line(own)}`);
    }
    rows.push({ chars, perSecond, p50: spread(added.p50), p99: spread(added.p99), failures });
    const told = (name: 'p50' | 'p99') =>
      `${name} ${quantile(added[name], 0.5).toFixed(1)} ms${aim[name] === undefined ? '' : ` (aim ${aim[name]})`}`;
    console.log(`  added, median of the rounds: ${told('p50')}, ${told('p99')}`);
  }
}

function line({ ms, failures }: Times): string {
  const failed = Object.keys(failures).length > 0 ? `, FAILED ${JSON.stringify(failures)}` : '';
  return `p50 ${quantile(ms, 0.5).toFixed(1)}, p99 ${quantile(ms, 0.99).toFixed(1)} of ${ms.length}${failed}`;
}
