// What the gateway's own work costs (a key known, a visit counted in a real Redis, a caller signed, all of it logged and measured), against a bare
// @fastify/http-proxy to the same upstream and against what one would use in its place. Each is asked for a second in turn, and every round
// begins with another. `npm run bench:proxy -- --rounds 20 --connections 50`
import { randomBytes } from 'node:crypto';
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { hasNginx, startNginx } from '../peers/nginx.ts';
import { save } from '../results.ts';
import { inTurns, type Spread, spread } from '../statistics.ts';
import { load as loadBySockets, type Measured } from './load.ts';
import { startTarget, type Target } from './process.ts';
import { hasWrk, loadByWrk } from './wrk.ts';

const { rounds, connections, 'warm-up': warmUpSeconds, keep } = readOptions({ rounds: 20, connections: 50, 'warm-up': 5, keep: 1 });
const keys = Array.from({ length: 200 }, () => `rs_${randomBytes(12).toString('hex')}`);
const generator = hasWrk() ? 'wrk' : 'a program of this bench';
const load = generator === 'wrk' ? loadByWrk : loadBySockets;

/** Each name is what its row is called. */
type Targets = { gateway: Target } & Record<string, Target>;
type Round = { perSecond: number; microseconds: number; failures: number };
/** `ratio…`: how many times as many requests the gateway answers, in a second and for the same processor time. */
export type ProxyRow = {
  name: string;
  perSecond: Spread;
  microseconds: Spread;
  ratioPerSecond: Spread;
  ratioByProcessor: Spread;
  failures: number;
};
export type ProxyResult = { generator: string; connections: number; rounds: number; rows: ProxyRow[]; skipped: string[] };

await withServers(async ({ redis, postgres }) => {
  const database = await freshDatabase(postgres.url);
  const upstream = await startTarget('proxy/target.ts', 'upstream');
  const origin = `http://127.0.0.1:${upstream.port}`;
  const joined = keys.join(',');
  const targets: Targets = {
    gateway: await startTarget('proxy/target.ts', 'gateway', origin, redis.url),
    'bare @fastify/http-proxy': await startTarget('proxy/target.ts', 'bare', origin),
    '@fastify/rate-limit (fixed window) and http-proxy': await startTarget('peers/rate-limit.ts', origin, redis.url),
    'monolith on PostgreSQL, count(*)': await startTarget('peers/monolith.ts', database.url, joined),
  };
  const skipped: string[] = [];
  if (hasNginx()) {
    const counting = await startTarget('peers/auth.ts', joined, redis.url);
    targets['nginx auth_request, counting in Redis'] = await startNginx(origin, counting);
    targets['nginx auth_request, counting nothing'] = await startNginx(origin, await startTarget('peers/auth.ts', joined));
  } else skipped.push('nginx: not installed');
  try {
    const rows = await measure(targets);
    for (const row of rows) console.log(line(row));
    for (const reason of skipped) console.log(`skipped: ${reason}`);
    if (keep) save('proxy', { generator, connections, rounds, rows, skipped } satisfies ProxyResult);
  } finally {
    for (const target of [...Object.values(targets), upstream]) await target.close();
    await database.drop();
  }
});

async function measure(targets: Targets): Promise<ProxyRow[]> {
  const names = Object.keys(targets);
  for (const name of names) await load({ port: (targets[name] as Target).port, connections, seconds: warmUpSeconds, keys });
  const found = new Map<string, Round[]>(names.map((name) => [name, []]));
  for (let i = 0; i < rounds; i++) {
    const order = inTurns(names, i);
    for (const name of i % 2 === 0 ? order : order.toReversed()) found.get(name)?.push(await round(targets[name] as Target));
    console.log(`round ${i + 1} of ${rounds}`);
  }
  const own = found.get('gateway') as Round[];
  return names.map((name) => {
    const all = found.get(name) as Round[];
    return {
      name,
      perSecond: spread(all.map(({ perSecond }) => perSecond)),
      microseconds: spread(all.map(({ microseconds }) => microseconds)),
      ratioPerSecond: spread(all.map(({ perSecond }, i) => (own[i] as Round).perSecond / perSecond)),
      ratioByProcessor: spread(all.map(({ microseconds }, i) => microseconds / (own[i] as Round).microseconds)),
      failures: all.reduce((sum, { failures }) => sum + failures, 0),
    };
  });
}

async function round(target: Target): Promise<Round> {
  const before = target.cpuMs();
  const { requests, perSecond, failures }: Measured = await load({ port: target.port, connections, seconds: 1, keys });
  return { perSecond, failures, microseconds: ((target.cpuMs() - before) * 1_000) / requests };
}

function line({ name, perSecond, microseconds, ratioPerSecond, ratioByProcessor, failures }: ProxyRow): string {
  const told = (of: Spread, digits: number) => `${of.median.toFixed(digits)} (${of.low.toFixed(digits)} to ${of.high.toFixed(digits)})`;
  const failed = failures > 0 ? `, ${failures} FAILED` : '';
  const ratios = `the gateway: ${told(ratioPerSecond, 2)} times the requests, by processor time ${told(ratioByProcessor, 2)}`;
  return `${name}: ${told(perSecond, 0)} requests/s, ${told(microseconds, 0)} µs each; ${ratios}${failed}`;
}
