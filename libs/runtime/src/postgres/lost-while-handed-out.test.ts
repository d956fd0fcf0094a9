import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createPool, openDatabase } from './pool.ts';

/** A message of PostgreSQL's protocol, version 3.0 (manual, "Message Formats"). */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const authenticationOk = message('R', Buffer.alloc(4));
const readyForQuery = message('Z', Buffer.from('I'));
const shutDown = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

test('a server that shuts down in the breath in which it is ready costs the query, not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([authenticationOk, readyForQuery, shutDown])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const db = openDatabase(createPool(`postgres://rest:stop@127.0.0.1:${(server.address() as AddressInfo).port}/any`, 1));
  for (let again = 0; again < 2; again++)
    await expect(db.query({ text: 'select 1', values: [] })).rejects.toMatchObject({ code: 'unavailable' });
  await db.close();
  server.close();
});
