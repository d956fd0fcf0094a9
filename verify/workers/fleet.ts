import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { type Child, metricsUrlOf } from '@rest-stop/testing/deployment/child.ts';
import { type Servers, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { type Provider, startProvider } from './provider.ts';

/** One worker process, known to the provider by its name; there from `since` until it was told to end (`performance.now()`). */
export type Worker = { name: string; child: Child; since: number; until?: number };

/** A whole deployment whose workers come and go. */
export type Fleet = Closable & {
  baseUrl: string;
  provider: Provider;
  slots: number;
  /** All that ever were. */
  workers: Worker[];
  add(): Promise<Worker>;
  /** Sends a signal that ends the worker, and answers its exit code or the signal that ended it. */
  end(worker: Worker, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals>;
};

type Size = { workers: number; slots: number; jobMs: number };

/** Starts every service as a process of its own on a fresh database, the workers before a scripted provider. */
export async function startFleet(servers: Servers, { workers: count, slots, jobMs }: Size): Promise<Fleet> {
  const provider = await startProvider(jobMs);
  const deployment = await startOnFreshDatabase(servers, {}, { 'ai-worker': 0 });
  const workers: Worker[] = [];
  let number = 0;
  const fleet: Fleet = {
    baseUrl: deployment.baseUrls[0] as string,
    provider,
    slots,
    workers,
    async add() {
      const name = `worker-${++number}`;
      const settings = {
        METRICS_PORT: '0',
        AI_PROVIDER: 'openai',
        AI_MODEL: 'fake',
        AI_CONCURRENCY: String(slots),
        OPENAI_BASE_URL: provider.baseUrl,
        OPENAI_API_KEY: name,
      };
      const worker: Worker = { name, child: await deployment.start('ai-worker', { settings }), since: performance.now() };
      workers.push(worker);
      return worker;
    },
    async end(worker, signal) {
      worker.until = performance.now();
      void worker.child.kill(signal);
      return worker.child.exited;
    },
    async close() {
      await deployment.close();
      await provider.close();
    },
  };
  await Promise.all(Array.from({ length: count }, () => fleet.add()));
  return fleet;
}

/** The workers that have not been told to end. */
export const living = (fleet: Fleet): Worker[] => fleet.workers.filter(({ until }) => until === undefined);

/** What a worker shows of its jobs, by metric name with labels. */
export async function jobMetricsOf({ child }: Worker): Promise<Record<string, number>> {
  const text = await fetch(metricsUrlOf(child)).then((response) => response.text());
  const lines = text.split('\n').filter((line) => line.startsWith('rest_stop_ai_jobs'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
