import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What stands before several replicas of a service, as a cluster's Service does: it balances connections, not requests. */
export type Balancer = {
  port: number;
  /** A replica gets connections once its readiness probe says yes, and none while it says no. */
  add(port: number): void;
  /** The replica gets no new connections; those that it has stay until one side ends them. */
  remove(port: number): void;
  /** Resolves when the replica has been found ready. */
  ready(port: number): Promise<void>;
  stop(): Promise<void>;
};

type Replica = { port: number; ready: boolean; leaving: boolean };

const probeEveryMs = 100;

/** Starts a balancer on a free port of 127.0.0.1. A connection for which no replica is ready is reset. */
export async function startBalancer(): Promise<Balancer> {
  const replicas: Replica[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const usable = replicas.filter(({ ready, leaving }) => ready && !leaving);
    const chosen = usable[turn++ % usable.length];
    if (!chosen) return void client.resetAndDestroy();
    join(client, connect({ port: chosen.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const timer = setInterval(() => {
    for (const replica of replicas) {
      void answersReady(replica.port).then((ready) => (replica.ready = ready));
    }
  }, probeEveryMs);

  function join(client: Socket, target: Socket): void {
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.resetAndDestroy());
      from.once('close', () => sockets.delete(from));
    }
  }

  return {
    port: (server.address() as AddressInfo).port,
    add: (port) => void replicas.push({ port, ready: false, leaving: false }),
    remove(port) {
      for (const replica of replicas) if (replica.port === port) replica.leaving = true;
    },
    async ready(port) {
      while (!replicas.some((replica) => replica.port === port && replica.ready)) {
        await new Promise((resolve) => setTimeout(resolve, probeEveryMs));
      }
    },
    async stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
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
