import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { onFreePort } from '../servers/network.ts';
import { type Flow, startFlow } from './flow.ts';

/** What is wrong with a connection's way. All of it can be changed at any time and holds for open connections, too. */
export type Faults = {
  /** Added in each direction, in milliseconds. */
  latencyMs: number;
  /** A network that is cut: nothing passes in either direction, new connections reach nobody, and all goes on where it stopped once mended. */
  cut: boolean;
  /** A black hole: what goes this way is swallowed. A connection that lost something is reset by `heal`. */
  drop: 'none' | 'to-target' | 'to-client' | 'both';
  /** Bytes from the target that still reach the client, per connection; then the connection ends in the middle. */
  limitBytes: number | undefined;
};

export type TcpProxy = Closable & {
  port: number;
  /** Connections, and bytes that arrived; `lost` are those that were swallowed. */
  readonly counters: { accepted: number; open: number; failed: number; toTarget: number; toClient: number; lost: number };
  /** Changes some faults and leaves the others. */
  set(faults: Partial<Faults>): void;
  /** Breaks every open connection with a TCP reset. */
  reset(): void;
  /** From now on connections are refused; the open ones are reset. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Ends every fault. */
  heal(): Promise<void>;
};

type Pair = { client: Socket; target: Socket | undefined; flows: Flow[]; limitLeft: number | undefined };
type Target = { host?: string; port: number };

const none: Faults = { latencyMs: 0, cut: false, drop: 'none', limitBytes: undefined };

/**
 * A TCP proxy on a free port of 127.0.0.1 whose way to `target` can be made bad on demand.
 * @param target where connections lead, or what says so for each new one; while that is nowhere, they are reset
 */
export async function startTcpProxy(target: Target | (() => Target | undefined)): Promise<TcpProxy> {
  const choose = typeof target === 'function' ? target : () => target;
  const faults = { ...none };
  const counters = { accepted: 0, open: 0, failed: 0, toTarget: 0, toClient: 0, lost: 0 };
  const pairs = new Set<Pair>();
  let port = 0;
  let listening: Server | undefined = await onFreePort(open);

  async function open(at: number): Promise<Server> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(at, '127.0.0.1', resolve);
    });
    port = at;
    return server;
  }

  function accept(client: Socket): void {
    counters.accepted++;
    counters.open++;
    const pair: Pair = { client, target: undefined, flows: [], limitLeft: faults.limitBytes };
    pairs.add(pair);
    client.on('error', () => {});
    client.once('close', () => {
      counters.open--;
      if (!pair.target || pair.target.destroyed) pairs.delete(pair);
    });
    reach(pair);
  }

  /** Behind a way that lets nothing through there is nobody to connect to yet. */
  function reach(pair: Pair): void {
    if (faults.cut || faults.drop === 'to-target' || faults.drop === 'both') return;
    const { client } = pair;
    if (client.destroyed) return void pairs.delete(pair);
    const chosen = choose();
    if (!chosen) return void client.resetAndDestroy();
    const target = connect({ host: '127.0.0.1', ...chosen, allowHalfOpen: true, noDelay: true });
    pair.target = target;
    target.on('error', () => {
      if (target.connecting || !target.remoteAddress) counters.failed++;
    });
    target.once('close', () => {
      if (client.destroyed) pairs.delete(pair);
    });
    const count = (passed: 'toTarget' | 'toClient') => (bytes: number, outcome: 'passed' | 'lost') => {
      counters[outcome === 'lost' ? 'lost' : passed] += bytes;
      if (passed === 'toClient' && outcome === 'passed' && pair.limitLeft !== undefined) pair.limitLeft -= bytes;
    };
    pair.flows = [
      startFlow(client, target, () => ({ ...way('to-target'), limitBytes: undefined }), count('toTarget')),
      startFlow(target, client, () => ({ ...way('to-client'), limitBytes: pair.limitLeft }), count('toClient')),
    ];
  }

  function way(direction: 'to-target' | 'to-client') {
    return { latencyMs: faults.latencyMs, held: faults.cut, dropped: faults.drop === 'both' || faults.drop === direction };
  }

  function wake(): void {
    for (const pair of pairs) {
      if (pair.target) for (const flow of pair.flows) flow.wake();
      else reach(pair);
    }
  }

  function resetPairs(which: (pair: Pair) => boolean): void {
    for (const pair of [...pairs].filter(which)) {
      pair.client.resetAndDestroy();
      pair.target?.resetAndDestroy();
      pairs.delete(pair);
    }
  }

  const proxy: TcpProxy = {
    port,
    counters,
    set(changes) {
      Object.assign(faults, changes);
      if ('limitBytes' in changes) for (const pair of pairs) pair.limitLeft = changes.limitBytes;
      wake();
    },
    reset: () => resetPairs(() => true),
    async down() {
      const server = listening;
      listening = undefined;
      const closed = server && new Promise<void>((resolve) => server.close(() => resolve()));
      resetPairs(() => true);
      await closed;
    },
    async up() {
      listening ??= await open(port);
    },
    async heal() {
      resetPairs(({ flows }) => flows.some(({ lossy }) => lossy));
      proxy.set(none);
      await proxy.up();
    },
    close: () => proxy.down(),
  };
  return proxy;
}
