import type { AddressInfo, Server, Socket } from 'node:net';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

/** Has a server listen on a free port of 127.0.0.1. To close it breaks the connections that it still has. */
export async function listenLocally(server: Server): Promise<Closable & { port: number }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
