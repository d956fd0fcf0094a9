import type { Call, Job } from './client.ts';
import type { Worker } from './fleet.ts';
import type { Work } from './provider.ts';

/** What was seen of a load from both ends: by the agents that sent it and by the provider that the workers asked. */
export type Seen = { jobs: Job[]; work: Work[]; workers: Pick<Worker, 'name' | 'since' | 'until'>[]; slots: number };

export type Totals = {
  jobs: number;
  /** Answers by status. */
  answers: Record<number, number>;
  /** Requests that were never answered. */
  lost: number;
  /** Jobs that were not done in the end. */
  undone: number;
  /** The most jobs that each worker had in hand at once, and how many it did. */
  most: Record<string, number>;
  done: Record<string, number>;
  /** Requests answered by another worker than the first that had them in hand. */
  movedOn: number;
  /** Work begun for a request that had been answered already. */
  startedForNobody: number;
  /** The longest time in a row, in milliseconds, that one worker had a free place while one request waited for any. */
  idleWhileWaitingMs: number;
};

export function totalsOf(seen: Seen): Totals {
  const { jobs, work, workers } = seen;
  const calls = jobs.flatMap((job) => job.calls.map((call) => ({ ...call, work: workOf(call, job, work) })));
  const expected = new Set(calls.flatMap((call) => call.work));
  const perWorker = (count: (own: Work[]) => number) =>
    Object.fromEntries(workers.map(({ name }) => [name, count(work.filter(({ worker }) => worker === name))]));
  return {
    jobs: jobs.length,
    answers: tally(calls.flatMap(({ status }) => status ?? [])),
    lost: calls.filter(({ answeredAt }) => answeredAt === undefined).length,
    undone: jobs.filter((job) => job.calls.at(-1)?.status !== 200).length,
    most: perWorker(mostAtOnce),
    done: perWorker((own) => own.filter(({ answered }) => answered).length),
    movedOn: calls.filter((call) => call.status === 200 && call.work[0]?.worker !== call.from).length,
    startedForNobody: work.filter((one) => !expected.has(one)).length,
    idleWhileWaitingMs: Math.round(Math.max(0, ...calls.map((call) => idleDuring(seen, call.sentAt, beganAt(call))))),
  };
}

/** What is wrong with `totals`, in words; a bound on idling only where one is given. */
export function wrongs(
  { lost, undone, answers, most, startedForNobody, idleWhileWaitingMs }: Totals,
  slots: number,
  idleMs = Infinity,
): string[] {
  const found: string[] = [];
  if (lost > 0) found.push(`${lost} requests were never answered`);
  if (undone > 0) found.push(`${undone} jobs were not done in the end`);
  const strange = Object.keys(answers).filter((status) => status !== '200' && status !== '503');
  if (strange.length > 0) found.push(`answers with status ${strange.join(', ')}`);
  for (const [name, count] of Object.entries(most)) if (count > slots) found.push(`${name} had ${count} jobs in hand on ${slots} places`);
  if (startedForNobody > 0) found.push(`${startedForNobody} jobs were begun after their request had been answered`);
  if (idleWhileWaitingMs > idleMs) found.push(`a request waited ${idleWhileWaitingMs} ms while a worker had a free place`);
  return found;
}

function workOf({ sentAt, answeredAt = Infinity }: Call, { name }: Job, work: Work[]): Work[] {
  return work.filter(({ job, startedAt }) => job === name && startedAt >= sentAt && startedAt <= answeredAt);
}

function beganAt({ work, answeredAt, sentAt }: Call & { work: Work[] }): number {
  return work[0]?.startedAt ?? answeredAt ?? sentAt;
}

function tally(values: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** When work began (+1) and ended (-1), in order; at the same moment the end comes first. */
function changes(work: Work[]): { at: number; by: number }[] {
  const all = work.flatMap(({ startedAt, endedAt = Infinity }) => [
    { at: startedAt, by: 1 },
    { at: endedAt, by: -1 },
  ]);
  return all.sort((a, b) => a.at - b.at || a.by - b.by);
}

function mostAtOnce(work: Work[]): number {
  let [now, most] = [0, 0];
  for (const { by } of changes(work)) most = Math.max(most, (now += by));
  return most;
}

/** The longest time in a row within `from` to `to` in which one worker had a free place. */
function idleDuring({ workers, work, slots }: Seen, from: number, to: number): number {
  let longest = 0;
  for (const { name, since, until = Infinity } of workers) {
    let [inHand, freeSince] = [0, since];
    const end = Math.min(to, until);
    const note = (freeUntil: number) => {
      if (inHand < slots) longest = Math.max(longest, Math.min(freeUntil, end) - Math.max(freeSince, from));
    };
    for (const { at, by } of changes(work.filter(({ worker }) => worker === name))) {
      if (inHand < slots && inHand + by >= slots) note(at);
      if (inHand >= slots && inHand + by < slots) freeSince = at;
      inHand += by;
    }
    note(Infinity);
  }
  return longest;
}
