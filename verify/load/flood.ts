import { connect } from 'node:net';

type Options = {
  port: number;
  key: string;
  framing: 'announced' | 'chunked';
  /** Where the sender ends the body by itself. */
  bytes: number;
};

const piece = Buffer.alloc(65_536, 'x');
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);

/** Sends a body with a valid key as fast as it is taken, until the connection is closed. Answers the status. */
export function flood({ port, key, framing, bytes }: Options): Promise<number | undefined> {
  const length = framing === 'announced' ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked';
  const head = ['POST /v1/artifacts HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`, 'Content-Type: application/json', length];
  const next = framing === 'announced' ? piece : chunk;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let sent = 0;
    const send = () => {
      while (socket.writable && sent < bytes) {
        sent += piece.length;
        if (!socket.write(next)) return;
      }
      if (socket.writable) socket.end(framing === 'chunked' ? '0\r\n\r\n' : '');
    };
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.on('connect', send).on('drain', send);
    socket.on('data', (data) => (received += data.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      resolve(status === undefined ? undefined : Number(status));
    });
  });
}
