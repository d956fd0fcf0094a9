import { connect, type Socket } from 'node:net';

export type Load = { port: number; connections: number; seconds: number; keys: readonly string[] };
export type Measured = { requests: number; perSecond: number; failures: number };

/** Sends GET /v1/memories on `connections` sockets, on each one request after the other, and counts the answers for `seconds`. */
export async function load({ port, connections, seconds, keys }: Load): Promise<Measured> {
  const count = { requests: 0, failures: 0 };
  const requests = keys.map((key) => Buffer.from(`GET /v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`));
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const startedAt = performance.now();
  sockets.forEach((socket, i) => drive(socket, requests, i, count));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const measured = { ...count, perSecond: count.requests / ((performance.now() - startedAt) / 1_000) };
  for (const socket of sockets) socket.destroy();
  return measured;
}

/** Reads answers by their Content-Length, which all answers here have. */
function drive(socket: Socket, requests: readonly Buffer[], first: number, count: { requests: number; failures: number }): void {
  let turn = first;
  let received = '';
  const next = () => socket.write(requests[turn++ % requests.length] as Buffer);
  socket.on('data', (data) => {
    received += data.toString('latin1');
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < head + 4 + length) return;
    count.requests++;
    if (!received.startsWith('HTTP/1.1 200')) count.failures++;
    received = '';
    next();
  });
  socket.on('error', () => count.failures++);
  next();
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket.off('error', reject)));
    socket.once('error', reject);
  });
}
