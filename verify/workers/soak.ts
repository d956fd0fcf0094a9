// Rounds of jobs on workers that are killed and told to stop meanwhile: `npm run soak:workers -- --rounds 20 --jobs 40 --job-ms 5000
// --workers 2 --slots 4 --seed 1`. Prints one line for each round; ends with 1 when anything was wrong.
import { anySeed, readOptions } from '@rest-stop/testing/by-hand.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { wrongs } from './totals.ts';
import { type Fleet, jobMetricsOf, living, startFleet } from './fleet.ts';
import { type Ended, type Fault, playRound, type Round, wrongEnds } from './round.ts';
import { seeded } from '@rest-stop/testing/random.ts';

/** stay looks for a free worker at least every 600 ms; the rest is the way of a message on a busy machine. */
const longestIdleMs = 1_500;
/** What comes about in which round: a worker killed, one told to stop, both, nothing. */
const faultsByRound: Fault[][] = [[], ['SIGKILL'], ['SIGTERM'], ['SIGKILL', 'SIGTERM']];

const options = readOptions({ rounds: 20, jobs: 40, 'job-ms': 5_000, workers: 2, slots: 4, seed: anySeed() });
const { rounds, jobs, 'job-ms': jobMs, workers, slots, seed } = options;

console.log(`${rounds} rounds of ${jobs} jobs of ${jobMs} ms on ${workers} workers with ${slots} places each, seed ${seed}`);
await withServers(async (servers) => {
  const fleet = await startFleet(servers, { workers, slots, jobMs });
  try {
    process.exitCode = (await play(fleet)) ? 0 : 1;
  } finally {
    await fleet.close();
  }
});

async function play(on: Fleet): Promise<boolean> {
  const { next } = seeded(seed);
  const all: Round[] = [];
  let wrong = 0;
  for (let number = 1; number <= rounds; number++) {
    const round = await playRound(on, String(number), jobs, faultsByRound[(number - 1) % faultsByRound.length] ?? [], next);
    const found = [...wrongs(round.totals, slots, longestIdleMs), ...wrongEnds(round.ended), ...(await stillBusy(on))];
    wrong += found.length;
    all.push(round);
    console.log(lineOf(number, round));
    for (const sentence of found) console.log(`  WRONG: ${sentence}`);
  }
  console.log(totalOf(all));
  return wrong === 0;
}

/** Whoever shows a job in hand when every request was answered. */
async function stillBusy(on: Fleet): Promise<string[]> {
  const found: string[] = [];
  for (const worker of living(on)) {
    const inHand = (await jobMetricsOf(worker))['rest_stop_ai_jobs_in_flight'];
    if (inHand !== 0) found.push(`${worker.name} shows ${inHand} jobs in hand after the round`);
  }
  return found;
}

function lineOf(number: number, { totals, ended }: Round): string {
  const { answers, lost, movedOn, most, done, idleWhileWaitingMs } = totals;
  const perWorker = Object.entries(done)
    .filter(([name, count]) => count + (most[name] ?? 0) > 0)
    .map(([name, count]) => `${name} ${count} (at once ${most[name]})`);
  return [
    `round ${number}: ${answersOf(answers)}, lost ${lost}, moved on ${movedOn}, a place idle while one waited ${idleWhileWaitingMs} ms`,
    `  done by ${perWorker.join(', ')}`,
    ...ended.map((one) => `  ${sentenceOf(one)}`),
  ].join('\n');
}

function sentenceOf({ worker, by, exit, inHand, delivered, takenOver, later }: Ended): string {
  return `${worker} got ${by} with ${inHand} in hand: ${delivered} delivered, ${takenOver} taken over, ${later} told 503; ended with ${exit}`;
}

function answersOf(answers: Record<number, number>): string {
  return Object.entries({ 200: 0, 503: 0, 502: 0, ...answers })
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}

function totalOf(all: Round[]): string {
  const sum = (count: (round: Round) => number) => all.reduce((total, round) => total + count(round), 0);
  const ends = (by: Fault, count: (ended: Ended) => number) =>
    sum(({ ended }) => ended.filter((one) => one.by === by).reduce((total, one) => total + count(one), 0));
  const answers: Record<number, number> = {};
  for (const { totals } of all) {
    for (const [status, count] of Object.entries(totals.answers)) answers[Number(status)] = (answers[Number(status)] ?? 0) + count;
  }
  const { max } = Math;
  return [
    `total: ${sum(({ totals }) => totals.jobs)} jobs, ${answersOf(answers)}, lost ${sum(({ totals }) => totals.lost)}`,
    `  told to stop: ${ends('SIGTERM', () => 1)} workers with ${ends('SIGTERM', (e) => e.inHand)} jobs in hand, ${ends('SIGTERM', (e) => e.delivered)} delivered`,
    `  killed: ${ends('SIGKILL', () => 1)} workers with ${ends('SIGKILL', (e) => e.inHand)} jobs in hand, ${ends('SIGKILL', (e) => e.takenOver)} taken over, ${ends('SIGKILL', (e) => e.later)} told 503`,
    `  longest time a place was idle while a request waited: ${max(...all.map(({ totals }) => totals.idleWhileWaitingMs))} ms`,
  ].join('\n');
}
