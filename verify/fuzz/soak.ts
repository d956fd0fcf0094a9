import { anySeed, readOptions } from '@rest-stop/testing/by-hand.ts';
import { type Deployment, startEmbedded, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { watchMemory } from './memory.ts';
import { boundMs, type FuzzReport, fuzz } from './run.ts';

// `npm run soak:fuzz -- --requests 100000`: sends as many fuzzed requests as told and prints what came back; the exit code says whether
// anything was wrong. `--only N` sends one of them, `--base URL` sends them to a service that runs already.
const args = readOptions({ requests: 100_000, lanes: 8, mode: 'embedded', seed: anySeed(), only: '', base: '' });
const only = args.only === '' ? undefined : Number(args.only);

/** How much a process may still grow in the second half of the run: its heap has found its size by then, a leak has not. */
const grownMiBAllowed = 100;
const warmUpRequests = 2_000;
const shownKinds = 20;
const shownOfAKind = 2;

if (args.base) process.exitCode = await run({ baseUrls: [args.base.replace(/\/$/, '')], children: {}, close: async () => {} });
else if (args.mode === 'embedded') process.exitCode = await runAndClose(await startEmbedded());
else process.exitCode = await withServers(async (servers) => runAndClose(await startOnFreshDatabase(servers)));

async function runAndClose(deployment: Deployment): Promise<number> {
  try {
    return await run(deployment);
  } finally {
    await deployment.close();
  }
}

async function run({ baseUrls: [baseUrl = ''], children }: Deployment): Promise<number> {
  const { requests, seed, lanes, base } = args;
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
    const use = memory.close();
    if (!use) continue;
    const { start, peak, end, course } = use;
    const [, , half = 0] = course;
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
