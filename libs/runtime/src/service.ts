import { type HttpApp, listen, type ListenOptions } from './http/server.ts';
import { type Closable, closeAll } from './lifecycle.ts';

/** A service that is assembled but not listening yet. Closing it ends its subscriptions and background work. */
export type Service = Closable & {
  http: HttpApp;
  /** Waits until calls and events reach the service's subscriptions. */
  ready?(): Promise<void>;
};

export type Listening = Closable & { port: number };

/**
 * Starts listening when the service's subscriptions are ready: once the port is open, the service answers on the bus too. Closing goes from
 * the outside in: no new requests, the running ones are answered, then the service closes, then `resources` (bus, database) in the order given.
 */
export async function startService(service: Service, options: ListenOptions, ...resources: Closable[]): Promise<Listening> {
  try {
    await service.ready?.();
    const listening = await listen(service.http, options);
    return { port: listening.port, close: () => closeAll(listening, service, ...resources) };
  } catch (error) {
    await closeAll(service, ...resources).catch(() => {});
    throw error;
  }
}
