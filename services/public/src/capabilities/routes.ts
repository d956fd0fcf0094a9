import { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { getCapabilities } from '@rest-stop/contracts/public.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { nearest } from '@rest-stop/runtime/http/validation/nearest.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { describe, describeEndpoints, describeOne } from './describe.ts';

const engineTimeoutMs = 500;

/** Answers from the contracts. Only the engine's name is asked for over the bus; without an answer it is given as unknown. */
export function capabilities(bus: Bus, limits: RateLimit): Handler<typeof getCapabilities> {
  const endpoints = describeEndpoints(routes);
  const one = new Map(routes.map((route) => [route.name, describeOne(route)]));
  const engine = sharedRead(() => bus.call(describeEngine, {}, { timeoutMs: engineTimeoutMs }).catch(() => null));
  return async ({ caller: { base_url }, query }) => {
    if (query.endpoint === undefined) return describe(endpoints, base_url, await engine.get(), limits);
    const endpoint = one.get(query.endpoint);
    if (!endpoint) throw unknownEndpoint(query.endpoint, [...one.keys()]);
    return { base_url, endpoint, all: `${base_url}/capabilities` };
  };
}

function unknownEndpoint(name: string, names: readonly string[]): ApiError {
  const near = nearest(name, names);
  const message = `must be ${near ?? `one of ${names.join(', ')}`}`;
  const call = near === undefined ? 'GET /capabilities' : `GET /capabilities?endpoint=${near}`;
  return new ApiError('invalid_request', `endpoint ${message}.`, {
    short: `endpoint must be ${near ?? 'a name that GET /capabilities lists'}.`,
    issues: [{ path: 'endpoint', rule: 'allowed_values', message }],
    nextCalls: { describe: call },
  });
}
