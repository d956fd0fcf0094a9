import { isIPv4 } from 'node:net';
import { ApiError } from '@rest-stop/contracts/errors.ts';

/** A host name or an address, and a port. Nothing else is a Host header (RFC 9110, section 7.2). */
const authority = /^(\[[\da-f:.]+\]|[\w.-]+?)\.?(?::\d{0,5})?$/i;
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** By which names this gateway may be addressed, and which pages may call where the protocol has servers check that. */
export type Hosts = {
  /** Whether a Host header names this gateway. */
  isOwn(host: string): boolean;
  /** Whether an Origin header is of a page of this gateway, of this machine or of an allowed host. */
  isOwnOrigin(origin: string): boolean;
};

/**
 * The host of `baseUrl`, `more`, `localhost` and any IP address are allowed, with any port. A page that rebinds its own name to the address
 * of this gateway sends that name as Host; for an address or `localhost` there is no name that somebody else could rebind. A page at an
 * address is still somebody's, so that an origin has to be named or of this machine.
 */
export function allowedHosts(baseUrl: string, more: readonly string[]): Hosts {
  const named = new Set([new URL(baseUrl).hostname, ...loopback, ...more]);
  return {
    isOwn(host) {
      const name = authority.exec(host)?.[1]?.toLowerCase();
      return name !== undefined && (named.has(name) || name.startsWith('[') || isIPv4(name));
    },
    isOwnOrigin: (origin) => URL.canParse(origin) && named.has(new URL(origin).hostname),
  };
}

/** 421 says that the request came to a server that does not answer for that host (RFC 9110, section 15.5.20). */
export function misdirected(baseUrl: string): ApiError {
  const message = `This service does not answer for the host that you named. Use ${baseUrl}; its operator can allow more by ALLOWED_HOSTS.`;
  return new ApiError('invalid_request', message, { status: 421 });
}
