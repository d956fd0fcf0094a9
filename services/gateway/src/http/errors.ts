import { baseProtectedResource, siteUrlOf } from '@rest-stop/contracts/documents.ts';
import { ApiError, errorBody } from '@rest-stop/contracts/errors.ts';
import { toApiError } from '@rest-stop/runtime/http/server.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
    return reply.code(error.status).send(errorBody(error, baseUrl, request.id));
  };
}

/** The request target cannot be the path of an endpoint. */
export function badTarget(): ApiError {
  return new ApiError('invalid_request', 'The request target must be a path like those that GET /capabilities lists.');
}

/** No endpoint has this path. */
export function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such endpoint. GET /capabilities lists all of them.');
}

/** Outside the interface, nothing has this path. */
export function notFoundOnSite(): ApiError {
  return new ApiError('not_found', 'There is nothing here. Begin with GET /llms.txt, or register with POST /quickjoin.', {
    nextCalls: { begin: 'GET /llms.txt', register: 'POST /quickjoin' },
  });
}

/** Endpoints have this path, but with other methods. */
export function methodNotAllowed(allowed: string): ApiError {
  return new ApiError('method_not_allowed', `This path takes ${allowed} only.`);
}
