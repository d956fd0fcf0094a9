import type { AddressInfo, Server } from 'node:net';

export const host = '127.0.0.1';

/** Tells whoever started this process where it listens, in the words of the service's own log. */
export function tellListening(server: Server): void {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port, msg: 'listening' }));
}
