import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import type { Random } from '@rest-stop/testing/random.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { registerAgent, type Agent, writeEverything, writes } from './agent.ts';

/** One request of a probe; `startedAt` is the moment before it was sent. */
type Probed = { startedAt: number; status: number };

export type Trial = {
  agent: Agent;
  probed: number;
  /** Successes among the requests that were sent before the forget was answered. */
  passedBefore: number;
  /** Successes among those that were sent after it: there may be none. */
  passedAfter: number;
  refusedAfter: number;
  /** Answers that are neither 200, 401 nor 503. */
  strange: number;
};

const probesAfter = 2;

/** An agent that is probed through every gateway, by reading and by writing, while it has itself forgotten through one of them. */
export async function runTrial(baseUrls: readonly string[], db: Db, probes: number, random: Random): Promise<Trial> {
  const agent = await registerAgent(random.pick(baseUrls), db);
  await writeEverything(random.pick(baseUrls), agent);
  const state = { forgottenAt: Number.POSITIVE_INFINITY };
  const probing = Array.from({ length: probes }, (_, i) => probe(baseUrls[i % baseUrls.length] ?? '', agent, state, random));
  await sleep(random.between(0, 40));
  await forget(random.pick(baseUrls), agent);
  state.forgottenAt = performance.now();

  const all = (await Promise.all(probing)).flat();
  const [before, after] = [all.filter((one) => one.startedAt <= state.forgottenAt), all.filter((one) => one.startedAt > state.forgottenAt)];
  const passed = (some: Probed[]) => some.filter(({ status }) => status === 200).length;
  return {
    agent,
    probed: all.length,
    passedBefore: passed(before),
    passedAfter: passed(after),
    refusedAfter: after.filter(({ status }) => status === 401).length,
    strange: all.filter(({ status }) => ![200, 401, 503].includes(status)).length,
  };
}

/** Asks until some of the requests sent after the forget was answered have got an answer; a 503 tells nothing of the key. */
async function probe(baseUrl: string, { key }: Agent, state: { forgottenAt: number }, random: Random): Promise<Probed[]> {
  const api = new Api(baseUrl);
  const probed: Probed[] = [];
  for (let after = 0; after < probesAfter; ) {
    const { path, body } = random.pick(writes.filter(({ path }) => !/defrag|attend/.test(path)));
    const startedAt = performance.now();
    const { status } = random.next() < 0.7 ? await api.get('/memories?format=min', { key }) : await api.post(path, { key, body });
    probed.push({ startedAt, status });
    if (startedAt > state.forgottenAt && status !== 503) after++;
  }
  return probed;
}

/** Forgets until that is answered by 200; a 401 means that a try before, which was answered by 503, has done it. */
async function forget(baseUrl: string, { key }: Agent): Promise<void> {
  for (;;) {
    const { status } = await new Api(baseUrl).post('/forget', { key });
    if (status === 200 || status === 401) return;
    if (status !== 503) throw new Error(`POST /forget answered ${status}`);
    await sleep(200);
  }
}
