import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Owner = 'identity' | 'stay' | 'public';

/** One endpoint of the public interface. The gateway's routing, the service's validation and the documentation all read it. */
export type Route = {
  /** Name of the operation, in snake_case; also its name in `next_calls`. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base URL; parameters as `:name`. */
  path: string;
  owner: Owner;
  auth: 'none' | 'bearer';
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Top-level body fields whose excess length answers 413 `value_too_large` instead of 400. */
  sizeFields?: readonly string[];
  /** Largest body in bytes on the wire. */
  bodyLimit: number;
  response: z.ZodType;
  min?: z.ZodType;
  /** The error codes that not every route of this kind can answer with. */
  errors: readonly ErrorCode[];
  /** Waits for the AI model: longer deadline and a connection pool of its own. */
  slow?: true;
  /** Answers by server-sent events where Accept asks for them (event-stream.ts). */
  streams?: true;
  mediaType?: 'text/plain';
  /** How caches may keep a 200, as Cache-Control says it; left out: not at all. */
  cacheControl?: string;
  /** Headers of its own in a 200, each with what it says. The gateway passes back those that it knows by name. */
  responseHeaders?: Readonly<Record<string, string>>;
  /** Registers an agent: limited per client address, and repeatable with an Idempotency-Key. */
  registration?: true;
  /** Other statuses than 200 that come with the same body. */
  alsoStatus?: readonly number[];
};

/** Keeps the schemas' exact types while checking that `route` is one. */
export function route<const R extends Route>(route: R): R {
  return route;
}
