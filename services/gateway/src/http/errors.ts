import { baseProtectedResource, siteUrlOf } from '@rest-stop/contracts/documents.ts';
import { ApiError, errorInShape } from '@rest-stop/contracts/errors.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { nearest } from '@rest-stop/runtime/http/validation/nearest.ts';
import { toApiError } from '@rest-stop/runtime/http/server.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { formatOfError } from '../format.ts';

export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Answers errors in the shape that all errors have. Causes that clients must not see go to the log, without their messages. */
export function errorSender(baseUrl: string, log: Log): SendError {
  const challenge = `Bearer resource_metadata="${siteUrlOf(baseUrl)}${baseProtectedResource.path}"`;
  return (thrown, request, reply) => {
    const error = toApiError(thrown);
    if (error.status >= 500 && !request.raw.destroyed) {
      const seen = { route: request.routeOptions.url, error: error.code, request_id: request.id };
      log.warn({ ...seen, err: error.details.cause ?? error }, 'request failed');
    }
    const { retryAfterSeconds } = error.details;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    if (error.code === 'unauthorized') reply.header('www-authenticate', challenge);
    reply.header('x-request-id', request.id);
    const context = { baseUrl, requestId: request.id, endpoint: request.routeOptions.config?.endpoint?.route.name };
    const { mediaType, body } = errorInShape(error, context, { format: formatOfError(request), accept: request.headers.accept });
    return reply.code(error.status).header('content-type', mediaType).send(body);
  };
}

/** The request target cannot be the path of an endpoint. */
export function badTarget(): ApiError {
  return new ApiError(
    'invalid_request',
    'The request target must be a path in ASCII, like those that GET /capabilities lists: encode the rest.',
  );
}

/** No endpoint has this path below the base URL. What it looks like is named from the list, never as it was sent. */
export function notFound(path: string): ApiError {
  const near = nearest(path, [...new Set(routes.map((route) => route.path))]);
  const route = routes.find((one) => one.path === near);
  if (!route) return new ApiError('not_found', 'There is no such endpoint. GET /capabilities lists all of them.');
  return towards(route, 'There is no such endpoint');
}

/** Outside the interface, nothing has this path. */
export function notFoundOnSite(path: string): ApiError {
  const route = routes.find((one) => one.path === path);
  if (route) return towards(route, 'The interface is below /v1');
  return new ApiError('not_found', 'There is nothing here. Begin with GET /llms.txt, or register with POST /quickjoin.', {
    nextCalls: { begin: 'GET /llms.txt', register: 'POST /quickjoin' },
  });
}

/** The call to `route` with the names of its parameters in the place of values. */
export function callTo({ method, path }: Route): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
}

function towards(route: Route, what: string): ApiError {
  const call = callTo(route);
  return new ApiError('not_found', `${what}: send ${call.replace(' /', ' /v1/')}.`, { nextCalls: { [route.name]: call } });
}

/** Endpoints have this path, but with other methods. */
export function methodNotAllowed(allowed: string, nextCalls: Record<string, string> = {}): ApiError {
  return new ApiError('method_not_allowed', `This path takes ${allowed} only.`, { nextCalls });
}
