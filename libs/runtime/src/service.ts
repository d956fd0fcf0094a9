import { type HttpApp, listen, type ListenOptions } from './http/server.ts';
import { drainTimeMs, type Running, stopAll } from './lifecycle.ts';

/** A service put together but not yet listening. `stop` ends its subscriptions and background work. */
export type Service = Running & {
  http: HttpApp;
  /** Waits until the service's subscriptions are in force. */
  settled?(): Promise<void>;
};

export type Listening = Running & { port: number };

/**
 * Listens for `service` once its subscriptions are in force: who finds the port open finds the service on the bus too. Stopping goes from the outside in: no new request, those under way answered, then the service's own work,
 * then `resources` (bus, database) in the order given.
 */
export async function startService(service: Service, options: ListenOptions, ...resources: Running[]): Promise<Listening> {
  try {
    await service.settled?.();
    const listening = await listen(service.http, { drainMs: drainTimeMs(), ...options });
    return { port: listening.port, stop: () => stopAll(listening, service, ...resources) };
  } catch (error) {
    await stopAll(service, ...resources).catch(() => {});
    throw error;
  }
}
