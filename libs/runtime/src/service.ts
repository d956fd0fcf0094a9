import { type HttpApp, listen, type ListenOptions } from './http/server.ts';
import { type Closable, closeAll } from './lifecycle.ts';

/** A service put together but not yet listening. `stop` ends its subscriptions and background work. */
export type Service = Closable & {
  http: HttpApp;
  /** Waits until the service's subscriptions are in force. */
  ready?(): Promise<void>;
};

export type Listening = Closable & { port: number };

/**
 * Listens for `service` once its subscriptions are in force: who finds the port open finds the service on the bus too. Stopping goes from the outside in: no new request, those under way answered, then the service's own work,
 * then `resources` (bus, database) in the order given.
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
