import { setTimeout as sleep } from 'node:timers/promises';
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

/** A fresh guest's key. */
export async function join(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/quickjoin`, { method: 'POST' });
  return ((await response.json()) as { api_key: string }).api_key;
}

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
  try {
    const response = await fetch(`${baseUrl}/defrag?format=min`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: contentOf(name) }),
      signal: AbortSignal.timeout(callMs),
    });
    const text = await response.text();
    const from = /worker-\d+/.exec(text)?.[0];
    Object.assign(call, { answeredAt: performance.now(), status: response.status }, from && { from });
    return { call, retryAfterMs: 1_000 * Number(response.headers.get('retry-after') ?? 1) };
  } catch {
    return { call, retryAfterMs: 0 };
  }
}
