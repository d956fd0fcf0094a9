import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@rest-stop/contracts/agent.ts';
import { fidelityHeader } from '@rest-stop/contracts/stay/ai.ts';
import { callerHeader, signCaller } from '@rest-stop/runtime/http/caller.ts';

/** The headers of a request to an upstream. Of the client's own headers only `accept` is among them. */
export function requestHeaders(caller: Caller, secret: string, accept: string | undefined, hasBody: boolean): Record<string, string> {
  return {
    [callerHeader]: signCaller(caller, secret),
    'x-request-id': caller.request_id,
    ...(accept === undefined ? {} : { accept }),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  };
}

const passedBack = ['content-type', 'retry-after', 'cache-control', 'allow', fidelityHeader] as const;

/** The headers of an upstream's answer that the client gets. Content-Length is set anew from the body. */
export function responseHeaders(headers: IncomingHttpHeaders, isPrivate: boolean): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of passedBack) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  if (isPrivate) passed['cache-control'] = 'no-store';
  return passed;
}
