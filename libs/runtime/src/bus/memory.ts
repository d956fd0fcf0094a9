import { setTimeout as sleep } from 'node:timers/promises';
import type { BusEvent, Rpc } from '@rest-stop/contracts/rpc.ts';
import type { Log } from '../log.ts';
import { type Bus, BusError, type CallOptions, type ServeContext } from './bus.ts';
import { contextWithDeadline, toRemoteError, PendingCalls } from './serving.ts';
import { tracedBus } from '../tracing/bus.ts';
import { Slots } from './slots.ts';

type Server = { slots: Slots; reserve: number; work: PendingCalls; handle(request: unknown, context: ServeContext): Promise<unknown> };
type Listener = (payload: unknown) => Promise<unknown>;

/** A bus inside one process: the same contracts and failures as over NATS. */
export function memoryBus(log: Log): Bus {
  const servers = new Map<string, Server[]>();
  const listeners = new Map<string, Set<Listener>>();

  return tracedBus<Bus>({
    async call(rpc, request, options) {
      const all = servers.get(rpc.subject) ?? [];
      if (all.length === 0) throw new BusError('nobody');
      const checked = rpc.request.parse(request);
      if (options.signal?.aborted) throw new BusError('aborted');
      const server = all.find((s) => s.slots.acquire(options.holder, s.reserve));
      if (!server) throw new BusError(all.some((s) => s.slots.isFree(s.reserve)) ? 'over_share' : 'busy');
      return rpc.reply.parse(await dispatch(server, rpc, checked, options));
    },

    serve(rpc, options, handler) {
      const server: Server = {
        slots: options.slots ?? new Slots(options.capacity ?? Number.POSITIVE_INFINITY),
        reserve: options.reserve ?? 0,
        work: new PendingCalls(),
        handle: (request, context) => handler(request as never, context),
      };
      servers.set(rpc.subject, [...(servers.get(rpc.subject) ?? []), server]);
      return {
        get inFlight() {
          return server.work.size;
        },
        async close() {
          servers.set(
            rpc.subject,
            (servers.get(rpc.subject) ?? []).filter((s) => s !== server),
          );
          await server.work.allEnded();
        },
      };
    },

    async *broadcast(event: BusEvent, payload: unknown, options: { timeoutMs: number }) {
      const checked = event.payload.parse(payload);
      const answers = [...(listeners.get(event.subject) ?? [])].map((listen) =>
        listen(checked).catch((error: unknown) => log.error({ err: error, subject: event.subject }, 'event handler failed')),
      );
      const late = new AbortController();
      const timeout = sleep(options.timeoutMs, undefined, { signal: late.signal }).catch(() => undefined);
      for (const answer of answers) {
        const confirmation = await Promise.race([answer, timeout]);
        if (confirmation !== undefined) yield event.confirmation.parse(confirmation) as never;
      }
      late.abort();
    },

    subscribe(event, handler) {
      const listen: Listener = (payload) => handler(payload as never);
      const all = listeners.get(event.subject) ?? new Set();
      listeners.set(event.subject, all.add(listen));
      return {
        async close() {
          all.delete(listen);
        },
      };
    },

    ready: async () => {},
    connected: () => true,
    close: async () => {},
  });

  function dispatch(server: Server, rpc: Rpc, request: unknown, { timeoutMs, signal, holder, onTaken }: CallOptions): Promise<unknown> {
    onTaken?.();
    const abort = new AbortController();
    const { context, release } = contextWithDeadline(Date.now() + timeoutMs, abort);
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new BusError('aborted'));
        abort.abort(new Error('caller left'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      abort.signal.addEventListener('abort', () => reject(new BusError('timeout')), { once: true });
      server.work.run(async () => {
        try {
          resolve(await server.handle(request, context));
        } catch (error) {
          const remote = toRemoteError(error);
          if (remote.code === 'internal_error') log.error({ err: error, subject: rpc.subject }, 'call failed');
          reject(new BusError('remote', remote.code, remote.message, remote.retryAfterSeconds));
        } finally {
          release();
          server.slots.release(holder);
          signal?.removeEventListener('abort', leave);
        }
      });
    });
  }
}
