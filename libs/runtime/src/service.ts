import { type HttpApp, listen, type ListenOptions } from './http/server.ts';
import { type Closable, closeAll } from './lifecycle.ts';
import { measureHttp } from './metrics/http.ts';
import { listenForMetrics } from './metrics/listen.ts';
import type { Registry } from './metrics/registry.ts';

/** A service that is assembled but not listening yet. Closing it ends its subscriptions and background work. */
export type Service = Closable & {
  http: HttpApp;
  /** Waits until calls and events reach the service's subscriptions. */
  ready?(): Promise<void>;
};

type Options = ListenOptions & {
  /** Measures the service under a name. Default: nothing is measured. */
  measured?: { as: string; registry: Registry };
  /** Where the metrics of the whole process are shown. Default: nowhere. */
  metricsPort?: number | undefined;
};

export type Listening = Closable & { port: number };

/**
 * Starts listening when the service's subscriptions are ready: once the port is open, the service answers on the bus too. Closing goes from
 * the outside in: no new requests, the running ones are answered, then the service closes, then `resources` (bus, database) in the order given.
 */
export async function startService(service: Service, options: Options, ...resources: Closable[]): Promise<Listening> {
  const { measured, metricsPort } = options;
  const opened: Closable[] = [];
  try {
    if (measured) measureHttp(service.http, measured.as, measured.registry);
    await service.ready?.();
    const listening = await listen(service.http, options);
    opened.push(listening);
    const metrics = measured && metricsPort !== undefined && (await listenForMetrics(measured.registry, { ...options, port: metricsPort }));
    return { port: listening.port, close: () => closeAll(listening, service, ...resources, ...(metrics ? [metrics] : [])) };
  } catch (error) {
    await closeAll(...opened, service, ...resources).catch(() => {});
    throw error;
  }
}
