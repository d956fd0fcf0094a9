// What the gateway's own work costs: requests a second through it (authenticated, counted in a real Redis, signed) against a bare
// @fastify/http-proxy to the same upstream. `npm run bench:proxy -- --rounds 10 --seconds 3 --connections 50`
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { load, type Measured } from './load.ts';
import { startTarget, type Target } from './process.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '50' },
  },
});
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number) as [number, number, number];
const keys = Array.from({ length: 200 }, () => `rs_${randomBytes(12).toString('hex')}`);
const warmUpSeconds = 2;

type Round = { measured: Measured; cpuPerRequest: number };

const redis = await startRedis();
const upstream = await startTarget('upstream');
const origin = `http://127.0.0.1:${upstream.port}`;
const bare = await startTarget('bare', origin);
const gateway = await startTarget('gateway', origin, redis.url);
try {
  await measure();
} finally {
  for (const target of [gateway, bare, upstream]) await target.close();
  await redis.close();
}

/** The two take turns, and which is first alternates, so that other load on the machine affects both alike. */
async function measure(): Promise<void> {
  for (const target of [bare, gateway]) await load({ port: target.port, connections, seconds: warmUpSeconds, keys });
  const ratios: number[] = [];
  const cpuRatios: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const results = new Map<Target, Round>();
    for (const target of i % 2 === 0 ? [bare, gateway] : [gateway, bare]) results.set(target, await round(target));
    const [plain, own] = [results.get(bare), results.get(gateway)] as [Round, Round];
    ratios.push(own.measured.perSecond / plain.measured.perSecond);
    cpuRatios.push(plain.cpuPerRequest / own.cpuPerRequest);
    console.log(`round ${i + 1}: bare ${line(plain)}, gateway ${line(own)}, ratio ${ratios.at(-1)?.toFixed(3)}`);
  }
  console.log(`ratio of requests a second: median ${median(ratios).toFixed(3)} (${spread(ratios)}); the aim is at least 0.85`);
  console.log(`ratio of requests per processor time: median ${median(cpuRatios).toFixed(3)} (${spread(cpuRatios)})`);
}

async function round(target: Target): Promise<Round> {
  const before = target.cpuMs();
  const measured = await load({ port: target.port, connections, seconds, keys });
  return { measured, cpuPerRequest: ((target.cpuMs() - before) * 1_000) / measured.requests };
}

function line({ measured, cpuPerRequest }: Round): string {
  const failures = measured.failures > 0 ? `, ${measured.failures} FAILED` : '';
  return `${Math.round(measured.perSecond)}/s (${Math.round(cpuPerRequest)} µs each${failures})`;
}

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN;
}

function spread(of: readonly number[]): string {
  return `${Math.min(...of).toFixed(3)} to ${Math.max(...of).toFixed(3)}`;
}
