import { setTimeout as sleep } from 'node:timers/promises';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** What stands before several replicas of a service, as a cluster's Service does: it balances connections, not requests. */
export type Balancer = Closable & {
  port: number;
  /** A replica gets connections once its readiness probe says yes, and none while it says no. */
  add(port: number): void;
  /** The replica gets no new connections; those that it has stay until one side ends them. */
  remove(port: number): void;
  /** Resolves when the replica has been found ready. */
  ready(port: number): Promise<void>;
};

const probeEveryMs = 100;

/** Starts a balancer on a free port of 127.0.0.1. A connection for which no replica is ready is reset. */
export async function startBalancer(): Promise<Balancer> {
  /** Whether each replica was ready when it was last asked, by its port. */
  const replicas = new Map<number, boolean>();
  let turn = 0;
  const { port, close } = await startTcpProxy(() => {
    const usable = [...replicas].filter(([, ready]) => ready).map(([replica]) => replica);
    const chosen = usable[turn++ % usable.length];
    return chosen === undefined ? undefined : { port: chosen };
  });
  const probe = async (replica: number) => {
    const ready = await answersReady(replica);
    if (replicas.has(replica)) replicas.set(replica, ready);
  };
  const timer = setInterval(() => {
    for (const replica of replicas.keys()) void probe(replica);
  }, probeEveryMs);
  return {
    port,
    add: (replica) => void replicas.set(replica, false),
    remove: (replica) => void replicas.delete(replica),
    async ready(replica) {
      while (!replicas.get(replica)) await sleep(probeEveryMs);
    },
    close() {
      clearInterval(timer);
      return close();
    },
  };
}

/** What `/readyz` says; no answer within a second is a no. */
async function answersReady(port: number): Promise<boolean> {
  try {
    const headers = { connection: 'close' };
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { headers, signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}
