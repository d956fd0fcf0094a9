import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { limitConnections } from './connections-per-client.ts';

/** A connection of `remoteAddress` that can be closed by either side. */
class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string | undefined;
  constructor(remoteAddress: string | undefined) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function serverWith(most: number, trustedProxyHops = 0) {
  const server = new EventEmitter();
  limitConnections(server, most, trustedProxyHops);
  return (address: string | undefined) => {
    const socket = new FakeSocket(address);
    server.emit('connection', socket);
    return socket;
  };
}

test('one client has as many connections as it may, another has its own, and whoever leaves makes room', () => {
  const connect = serverWith(2);
  const [first, second, third] = [connect('192.0.2.1'), connect('::ffff:192.0.2.1'), connect('192.0.2.1')];
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  expect(connect('192.0.2.2').destroyed).toBe(false);
  first.destroy();
  expect(connect('192.0.2.1').destroyed).toBe(false);
  expect(connect('192.0.2.1').destroyed).toBe(true);
});

test('an IPv6 network of 64 bits is one client', () => {
  const connect = serverWith(1);
  expect(connect('2001:db8:0:1::1').destroyed).toBe(false);
  expect(connect('2001:db8:0:1:ffff::2').destroyed).toBe(true);
  expect(connect('2001:db8:0:2::1').destroyed).toBe(false);
});

test('behind proxies, and with 0, nobody is counted', () => {
  for (const connect of [serverWith(1, 1), serverWith(0)]) {
    expect(Array.from({ length: 5 }, () => connect('192.0.2.1').destroyed)).toEqual(Array.from({ length: 5 }, () => false));
  }
});
