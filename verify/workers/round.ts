import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import { type Job, sendJob } from './client.ts';
import { type Totals, totalsOf } from './totals.ts';
import { type Fleet, living, type Worker } from './fleet.ts';
import type { Work } from './provider.ts';

export type Fault = 'SIGTERM' | 'SIGKILL';

/** A worker that was ended in the middle of a round. */
export type Ended = {
  worker: string;
  by: Fault;
  exit: number | NodeJS.Signals;
  /** Jobs in hand at that moment, and how many of them the agent got from this worker, from another, or after a 503. */
  inHand: number;
  delivered: number;
  takenOver: number;
  later: number;
};

export type Round = { totals: Totals; ended: Ended[] };

const agentsAtOnce = 8;

/**
 * Sends `jobs` jobs at once from several new agents, and another when a fault finds all of them done. Each of `faults` ends one worker that
 * has work in hand, and a fresh one is started in its place.
 * @param random between 0 and 1: how far into a job the faults come
 */
export async function playRound(fleet: Fleet, name: string, jobs: number, faults: Fault[], random: () => number): Promise<Round> {
  const { provider, workers, slots, baseUrl } = fleet;
  const before = provider.work.length;
  const keys = await Promise.all(Array.from({ length: Math.min(jobs, agentsAtOnce) }, () => new Api(baseUrl).join()));
  const sent: Promise<Job>[] = [];
  let underWay = 0;
  const send = () => {
    underWay++;
    const job = sendJob(baseUrl, keys[sent.length % keys.length]?.key ?? '', `job-${name}-${sent.length}`);
    sent.push(job.finally(() => underWay--));
  };
  while (sent.length < jobs) send();
  // On a busy machine all may be done before the next fault comes, which needs one that is not.
  const keepBusy = () => {
    if (underWay === 0) send();
  };
  const cuts = [];
  for (const fault of faults) cuts.push(await cut(fleet, fault, { firstWork: before, keepBusy, random }));
  const done = await Promise.all(sent);
  const work = provider.work.slice(before);
  const ended = await Promise.all(cuts.map((one) => fateOf(one, done)));
  return { totals: totalsOf({ jobs: done, work, workers, slots }), ended };
}

type Cut = { worker: Worker; by: Fault; exited: Promise<number | NodeJS.Signals>; inHand: Work[] };

type During = { firstWork: number; keepBusy(): void; random(): number };

async function cut(fleet: Fleet, by: Fault, { firstWork, keepBusy, random }: During): Promise<Cut> {
  const inHandOf = (worker: Worker) =>
    fleet.provider.work.slice(firstWork).filter((work) => work.worker === worker.name && work.endedAt === undefined);
  const busiest = () => living(fleet).sort((a, b) => inHandOf(b).length - inHandOf(a).length)[0] as Worker;
  const someoneWorks = async () => {
    while (inHandOf(busiest()).length === 0) {
      keepBusy();
      await sleep(1);
    }
  };
  await someoneWorks();
  await sleep(random() * 0.8 * fleet.provider.jobMs);
  await someoneWorks();
  const worker = busiest();
  const inHand = inHandOf(worker);
  const exited = fleet.end(worker, by);
  await fleet.add();
  return { worker, by, exited, inHand };
}

async function fateOf({ worker, by, exited, inHand }: Cut, jobs: Job[]): Promise<Ended> {
  const calls = inHand.map(({ job, startedAt }) =>
    jobs
      .find(({ name }) => name === job)
      ?.calls.find(({ sentAt, answeredAt = Infinity }) => sentAt <= startedAt && startedAt <= answeredAt),
  );
  const count = (test: (status?: number, from?: string) => boolean) => calls.filter((call) => test(call?.status, call?.from)).length;
  return {
    worker: worker.name,
    by,
    exit: await exited,
    inHand: inHand.length,
    delivered: count((status, from) => status === 200 && from === worker.name),
    takenOver: count((status, from) => status === 200 && from !== worker.name),
    later: count((status) => status === 503),
  };
}

/** What is wrong with how workers ended: one that is told to stop delivers what it has; what a killed one had is answered all the same. */
export function wrongEnds(ended: Ended[]): string[] {
  return ended.flatMap(({ worker, by, exit, inHand, delivered, takenOver, later }) => {
    const found: string[] = [];
    if (by === 'SIGTERM' && exit !== 0) found.push(`${worker} ended with ${exit}`);
    if (by === 'SIGTERM' && delivered < inHand) found.push(`${worker} left with ${inHand - delivered} of ${inHand} jobs undelivered`);
    if (delivered + takenOver + later < inHand) found.push(`jobs of ${worker} were answered neither with a result nor with 503`);
    return found;
  });
}
