// Bursts of parallel requests with one fresh key each, over several gateways at once:
// `npm run soak:limit -- --bursts 1000 --parallel 200 --gateways 3 --seed 1`. Prints a table; ends with 1 when anything was wrong.
import { limits } from '@rest-stop/contracts/limits.ts';
import { anySeed, printTotals, readOptions } from '@rest-stop/testing/by-hand.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { seeded } from '@rest-stop/testing/random.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { burst, judge, promiseIsKept, type Reply, type Rule, sum, type Verdict } from './burst.ts';

/** `returns`: bursts after which the promised time is waited for. */
const { bursts, parallel, gateways, returns, seed } = readOptions({ bursts: 100, parallel: 200, gateways: 3, returns: 5, seed: anySeed() });

const full: Rule = { limit: limits.rateLimitRequests, windowSeconds: limits.rateLimitWindowSeconds };
/** Long enough that no burst outlasts it. */
const short: Rule = { ...full, windowSeconds: 15 };
const reportEvery = 100;
const random = seeded(seed);

console.log(`${bursts} bursts of ${parallel} requests over ${gateways} gateways, seed ${seed}`);
await withServers(async (servers) => {
  const withGateways = async <T>(rule: Rule, work: (deployment: Deployment) => Promise<T>): Promise<T> => {
    const deployment = await startOnFreshDatabase(
      servers,
      { RATE_LIMIT_WINDOW_SECONDS: String(rule.windowSeconds) },
      { gateway: gateways },
    );
    try {
      return await work(deployment);
    } finally {
      await deployment.close();
    }
  };
  const held = await withGateways(full, manyBursts);
  const kept = returns > 0 ? await withGateways(short, returnAfterBursts) : 0;
  process.exitCode = report(held, kept) ? 0 : 1;
});

type Held = { verdict: Verdict; seconds: number; slowest: Record<number, number> };

async function manyBursts({ baseUrls }: Deployment): Promise<Held> {
  const [baseUrl = ''] = baseUrls;
  const verdicts: Verdict[] = [];
  const slowest: Record<number, number> = {};
  let ms = 0;
  while (verdicts.length < bursts) {
    const { key } = await new Api(baseUrl).join();
    const startedAt = performance.now();
    const replies = await burst(baseUrls, key, parallel, random);
    ms += performance.now() - startedAt;
    verdicts.push(judge(replies, full));
    for (const { status, startedAt, endedAt } of replies) slowest[status] = Math.max(slowest[status] ?? 0, endedAt - startedAt);
    if (verdicts.length % reportEvery === 0) console.log(`${verdicts.length} done: ${JSON.stringify(sum(verdicts))}`);
  }
  return { verdict: sum(verdicts), seconds: ms / 1_000, slowest };
}

/** How many of the promises were not kept. */
async function returnAfterBursts({ baseUrls }: Deployment): Promise<number> {
  const [baseUrl = ''] = baseUrls;
  const waiting: { key: string; replies: Reply[] }[] = [];
  while (waiting.length < returns) {
    const { key } = await new Api(baseUrl).join();
    waiting.push({ key, replies: await burst(baseUrls, key, parallel, random) });
  }
  const kept = await Promise.all(waiting.map(({ key, replies }) => promiseIsKept(replies, baseUrl, key)));
  return kept.filter((isKept) => !isKept).length;
}

function report({ verdict, seconds, slowest }: Held, broken: number): boolean {
  return printTotals({
    'requests in the bursts': verdict.requests,
    'requests a second, while a burst lasted': Math.round(verdict.requests / seconds),
    passed: verdict.passed,
    'refused with 429': verdict.refused,
    'unavailable, 503': verdict.unavailable,
    'slowest answer, ms': Math.max(...Object.values(slowest)),
    'slowest 503, ms': slowest[503] ?? 0,
    'other answers (must be 0)': verdict.other,
    'let in beyond the limit (must be 0)': verdict.overAdmissions,
    'refused though there was room (must be 0)': verdict.falseRefusals,
    'times of return that are off by over 1 s (must be 0)': verdict.untrueTimes,
    [`of ${returns} promised times of return not kept (must be 0)`]: broken,
  });
}
