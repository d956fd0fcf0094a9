import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import fc, { type Arbitrary } from 'fast-check';
import { bodiesFor } from './bodies.ts';
import { type Credential, contentType, credential, extraHeaders } from './headers.ts';
import { jsonSchemaOf } from './schema.ts';
import { pathsOf, queries } from './targets.ts';

/** A request before it is known who sends it. */
export type FuzzRequest = {
  /** The route it is aimed at, when method and path are that route's own. */
  route: Route | undefined;
  method: string;
  path: string;
  query: string;
  credential: Credential;
  contentType: string | undefined;
  extra: string[];
  body: Buffer | undefined;
  chunked: boolean;
};

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'FROB', 'get'];

/** How often a route is drawn: more often the more it can be sent, and the slow ones less. */
function weightOf({ body, query, slow, name }: Route): number {
  if (name === 'forget' || name === 'rotate_key') return 1;
  return (body ? 6 : 2) + (query ? 2 : 0) - (slow ? 2 : 0);
}

function aimedAt(route: Route): Arbitrary<FuzzRequest> {
  const body = route.body ? bodiesFor(jsonSchemaOf(route.body)) : fc.constantFrom(undefined, undefined, Buffer.from('{}'));
  const method = fc.oneof(
    { weight: 19, arbitrary: fc.constant<string>(route.method) },
    { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
  );
  return fc
    .tuple(pathsOf(route), method, queries, credential, contentType, extraHeaders, body, fc.nat({ max: 5 }))
    .map(([{ path, canonical }, method, query, credential, contentType, extra, body, framing]) => ({
      route: canonical ? routes.find((other) => other.path === route.path && other.method === method) : undefined,
      method,
      path,
      query,
      credential,
      contentType,
      extra,
      body,
      chunked: framing === 0,
    }));
}

const requests: Arbitrary<FuzzRequest> = fc.oneof(...routes.map((route) => ({ weight: weightOf(route), arbitrary: aimedAt(route) })));

const batch = 50;

/** The first `count` requests of a seed, or only the one with the number `only`; always the same for the same seed. */
export function* requestsOf(seed: number, count: number, only?: number): Generator<{ number: number; request: FuzzRequest }> {
  const first = only ?? 0;
  for (let number = first; number < (only === undefined ? count : only + 1); ) {
    const base = Math.floor(number / batch) * batch;
    const drawn = fc.sample(requests, { seed: seed * 100_003 + base, numRuns: batch });
    for (; number < Math.min(base + batch, only === undefined ? count : only + 1); number++) {
      yield { number, request: drawn[number - base] as FuzzRequest };
    }
  }
}
