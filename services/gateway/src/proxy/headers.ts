import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@rest-stop/contracts/agent.ts';
import { fidelityHeader } from '@rest-stop/contracts/stay/ai.ts';
import type { Endpoint } from '../endpoints.ts';
import type { SignCaller, SignedRequest } from '@rest-stop/runtime/http/caller.ts';

/** The headers of a request to an upstream. Of the client's own headers only those are among them that choose an answer. */
export function requestHeaders(
  sign: SignCaller,
  caller: Caller,
  request: SignedRequest,
  client: IncomingHttpHeaders,
): Record<string, string> {
  return {
    ...sign(caller, request),
    'x-request-id': caller.request_id,
    ...picked(client, passedOn),
    ...(request.body ? { 'content-type': 'application/json' } : {}),
  };
}

/** What a client may say of the answer that it wants. */
export const passedOn = ['accept', 'accept-encoding', 'if-none-match'] as const;
/** What every answer may say of itself. */
export const passedBack = ['content-type', 'content-encoding', 'retry-after', 'cache-control', 'etag', 'vary'] as const;
const passedBackOfEndpoint = [...passedBack, 'x-accel-buffering', 'allow', fidelityHeader] as const;

/** The headers of an upstream's answer that the client gets. Content-Length is set anew from the body. */
export function responseHeaders(headers: IncomingHttpHeaders, { route, private: isPrivate }: Endpoint): Record<string, string> {
  const passed = picked(headers, passedBackOfEndpoint);
  if (isPrivate) passed['cache-control'] = 'no-store';
  if (route.min) passed['vary'] = passed['vary'] === undefined ? 'User-Agent' : `User-Agent, ${passed['vary']}`;
  return passed;
}

/** Those of `headers` that are in the list and stand there once. */
export function picked(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}
