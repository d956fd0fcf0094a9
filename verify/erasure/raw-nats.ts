import { once } from 'node:events';
import { connect } from 'node:net';

/** Publishes bytes that no program of this project would send, as the user in `natsUrl`. Returns when the server has them. */
export async function publishRaw(natsUrl: string, subject: string, payloads: readonly Buffer[]): Promise<void> {
  const { hostname, port, username, password } = new URL(natsUrl);
  const socket = connect(Number(port), hostname);
  let answers = '';
  socket.on('data', (data) => (answers += data.toString('latin1')));
  await once(socket, 'connect');
  const hello = { verbose: false, lang: 'raw', version: '1.0.0', user: username, pass: password };
  socket.write(`CONNECT ${JSON.stringify(hello)}\r\n`);
  for (const payload of payloads) {
    socket.write(`PUB ${subject} ${payload.length}\r\n`);
    socket.write(payload);
    socket.write('\r\n');
  }
  socket.write('PING\r\n');
  while (!answers.includes('PONG') && !answers.includes('-ERR')) await once(socket, 'data');
  socket.destroy();
  if (answers.includes('-ERR')) throw new Error(`NATS refused the message: ${answers}`);
}
