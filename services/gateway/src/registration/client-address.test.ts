import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientOf } from './client-address.ts';

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('without a proxy', () => {
  test('it is the address of the connection, whatever the client claims', () => {
    expect(clientOf(request('192.0.2.1', '198.51.100.7'), 0)).toBe('192.0.2.1');
  });

  test('an IPv4 address inside IPv6 is the IPv4 address', () => {
    expect(clientOf(request('::ffff:192.0.2.1'), 0)).toBe('192.0.2.1');
  });

  test('all addresses of one IPv6 network of 64 bits are one client, and the next network is another', () => {
    const network = clientOf(request('2001:db8:0:1::1'), 0);
    for (const address of ['2001:db8:0:1:ffff::', '2001:0DB8:0000:0001:a:b:c:d', '2001:db8:0:1::%eth0']) {
      expect(clientOf(request(address), 0)).toBe(network);
    }
    expect(clientOf(request('2001:db8:0:2::1'), 0)).not.toBe(network);
    expect(clientOf(request('::1'), 0)).not.toBe(network);
  });

  test('a connection that is gone already is nobody in particular', () => {
    expect(clientOf(request(undefined), 0)).toBe('');
  });
});

describe('behind proxies', () => {
  const chain = '203.0.113.66, 198.51.100.7, 10.0.0.2';
  test.each([
    [1, '10.0.0.2'],
    [2, '198.51.100.7'],
    [3, '203.0.113.66'],
  ])('with %i of them it is the one at that place from the right', (hops, client) => {
    expect(clientOf(request('10.0.0.1', chain), hops)).toBe(client);
  });

  test('what a client puts to the left changes nothing', () => {
    expect(clientOf(request('10.0.0.1', `1.1.1.1,,garbage,${chain}`), 2)).toBe('198.51.100.7');
  });

  test.each([undefined, '', 'unknown', 'a.b.c.d', '198.51.100.7, ', '_hidden'])('with %j it is the connection', (forwarded) => {
    expect(clientOf(request('10.0.0.1', forwarded), 1)).toBe('10.0.0.1');
  });

  test('a chain shorter than it must be is the connection', () => {
    expect(clientOf(request('10.0.0.1', '198.51.100.7'), 2)).toBe('10.0.0.1');
  });

  test.each([
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8:0:1::1]:4711', '2001:db8:0:1'],
    ['[2001:db8:0:1::1]', '2001:db8:0:1'],
    ['2001:db8:0:1::1', '2001:db8:0:1'],
  ])('%s is read without its port', (forwarded, client) => {
    expect(clientOf(request('10.0.0.1', forwarded), 1)).toBe(client);
  });
});
