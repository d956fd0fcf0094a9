import type { Agent, Format } from '@rest-stop/contracts/agent.ts';
import type { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { forget } from '@rest-stop/contracts/identity.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admit } from './admission/admit.ts';
import { unauthorized } from './admission/errors.ts';
import { keyHashOf } from './admission/key.ts';
import { rateLimitedBody, rateLimitHeaders } from './admission/rate-limit.ts';
import { type Endpoint, endpointsAt, hasShortParameters, rawPathOf } from './endpoints.ts';
import { resolveFormat } from './format.ts';
import { badTarget, methodNotAllowed, notFound } from './http/errors.ts';
import type { LastSeen } from './last-seen.ts';
import { checkAnnouncedBody } from './proxy/body.ts';
import { clientOf } from './registration/client-address.ts';
import { idempotencyKeyOf } from './registration/idempotency-key.ts';
import type { Registrations } from './registration/limit.ts';

/** What the gateway has found out about a request by the time it is forwarded. */
export type RequestContext = { agent: Agent | null; format: Format; seenAt: string; idempotencyKey?: string | undefined };

declare module 'fastify' {
  interface FastifyRequest {
    visit: RequestContext;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** The one accepted spelling of a probe's path. */
    probePath?: string;
  }
}

export type Limits = { requests: number; windowSeconds: number; exemptForget: boolean };
type Options = {
  admit: Admit;
  lastSeen: LastSeen;
  limits: Limits;
  registrations: Registrations;
  trustedProxyHops: number;
  now: () => number;
};

/**
 * Everything that is decided about a request before its body is read: where it goes, who sends it, whether it may, what shape is wanted.
 * It either sets `request.visit`, or answers, or throws.
 */
export function createGuard({ admit, lastSeen, limits, registrations, trustedProxyHops, now }: Options) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header('x-request-id', request.id);
    const target = request.raw.url ?? '';
    if (!target.startsWith('/')) throw badTarget();
    const path = rawPathOf(target);
    const { endpoint, probePath } = request.routeOptions.config;
    if (probePath === path) return;
    if (!endpoint || !endpoint.path.test(path) || !hasShortParameters(request.params as Record<string, string>)) {
      return refuseUnlisted(request, reply, path);
    }

    if (endpoint.route.min) reply.header('vary', 'User-Agent');
    let visitor: { agent: Agent; seenAt: string } | undefined;
    if (endpoint.route.auth === 'bearer') {
      visitor = await visit(request, reply, endpoint.label, limits.exemptForget && endpoint.route.name === forget.name);
      if (!visitor) return reply;
    }
    if (endpoint.route.registration && isOverRegistrationLimit(request, reply)) return reply;
    const format = resolveFormat((request.query as Record<string, unknown>)['format'], request.headers['user-agent']);
    if (endpoint.route.query && /[^!-~]|#/.test(target)) throw badTarget();
    if (endpoint.route.method !== 'GET') checkAnnouncedBody(request.headers, endpoint.route.bodyLimit);
    const idempotencyKey = endpoint.route.registration && idempotencyKeyOf(request.headers);
    const seenAt = visitor?.seenAt ?? new Date(now()).toISOString();
    request.visit = { agent: visitor?.agent ?? null, format, seenAt, idempotencyKey };
  };

  /** The client's address is looked at here and nowhere else. */
  function isOverRegistrationLimit(request: FastifyRequest, reply: FastifyReply): boolean {
    const refusal = registrations.take(clientOf(request.raw, trustedProxyHops));
    if (refusal) sendRateLimited(reply, refusal);
    return refusal !== undefined;
  }

  /** Nothing is listed under this method and path: without a key only what is open to all may be told. */
  async function refuseUnlisted(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const there = endpointsAt(path);
    const isOpen = there.some(({ route }) => route.auth === 'none');
    if (!isOpen && !(await visit(request, reply, `${request.method} (unlisted)`, false))) return reply;
    if (there.length === 0 || there.some(({ route }) => route.method === request.method)) throw notFound();
    const allowed = there.map(({ route }) => route.method).join(', ');
    reply.header('allow', allowed);
    throw methodNotAllowed(allowed);
  }

  /** Counts the request as a visit of its agent. Undefined when it is over the limit and has been answered so. */
  async function visit(request: FastifyRequest, reply: FastifyReply, label: string, exempt: boolean) {
    reply.header('cache-control', 'no-store');
    const keyHash = keyHashOf(request.raw);
    if (!keyHash) throw unauthorized();
    const counted = await admit(keyHash, `${request.id} ${label}`);
    reply.headers(rateLimitHeaders(counted, limits));
    if (counted.kind === 'limited' && !exempt) {
      sendRateLimited(reply, rateLimitedBody(counted, limits));
      return undefined;
    }
    const seenAt = new Date(counted.nowMs).toISOString();
    lastSeen.record(counted.agent.uuid, seenAt);
    return { agent: counted.agent, seenAt };
  }
}

function sendRateLimited(reply: FastifyReply, body: RateLimitedBody): void {
  reply.code(429).header('retry-after', body.retry_after_seconds).header('cache-control', 'no-store').send(body);
}
