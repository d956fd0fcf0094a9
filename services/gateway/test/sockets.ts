import { connect, type Socket } from 'node:net';
import { rawRequest } from './harness.ts';

/** One client connection; `received` grows, and `closed` resolves when the server or the network has ended it. */
export type Connection = { socket: Socket; received(): string; closed: Promise<void> };

/** Connects and stays; resolves when connected or refused. */
export function connection(port: number): Promise<Connection> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const closed = new Promise<void>((end) => socket.once('close', () => end()));
    const made = { socket, received: () => received, closed };
    socket.on('data', (data) => (received += data.toString('latin1')));
    socket.on('error', () => {});
    socket.once('connect', () => resolve(made));
    void closed.then(() => resolve(made));
  });
}

/** Sends one request that keeps the connection open; answers the status, or undefined when the connection is closed without an answer. */
export async function askOn({ socket, received, closed }: Connection, method: string, target: string, headers: string[] = []) {
  const before = received().length;
  socket.write(rawRequest(method, target, headers).replace('Connection: close\r\n', ''));
  const answered = new Promise<void>((resolve) => {
    socket.on('data', () => resolve());
  });
  await Promise.race([answered, closed]);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received().slice(before))?.[1];
  return status === undefined ? undefined : Number(status);
}
