import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import {
  getCapabilities,
  getHealth,
  getLlmsTxt,
  getOpenApi,
  getPrivacy,
  getReviews,
  getSeminars,
  getStats,
} from '@rest-stop/contracts/public.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { mount } from '@rest-stop/runtime/http/mount.ts';
import { createHttpApp } from '@rest-stop/runtime/http/server.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { capabilities } from './capabilities/routes.ts';
import { health } from './health/routes.ts';
import type { RateLimit } from './interface/rate-limit.ts';
import { llmsTxt } from './llms/routes.ts';
import { openApiDocument } from './openapi/routes.ts';
import { privacy } from './privacy/routes.ts';
import { reviews } from './reviews/routes.ts';
import { seminars } from './seminars/routes.ts';
import { readStats, stats } from './stats/routes.ts';

export type Deps = {
  bus: Bus;
  log: Log;
  secret: string;
  /** Where an agent writes that has lost its key and wants to be forgotten. */
  operatorEmail: string;
  /** The rate limit that the gateway enforces, for the documentation. */
  limits: RateLimit;
  now?: () => Date;
  /** Milliseconds on a clock that is never set. */
  steady?: () => number;
};

/** The public service: everything that needs no key. It stores nothing: totals and reviews come over the bus, the rest from the contracts. */
export function publicApp({ bus, log, secret, operatorEmail, limits, now = () => new Date(), steady }: Deps): Service {
  const http = createHttpApp({ log, secret, ready: () => bus.connected() });
  const sharedStats = readStats(bus, now, steady);

  mount(http, getReviews, reviews(bus));
  mount(http, getSeminars, seminars(bus));
  mount(http, getStats, stats(sharedStats));
  mount(http, getPrivacy, privacy(operatorEmail, limits));
  mount(http, getCapabilities, capabilities(bus, limits));
  mount(http, getHealth, health(bus, now));
  mount(http, getLlmsTxt, llmsTxt(operatorEmail, limits));
  mount(http, getOpenApi, openApiDocument());

  const forgotten = bus.subscribe(agentForgotten, async () => {
    sharedStats.drop();
    return { service: 'public', deleted: {}, left: 0 };
  });

  return { http, ready: () => bus.ready(), close: () => forgotten.close() };
}
