import { parseArgs } from 'node:util';
import { type Deployment, startEmbedded, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { provideBackends } from '@rest-stop/testing/servers/provide.ts';
import { watchMemory } from './memory.ts';
import { boundMs, type FuzzReport, fuzz } from './run.ts';

/** Sends as many fuzzed requests as told and prints what came back; the exit code says whether anything was wrong. */
const usage = `npm run soak:fuzz -- [--requests N] [--seed S] [--only NUMBER] [--mode embedded|distributed] [--base URL] [--lanes N]`;
const options = {
  requests: { type: 'string', default: '100000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  only: { type: 'string' },
  mode: { type: 'string', default: 'embedded' },
  base: { type: 'string' },
  lanes: { type: 'string', default: '8' },
} as const;

/** How much a process may still grow in the second half of the run: its heap has found its size by then, a leak has not. */
const grownMiBAllowed = 100;
const warmUpRequests = 2_000;
const shownKinds = 20;
const shownOfAKind = 2;

const args = read();
const deployment = await start();
try {
  process.exitCode = await run(deployment);
} finally {
  await deployment.close();
}

function read() {
  const { values } = parseArgs({ options });
  const number = (name: 'requests' | 'seed' | 'only' | 'lanes') => (values[name] === undefined ? undefined : Number(values[name]));
  const [requests, seed, only, lanes] = [number('requests'), number('seed'), number('only'), number('lanes')];
  if ([requests, seed, only, lanes].some((value) => value !== undefined && !Number.isInteger(value))) throw new Error(usage);
  return { ...values, requests: requests ?? 0, seed: seed ?? 0, only, lanes: lanes ?? 1 };
}

async function start(): Promise<Deployment> {
  if (args.base) return { baseUrls: [args.base.replace(/\/$/, '')], children: {}, close: async () => {} };
  if (args.mode === 'embedded') return startEmbedded();
  if (args.mode !== 'distributed') throw new Error(usage);
  const servers = await provideBackends();
  const { postgres, redis, nats } = servers;
  if (!postgres || !redis || !nats) {
    await servers.close();
    throw new Error(`no servers for the distributed mode: ${servers.reasons.join('; ')}`);
  }
  const running = await startOnFreshDatabase({ postgres, redis, nats });
  const close = async () => {
    await running.close();
    await servers.close();
  };
  return { ...running, close };
}

async function run({ baseUrls: [baseUrl = ''], children }: Deployment): Promise<number> {
  const { requests, seed, only, lanes, base } = args;
  const processes = Object.values(children).flat();
  // A deployment that is not ours may stand behind a real provider and a proxy.
  const tolerated = base ? [502, 503, 504] : [503];
  console.log(`Fuzzing ${baseUrl} with --seed ${seed}: ${only === undefined ? `${requests} requests` : `request ${only}`}`);
  if (only === undefined) await fuzz({ baseUrl, requests: warmUpRequests, seed: seed + 1, lanes, tolerated });

  const watched = Object.entries(children).flatMap(([name, ones]) => ones.map(({ pid }) => ({ name, memory: watchMemory(pid) })));
  const began = performance.now();
  const report = await fuzz({ baseUrl, requests, seed, only, lanes, tolerated });
  const seconds = (performance.now() - began) / 1_000;

  print(report, seconds);
  const faults = report.offenders.length > 0 ? [`${report.offenders.length} offenders`] : [];
  for (const child of processes) if (await hasEnded(child.exited)) faults.push(`process ${child.pid} ended`);
  if ((await fetch(`${baseUrl}/health`)).status !== 200) faults.push('/health is not 200 afterwards');
  if (processes.some((child) => /rs_[0-9a-f]{24}/.test(child.output()))) faults.push('a key stands in a log');
  for (const { name, memory } of watched) {
    const figures = await memory.stop();
    if (!figures) continue;
    const [, , half = 0] = figures.course;
    const { start, peak, end, course } = figures;
    console.log(`Memory of ${name}, MiB: start ${start}, peak ${peak}, end ${end}; by quarters ${course.join(', ')}`);
    if (end - half > grownMiBAllowed) faults.push(`${name} grew by ${end - half} MiB in the second half`);
  }
  console.log(faults.length > 0 ? `FAILED: ${faults.join('; ')}` : 'Passed.');
  return faults.length > 0 ? 1 : 0;
}

function print({ sent, statuses, watched, offenders }: FuzzReport, seconds: number): void {
  console.log(
    `${sent} requests in ${seconds.toFixed(0)} s; ${watched} refusals checked to have stored nothing; none may take over ${boundMs / 1_000} s`,
  );
  for (const [status, count] of Object.entries(statuses)) console.log(`  ${status}: ${count}`);
  const kinds = Object.groupBy(offenders, ({ fault }) => fault);
  for (const [fault, alike = []] of Object.entries(kinds).slice(0, shownKinds)) {
    console.log(`OFFENDERS (${alike.length}): ${fault}`);
    for (const { replay, sent } of alike.slice(0, shownOfAKind)) console.log(`  replay: npm run soak:fuzz -- ${replay}\n  sent: ${sent}`);
  }
}

function hasEnded(exited: Promise<unknown>): Promise<boolean> {
  return Promise.race([exited.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}
