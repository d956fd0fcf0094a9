import type { Agent, Format } from '@rest-stop/contracts/agent.ts';
import { type ApiError, problem, problemMediaType, type RateLimitedBody, wantsProblem } from '@rest-stop/contracts/errors.ts';
import { forget, rotateKey } from '@rest-stop/contracts/identity.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admit } from './admission/admit.ts';
import { unauthorized } from './admission/errors.ts';
import { keyHashOf } from './admission/key.ts';
import { rateLimitedBody, rateLimitHeaders } from './admission/rate-limit.ts';
import { visitName } from './admission/visit-name.ts';
import {
  allowHeader,
  apiPrefix,
  type Endpoint,
  endpointsAt,
  hasShortParameters,
  isDocument,
  isOfInterface,
  rawPathOf,
} from './endpoints.ts';
import { resolveFormat } from './format.ts';
import { preflightHeaders } from './http/cors.ts';
import { badTarget, callTo, methodNotAllowed, notFound, notFoundOnSite } from './http/errors.ts';
import type { LastSeen } from './last-seen.ts';
import { checkAnnouncedBody } from './proxy/body.ts';
import { clientOf } from './registration/client-address.ts';
import { idempotencyKeyOf } from './registration/idempotency-key.ts';
import type { Registrations } from './registration/limit.ts';

/** What is known of the caller when a request is forwarded. Endpoints that are open to all have no agent. */
export type CallerContext = {
  agent: Agent | null;
  format: Format;
  seenAt: string;
  idempotencyKey?: string | undefined;
  keyHash?: string | undefined;
};

declare module 'fastify' {
  interface FastifyRequest {
    callerContext: CallerContext;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** The one accepted spelling of a path that is answered without a key: a probe's or a document's. */
    probePath?: string;
  }
}

export type Limits = { requests: number; windowSeconds: number; exemptForget: boolean };
type Options = {
  baseUrl: string;
  admit: Admit;
  lastSeen: LastSeen;
  limits: Limits;
  registrations: Registrations;
  trustedProxyHops: number;
  now: () => number;
};

/**
 * Decides about a request before its body is read: which endpoint it is for, whose key it carries, whether that key is within its limit,
 * and in which format the answer is wanted. It either sets `request.callerContext`, or answers, or throws.
 */
export function createGuard({ baseUrl, admit, lastSeen, limits, registrations, trustedProxyHops, now }: Options) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header('x-request-id', request.id);
    const target = request.raw.url ?? '';
    if (!target.startsWith('/')) throw badTarget();
    const path = rawPathOf(target);
    if (request.method === 'OPTIONS') return answerOptions(reply, path);
    const { endpoint, probePath } = request.routeOptions.config;
    if (probePath === path) return;
    if (!endpoint || !endpoint.path.test(path) || !hasShortParameters(request.params as Record<string, string>)) {
      return refuseUnlisted(request, reply, path);
    }

    let admitted: { agent: Agent; seenAt: string; keyHash: string } | undefined;
    if (endpoint.route.auth === 'bearer') {
      admitted = await countVisit(request, reply, endpoint.label, limits.exemptForget && endpoint.route.name === forget.name);
      if (!admitted) return reply;
    }
    if (endpoint.route.registration && isOverRegistrationLimit(request, reply)) return reply;
    const format = resolveFormat((request.query as Record<string, unknown>)['format'], request.headers['user-agent']);
    if (endpoint.route.query && /[^!-~]|#/.test(target)) throw badTarget();
    if (endpoint.route.method !== 'GET') checkAnnouncedBody(request.headers, endpoint.route.bodyLimit);
    const idempotencyKey = endpoint.route.registration && idempotencyKeyOf(request.headers);
    const seenAt = admitted?.seenAt ?? new Date(now()).toISOString();
    const keyHash = endpoint.route.name === rotateKey.name ? admitted?.keyHash : undefined;
    request.callerContext = { agent: admitted?.agent ?? null, format, seenAt, idempotencyKey, keyHash };
  };

  /** Of a request, only this and the limit of MCP messages look at the client's address. */
  function isOverRegistrationLimit(request: FastifyRequest, reply: FastifyReply): boolean {
    const refusal = registrations.take(clientOf(request.raw, trustedProxyHops));
    if (refusal) sendRateLimited(request, reply, refusal);
    return refusal !== undefined;
  }

  /** Without a key and not counted: browsers ask before they send one. */
  function answerOptions(reply: FastifyReply, path: string): FastifyReply {
    const methods = methodsAt(path);
    if (methods.length > 0) reply.header('allow', allowHeader(methods));
    return reply.code(204).headers(preflightHeaders).send();
  }

  /** For a method and path that no endpoint has. Without a valid key a client is told only about paths that are open to all. */
  async function refuseUnlisted(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    if (isDocument(path)) throw otherMethods(reply, ['GET'], {});
    if (!isOfInterface(path)) throw notFoundOnSite(path);
    const samePath = endpointsAt(path);
    const isOpen = samePath.some(({ route }) => route.auth === 'none');
    if (!isOpen && !(await countVisit(request, reply, `${request.method} (unlisted)`, false))) return reply;
    const methods = methodsAt(path);
    if (methods.length === 0 || methods.includes(methodOf(request))) throw notFound(path.slice(apiPrefix.length));
    // By its template: the path itself may hold what nobody is to read.
    const calls = samePath.map(({ route }) => [route.name, callTo(route)]);
    throw otherMethods(reply, methods, Object.fromEntries(calls));
  }

  /** Counts the request as a visit of its agent. Undefined when the agent is over the limit: then the 429 has been sent. */
  async function countVisit(request: FastifyRequest, reply: FastifyReply, label: string, exempt: boolean) {
    const keyHash = keyHashOf(request.raw);
    if (!keyHash) throw unauthorized();
    const admission = await admit(keyHash, visitName(request.id, label));
    reply.headers(rateLimitHeaders(admission, limits));
    if (admission.kind === 'limited' && !exempt) {
      sendRateLimited(request, reply, rateLimitedBody(admission, limits));
      return undefined;
    }
    const seenAt = new Date(admission.nowMs).toISOString();
    lastSeen.record(admission.agent.uuid, seenAt);
    return { agent: admission.agent, seenAt, keyHash };
  }

  /** The six fields; for whoever asks for a problem, as members of one. */
  function sendRateLimited(request: FastifyRequest, reply: FastifyReply, body: RateLimitedBody): void {
    reply.code(429).header('retry-after', body.retry_after_seconds);
    if (!wantsProblem(request.headers.accept)) return void reply.send(body);
    const detail = `The limit is reached: come back at ${body.retry_at}.`;
    reply.header('content-type', problemMediaType).send(problem(429, detail, body, baseUrl));
  }
}

function methodsAt(path: string): string[] {
  return isDocument(path) ? ['GET'] : endpointsAt(path).map(({ route }) => route.method);
}

function otherMethods(reply: FastifyReply, methods: readonly string[], nextCalls: Record<string, string>): ApiError {
  reply.header('allow', allowHeader(methods));
  return methodNotAllowed(methods.join(', '), nextCalls);
}

/** HEAD is GET without the body. */
const methodOf = ({ method }: FastifyRequest) => (method === 'HEAD' ? 'GET' : method);
