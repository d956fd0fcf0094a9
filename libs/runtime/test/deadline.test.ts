import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { describe, expect, test } from 'vitest';
import { createLog } from '../src/log.ts';
import { deadline } from '../src/deadline.ts';
import { NatsCalls } from '../src/bus/nats-calls.ts';
import { connectNats } from '../src/bus/nats-connection.ts';

function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Blocks this process past a deadline while a byte arrives; whether the byte is read before the deadline fires. */
async function isReadInTime(set: (ms: number, late: () => void) => () => void): Promise<boolean> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [writer] = (await accepted) as [Socket];
  const outcome = Promise.withResolvers<boolean>();
  await nextTurn();
  const cancel = set(10, () => outcome.resolve(false));
  reader.once('data', () => {
    cancel();
    outcome.resolve(true);
  });
  writer.write('x');
  stall(40);
  const inTime = await outcome.promise;
  writer.destroy();
  reader.destroy();
  server.close();
  return inTime;
}

describe('a deadline that passes while the process stands still', () => {
  test('lets what has arrived be read first', async () => {
    expect(await isReadInTime(deadline)).toBe(true);
  });

  test('would not, were it a plain timer', async () => {
    const plain = (ms: number, late: () => void) => {
      const timer = setTimeout(late, ms);
      return () => clearTimeout(timer);
    };
    expect(await isReadInTime(plain)).toBe(false);
  });
});

test('a deadline is called once, and not at all when it was cancelled, be it in its last turn', async () => {
  const called: string[] = [];
  deadline(1, () => called.push('kept'));
  const cancel = deadline(1, () => called.push('cancelled'));
  // A timer that is set later and due as well fires right after it, and before its setImmediate.
  setTimeout(cancel, 1);
  stall(5);
  await sleep(20);
  cancel();
  expect(called).toEqual(['kept']);
});

describeWith(['nats'], 'a call over NATS', ({ nats }) => {
  test('whose answer came while the process stood still past its deadline gets the answer', async () => {
    const connection = await connectNats(nats, {
      name: 'test',
      inboxPrefix: 'inbox.test',
      log: createLog('test', 'silent'),
      waitMs: 5_000,
    });
    const calls = new NatsCalls(connection, 'inbox.test');
    await connection.flush();
    await nextTurn();
    const answer = calls.send('nobody.listens.here', {}, { timeoutMs: 50, silenceMs: 40 });
    // After one microtask the client has written the call. The answer arrives while this process is blocked; afterwards timers run before sockets.
    await Promise.resolve();
    stall(250);
    await expect(answer).rejects.toMatchObject({ failure: 'nobody' });
    await connection.close();
  });
});
