import { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import type { getCapabilities } from '@rest-stop/contracts/public.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { describe, describeEndpoints } from './describe.ts';

const engineTimeoutMs = 500;

/** Answers from the contracts. Only the engine's name is asked for over the bus; without an answer it is given as unknown. */
export function capabilities(bus: Bus, limits: RateLimit): Handler<typeof getCapabilities> {
  const endpoints = describeEndpoints(routes);
  const engine = sharedRead(() => bus.call(describeEngine, {}, { timeoutMs: engineTimeoutMs }).catch(() => null));
  return async ({ caller }) => describe(endpoints, caller.base_url, await engine.get(), limits);
}
