import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A legal body, about as long as one may be. */
const bodyBytes = 3_300_000;
const filling = Buffer.alloc(bodyBytes - 1, 'x');

export type Held = {
  /** The status that each has received; undefined for those that are held still. */
  statuses(): (number | undefined)[];
  release(): Promise<void>;
};

/** Sends `count` large bodies at once, each on a connection of its own, and holds back the last byte of each. */
export async function holdUploads(port: number, keys: readonly string[], count: number): Promise<Held> {
  const received: string[] = [];
  const uploads = Array.from({ length: count }, (_, n) => {
    const socket = connect(port, '127.0.0.1');
    received[n] = '';
    socket.on('error', () => {});
    socket.on('data', (data) => (received[n] += data.toString('latin1')));
    return { socket, sent: send(socket, keys[n % keys.length] as string) };
  });
  await Promise.all(uploads.map(({ sent }) => sent));
  return {
    statuses: () => received.map((text) => (text === '' ? undefined : Number(text.slice(9, 12)))),
    async release() {
      const open = uploads.filter(({ socket }) => !socket.closed);
      await Promise.all(
        open.map(({ socket }) => {
          socket.destroy();
          return once(socket, 'close');
        }),
      );
    },
  };
}

/** Resolves when all but the last byte was sent, or the other side has ended it. */
async function send(socket: Socket, key: string): Promise<void> {
  const head = ['POST /v1/artifacts HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.write(filling, () => resolve());
  });
}
