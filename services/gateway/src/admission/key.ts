import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { apiKeyPattern } from '@rest-stop/contracts/agent.ts';

/** Its case does not matter (RFC 9110, section 11.1). */
const scheme = /^bearer /i;

/** The SHA-256 hash, in hex, of the request's key; undefined unless there is exactly one Authorization header, with a well-formed key. */
export function keyHashOf(request: IncomingMessage): string | undefined {
  const key = keyOf(request);
  return key === undefined ? undefined : hash('sha256', key);
}

/** Whether the request carries a well-formed key. Whether anybody has that key is not known here. */
export function hasKey(request: IncomingMessage): boolean {
  return keyOf(request) !== undefined;
}

function keyOf(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined || !scheme.test(header)) return undefined;
  const key = header.slice('bearer '.length);
  if (!apiKeyPattern.test(key) || authorizationHeaders(request) !== 1) return undefined;
  return key;
}

/** `request.headers` holds only the first of several Authorization headers, so they are counted in `rawHeaders`. */
function authorizationHeaders({ rawHeaders }: IncomingMessage): number {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 13 && name.toLowerCase() === 'authorization') found++;
  }
  return found;
}
