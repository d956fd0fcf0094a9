import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

const ipv6NetworkGroups = 4;

/**
 * The client that a registration counts against: its IPv4 address, or its IPv6 network of 64 bits, because one client owns all addresses of
 * such a network. Behind `trustedHops` proxies it is the n-th entry of X-Forwarded-For from the right, which the outermost of them wrote:
 * all to the left of it comes from the client and may be invented. If that entry is missing or is no address, it is the connection's own.
 */
export function clientOf(request: IncomingMessage, trustedHops: number): string {
  const direct = networkOf(request.socket.remoteAddress ?? '');
  if (trustedHops === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  return networkOf(withoutPort(forwarded.at(-trustedHops)?.trim() ?? '')) || direct;
}

/** Some proxies write `192.0.2.1:443` or `[2001:db8::1]:443`. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([^:]+):\d+$/.exec(address)?.[1] ?? address;
}

/** `address` as one client counts: itself, or its IPv6 network of 64 bits. Empty when it is none. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? groupsOf(plain).slice(0, ipv6NetworkGroups).join(':') : '';
}

/** All eight groups of an IPv6 address, in one spelling. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [left = '', right] = hostname.slice(1, -1).split('::');
  const [before, after] = [left, right ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  return [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
