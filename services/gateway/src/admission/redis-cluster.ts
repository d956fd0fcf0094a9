import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { StartupError } from '@rest-stop/runtime/env.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { createCluster } from 'redis';
import { unavailable } from './errors.ts';
import { slotOf } from './key-slot.ts';
import { defaultSilenceMs, type PeerWatch, watchPeer } from './peer-watch.ts';
import { clientOptions, codeOf, deadMs, heardWhenAnswered, type RedisConnection } from './redis-connection.ts';
import { within } from './within.ts';

/** The place of the first key in EVAL and EVALSHA, the commands that a visit log sends. */
const firstKey = 3;
/** How long a node may be away before the other nodes are asked whether it has been replaced. */
const rediscoverMs = 1_000;
const retryMs = 200;

/**
 * Connects to the Redis Cluster that the node at `url` belongs to. Every command has to be a script and goes to the primary with its keys.
 * Each primary has a watch of its own: when one hangs, the keys on the others stay in use.
 * @throws StartupError with one clear line
 */
export async function connectRedisCluster(url: string, log: Log, waitMs: number, silenceMs = defaultSilenceMs): Promise<RedisConnection> {
  const { username, password, protocol } = new URL(url);
  const peers = new Map<string, PeerWatch>();
  let reason = 'no answer';
  let replacing = false;
  let cluster = open();

  function open() {
    const fresh = createCluster({
      rootNodes: [{ url }],
      // The options of `rootNodes` do not apply to the nodes that are discovered, so these repeat what the URL says.
      defaults: {
        ...clientOptions,
        ...(username ? { username: decodeURIComponent(username) } : {}),
        ...(password ? { password: decodeURIComponent(password) } : {}),
        socket: { ...clientOptions.socket, ...(protocol === 'rediss:' ? { tls: true as const } : {}) },
      },
      // Otherwise connecting waits for all nodes, also for one that does not answer.
      minimizeConnections: true,
      topologyRefreshOnReconnectionAttemptStrategy: rediscoverMs,
    });
    fresh.on('error', (error: Error) => {
      reason = codeOf(error) ?? reason;
    });
    fresh.on('node-error', () => {});
    fresh.on('node-reconnecting', () => log.warn('a Redis node is away, reconnecting'));
    fresh.on('node-ready', ({ host, port }: { host: string; port: number }) => peerAt(`${host}:${port}`).heard());
    return fresh;
  }

  function peerAt(address: string): PeerWatch {
    const known = peers.get(address);
    if (known) return known;
    const fresh = watchPeer(silenceMs);
    peers.set(address, fresh);
    return fresh;
  }

  /** For a node whose connection looks alive though the node is gone. The new client is used when it has discovered the cluster. */
  async function replaceIfDead(peer: PeerWatch): Promise<void> {
    if (replacing || peer.silentMs() < deadMs) return;
    replacing = true;
    log.warn('a Redis node has been silent, connecting anew');
    const fresh = open();
    try {
      await within(deadMs, fresh.connect(), unavailable);
      const old = cluster;
      cluster = fresh;
      // The other nodes still answer what they were asked. What waits for the silent one ends with its socket.
      void old.close();
      peer.heard();
    } catch {
      fresh.destroy();
    }
    replacing = false;
  }

  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    try {
      await within(giveUpAt - Date.now(), cluster.connect(), unavailable);
      break;
    } catch (error) {
      cluster.destroy();
      if (Date.now() >= giveUpAt)
        throw new StartupError(`cannot use the Redis Cluster at ${new URL(url).host} (${reason})`, { cause: error });
    }
    await sleep(retryMs);
    cluster = open();
  }
  return {
    async send(command) {
      const key = command[firstKey];
      const peer = peerAt(cluster.slots[key ? slotOf(key) : 0]?.master.address ?? 'unknown');
      try {
        if (peer.isGone()) throw unavailable();
        return await peer.answer(heardWhenAnswered(cluster.sendCommand(key, false, command), peer), unavailable);
      } catch (error) {
        if (error instanceof ApiError) void replaceIfDead(peer);
        throw error;
      }
    },
    async close() {
      cluster.destroy();
    },
  };
}
