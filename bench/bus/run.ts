// Request-reply over the same NATS server: this project's bus beside that of @nestjs/microservices, each with a process that calls and one that
// answers, a second each in turn. `npm run bench:bus -- --rounds 10`
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Closable, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { installed } from '../peers/on-demand.ts';
import { cpuMs } from '../proxy/process.ts';
import { save } from '../results.ts';
import { inTurns, type Spread, spread } from '../statistics.ts';
import type { Called, Turn } from './side.ts';

const { rounds, seconds } = readOptions({ rounds: 10, seconds: 1 });

const nestName = '@nestjs/microservices 12.1.1';
const nestPackages = ['microservices', 'core', 'common'].map((name) => `@nestjs/${name}@12.1.1`);
const nestNeeds = ['@nats-io/transport-node@3.4.0', 'reflect-metadata@0.2.2', 'rxjs@7.8.2'];

/** `ratio…`: how many times as many calls this project's bus carries, in a second and for the same processor time of both sides. */
export type BusRow = {
  name: string;
  perSecond: Spread;
  microseconds: Spread;
  p50Ms: Spread;
  ratioPerSecond: Spread;
  ratioByProcessor: Spread;
  failures: number;
};
export type BusResult = { rounds: number; rows: BusRow[]; skipped: string[] };

type Pair = { name: string; call(): Promise<Called & { microseconds: number }> };

const nats = await startNats();
const opened: Closable[] = [nats];
const skipped: string[] = [];
try {
  const pairs = [await startPair('this bus', 'rest-stop.ts', nats.url)];
  const nest = await installed(...nestPackages, ...nestNeeds);
  if ('missing' in nest) skipped.push(`${nestName}: ${nest.missing}`);
  else pairs.push(await startPair(nestName, 'nest.ts', nats.url, nest.folder));
  const rows = await measure(pairs);
  for (const row of rows) console.log(line(row));
  for (const reason of skipped) console.log(`skipped: ${reason}`);
  save('bus', { rounds, rows, skipped } satisfies BusResult);
} finally {
  await closeAll(...opened);
}

async function startPair(name: string, program: string, ...args: string[]): Promise<Pair> {
  const server = await startSide(program, 'serve', ...args);
  const caller = await startSide(program, 'call', ...args);
  const usedMs = () => cpuMs(server.pid ?? 0) + cpuMs(caller.pid ?? 0);
  const call = async () => {
    const before = usedMs();
    caller.send({ seconds } satisfies Turn);
    const [called] = (await once(caller, 'message')) as [Called];
    return { ...called, microseconds: (1_000 * (usedMs() - before)) / called.calls };
  };
  return { name, call };
}

async function startSide(program: string, ...args: string[]): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  opened.unshift({ close: async () => void (child.kill('SIGKILL') && (await once(child, 'exit'))) });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before it was ready`))),
  ]);
  return child;
}

/** Each round begins with the other one. */
async function measure(pairs: readonly Pair[]): Promise<BusRow[]> {
  for (const { call } of pairs) for (let i = 0; i < 3; i++) await call();
  const found = pairs.map((): Awaited<ReturnType<Pair['call']>>[] => []);
  for (let i = 0; i < rounds; i++) {
    for (const k of inTurns([...pairs.keys()], i)) found[k]?.push(await (pairs[k] as Pair).call());
  }
  const [own = []] = found;
  return pairs.map(({ name }, k) => {
    const all = found[k] ?? [];
    return {
      name,
      perSecond: spread(all.map(({ perSecond }) => perSecond)),
      microseconds: spread(all.map(({ microseconds }) => microseconds)),
      p50Ms: spread(all.map(({ p50Ms }) => p50Ms)),
      ratioPerSecond: spread(all.map(({ perSecond }, i) => (own[i]?.perSecond ?? 0) / perSecond)),
      ratioByProcessor: spread(all.map(({ microseconds }, i) => microseconds / (own[i]?.microseconds ?? 0))),
      failures: all.reduce((sum, { failures }) => sum + failures, 0),
    };
  });
}

function line({ name, perSecond, microseconds, p50Ms, ratioPerSecond, ratioByProcessor, failures }: BusRow): string {
  const told = (of: Spread, digits: number) => `${of.median.toFixed(digits)} (${of.low.toFixed(digits)} to ${of.high.toFixed(digits)})`;
  const failed = failures > 0 ? `, ${failures} FAILED` : '';
  const ratios = `this bus: ${told(ratioPerSecond, 2)} times the calls, by processor time ${told(ratioByProcessor, 2)}`;
  return `${name}: ${told(perSecond, 0)} calls/s, ${told(microseconds, 0)} µs each, p50 ${told(p50Ms, 1)} ms; ${ratios}${failed}`;
}
