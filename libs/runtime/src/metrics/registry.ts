import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';
import { version } from '../version.ts';

// The library is known here alone: its name has changed once.
export { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** The metrics of one process, those of the process itself among them: processor, memory, garbage collection, delay of the event loop. */
export function processRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'rest_stop_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  build.set({ version, node: process.version }, 1);
  return registry;
}

/** The metric `name` of `registry`, made when the first of the services that share a process asks for it. */
export function sharedMetric<M>(registry: Registry, name: string, make: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? make(name);
}

/** Adds a figure that is read at the moment of the scrape: not a number where that fails, so that the others are shown all the same. */
export function measureNow(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      this.set(await Promise.resolve(read()).catch(() => Number.NaN));
    },
  });
  registry.registerMetric(gauge);
}
