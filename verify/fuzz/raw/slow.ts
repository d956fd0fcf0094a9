import type { Socket } from 'node:net';
import { open, type Target } from '../wire.ts';

const everyMs = 1_000;

/** Clients that send a byte a second and never come to an end; `answers` is what each had received when the server closed it. */
export function slowClients(target: Target, beginning: string, count: number): { answers: Promise<string[]>; close(): void } {
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  const answers = Array.from({ length: count }, () => {
    const socket = open(target);
    sockets.push(socket);
    socket.write(beginning);
    timers.push(setInterval(() => socket.writable && socket.write('x'), everyMs));
    let received = '';
    return new Promise<string>((resolve) => {
      socket.on('data', (data) => (received += data.toString('latin1')));
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
    });
  });
  return {
    answers: Promise.all(answers),
    close() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
