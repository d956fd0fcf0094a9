import type { Socket } from 'node:net';
import { networkOf } from '../registration/client-address.ts';

type Server = { on(event: 'connection', listener: (socket: Socket) => void): unknown };

/**
 * Closes the connections that one client has beyond `most`; 0: any number. Behind proxies all connections are theirs, so that nothing is
 * counted. An address is known here only while it has a connection.
 */
export function limitConnections(server: Server, most: number, trustedProxyHops: number): void {
  if (most === 0 || trustedProxyHops > 0) return;
  const connections = new Map<string, number>();
  server.on('connection', (socket) => {
    const client = networkOf(socket.remoteAddress ?? '');
    const count = (connections.get(client) ?? 0) + 1;
    connections.set(client, count);
    socket.once('close', () => {
      const left = (connections.get(client) ?? 1) - 1;
      if (left > 0) connections.set(client, left);
      else connections.delete(client);
    });
    if (count > most) socket.destroy();
  });
}
