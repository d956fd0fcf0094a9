import { Histogram, type Registry } from './registry.ts';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Adds a histogram of how long each piece of work takes, by what it is and whether it fails. What it is called must come from a list of ours. */
export function timed(registry: Registry, name: string, help: string, label: string): <T>(what: string, work: Promise<T>) => Promise<T> {
  const duration = new Histogram({ name, help, labelNames: [label, 'outcome'], buckets, registers: [registry] });
  return async (what, work) => {
    const startedAt = performance.now();
    let outcome = 'error';
    try {
      const result = await work;
      outcome = 'ok';
      return result;
    } finally {
      duration.observe({ [label]: what, outcome }, (performance.now() - startedAt) / 1_000);
    }
  };
}
