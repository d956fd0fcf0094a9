import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import { contentOf } from './provider.ts';

/** One HTTP request for a job. Times are those of `performance.now()`. */
export type Call = {
  sentAt: number;
  /** Absent: no answer came, or the connection broke. */
  answeredAt?: number;
  status?: number;
  /** The worker whose answer it was. */
  from?: string;
};

/** One job, asked for until it is done: after each 503 the agent comes back when it was told to. */
export type Job = { name: string; calls: Call[] };

/** `callMs`: the longest wait for one answer; `jobMs`: an agent comes back for so long. */
export type Patience = { callMs: number; jobMs: number };

/** Longer than the gateway's 60 s: by then every request must have been answered. */
const patience: Patience = { callMs: 65_000, jobMs: 180_000 };

export async function sendJob(baseUrl: string, key: string, name: string, { callMs, jobMs }: Patience = patience): Promise<Job> {
  const job: Job = { name, calls: [] };
  const until = performance.now() + jobMs;
  for (;;) {
    const { call, retryAfterMs } = await ask(baseUrl, key, name, callMs);
    job.calls.push(call);
    if (call.status !== 503 || performance.now() + retryAfterMs > until) return job;
    // No two come back at the same moment.
    await sleep(retryAfterMs * (1 + 0.2 * Math.random()));
  }
}

async function ask(baseUrl: string, key: string, name: string, callMs: number): Promise<{ call: Call; retryAfterMs: number }> {
  const call: Call = { sentAt: performance.now() };
  const body = { content: contentOf(name) };
  const answer = await new Api(baseUrl).attempt('POST', '/defrag?format=min', { key, body, timeoutMs: callMs });
  if (!answer) return { call, retryAfterMs: 0 };
  const from = /worker-\d+/.exec(answer.text)?.[0];
  Object.assign(call, { answeredAt: performance.now(), status: answer.status }, from && { from });
  return { call, retryAfterMs: 1_000 * Number(answer.headers.get('retry-after') ?? 1) };
}
