// Whether memory grows: agents come at a steady, moderate pace, stay and are forgotten, while the resident memory of each process is noted every
// second. Compared are two tenths of the run, the second (when all is loaded and warm) and the last. What processor time a stay takes of each is
// noted, too. `npm run bench:soak -- --minutes 10`
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { Api, type Answer } from '@rest-stop/testing/client.ts';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { residentMiB } from '@rest-stop/testing/process/resident.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { context } from '../ai/context.ts';
import { cpuMs } from '../proxy/process.ts';
import { save } from '../results.ts';
import { median } from '../statistics.ts';

const { minutes, 'stays-per-second': perSecond, chars } = readOptions({ minutes: 10, 'stays-per-second': 3, chars: 4_000 });
const aimPercent = 5;
/** quickjoin and what `stay` asks. */
const requestsPerStay = 6;

/** Medians of a tenth of the run each, in MiB; the processor time of all its threads. */
export type SoakRow = { process: string; earlyMb: number; lateMb: number; growthPercent: number; processorMsPerStay: number };
export type SoakResult = {
  minutes: number;
  perSecond: number;
  chars: number;
  stays: number;
  requestsPerStay: number;
  failures: Record<string, number>;
  rows: SoakRow[];
};

const content = context(chars);
const review = { rating: 4, title: 'Quiet', body: 'I came with much and left with little.' };
const failures: Record<string, number> = {};

await withServers(async (servers) => {
  const deployment = await startServices(servers, { replicas: { 'ai-worker': 2 } });
  try {
    const pids = Object.entries(deployment.children).flatMap(([service, all]) =>
      all.map(({ pid }, i) => ({ name: all.length > 1 ? `${service} ${i + 1}` : service, pid })),
    );
    const samples: number[][] = pids.map(() => []);
    const used = pids.map(({ pid }) => cpuMs(pid));
    const timer = setInterval(() => pids.forEach(({ pid }, i) => samples[i]?.push(residentMiB(pid))), 1_000);
    const stays = await stayAgain(new Api(deployment.baseUrls[0] as string));
    clearInterval(timer);
    const rows = pids.map(({ name, pid }, i) => ({
      process: name,
      ...growthOf(samples[i] ?? []),
      processorMsPerStay: (cpuMs(pid) - (used[i] ?? 0)) / stays,
    }));
    console.table(rows);
    console.log(`${stays} stays; failures (must be none): ${JSON.stringify(failures)}; aim: growth below ${aimPercent} %`);
    save('soak', { minutes, perSecond, chars, stays, requestsPerStay, failures, rows } satisfies SoakResult);
    if (Object.keys(failures).length > 0 || rows.some(({ growthPercent }) => growthPercent >= aimPercent)) process.exitCode = 1;
  } finally {
    await deployment.close();
  }
});

/** Every stay begins at its time, whatever became of the others. */
async function stayAgain(api: Api): Promise<number> {
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < minutes * 60 * perSecond; n++) {
    await sleep(Math.max(0, began + (1_000 * n) / perSecond - performance.now()));
    all.push(stay(api).catch((error: Error) => failed(error.message)));
  }
  await Promise.all(all);
  return all.length;
}

async function stay(api: Api): Promise<void> {
  const { key } = await api.join();
  const steps: (() => Promise<Answer>)[] = [
    () => api.get('/stay', { key }),
    () => api.post('/defrag', { key, body: { content } }),
    () => api.post('/reviews', { key, body: review }),
    () => api.post('/checkout', { key, body: {} }),
    () => api.post('/forget', { key }),
  ];
  for (const [i, step] of steps.entries()) {
    const { status } = await step();
    if (status !== 200) failed(`step ${i + 1}: ${status}`);
  }
}

function failed(how: string): void {
  failures[how] = (failures[how] ?? 0) + 1;
}

function growthOf(samples: readonly number[]): Pick<SoakRow, 'earlyMb' | 'lateMb' | 'growthPercent'> {
  const tenth = Math.floor(samples.length / 10);
  const [earlyMb, lateMb] = [samples.slice(tenth, 2 * tenth), samples.slice(-tenth)].map(median) as [number, number];
  return { earlyMb, lateMb, growthPercent: 100 * (lateMb / earlyMb - 1) };
}
