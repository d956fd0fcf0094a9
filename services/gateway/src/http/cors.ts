import { fidelityHeader } from '@rest-stop/contracts/stay/ai.ts';

// Not @fastify/cors: what it adds to a request is added here to answers that Fastify never sees, too, and nothing depends on the request.

/** In every answer: any page may call with a key of its own, because a key in a header, unlike a cookie, is never sent by itself. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `retry-after, ratelimit, ratelimit-policy, x-request-id, www-authenticate, allow, ${fidelityHeader}`,
} as const;

/** What a browser asks before it sends the request itself. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, accept, mcp-protocol-version, mcp-method, mcp-name',
  'access-control-max-age': '86400',
} as const;
