import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';

/** Three servers that are one bus. Whoever was told of one of them learns of the others. */
export type Trio = Closable & {
  servers: readonly Server[];
  /** Kills the server with this number and starts it again after `downMs`. */
  lose(index: number, downMs: number): Promise<void>;
};

export async function startNatsTrio(): Promise<Trio> {
  const routes = await Promise.all(Array.from({ length: 3 }, freePort));
  const all = routes.map((port) => `nats-route://127.0.0.1:${port}`).join(',');
  const start = (port: number) => startNats({ args: ['--cluster_name', 'bus', '--cluster', `nats://127.0.0.1:${port}`, '--routes', all] });
  const servers = await Promise.all(routes.map(start));
  return {
    servers,
    lose: (index, downMs) => servers[index % servers.length]?.crash(downMs) ?? Promise.resolve(),
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}
