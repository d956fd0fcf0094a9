import { hash } from 'node:crypto';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import Negotiator from 'negotiator';
import { codings, compressor } from './compressed.ts';

type Reply = { getHeader(name: string): string | number | string[] | undefined; header(name: string, value: string): unknown };

/** Below this, compressing gains nothing (a packet is sent either way). */
const leastBytes = 1_024;

// Not @fastify/compress and @fastify/etag: the former compresses the same document anew for every request.

/**
 * Compresses the successes of `app` for those who accept it, and tells whoever holds one already that it has not changed.
 * For answers without secrets alone: next to a stranger's text, the size of a compressed secret tells it (BREACH).
 */
export function representations(app: HttpApp): void {
  const compressed = compressor();
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const body = Buffer.from(payload);
    const id = hash('sha256', body, 'base64url').slice(0, 22);
    if (mayBeKept(reply)) {
      // Weak, because it is the same however the body is compressed.
      const etag = `W/"${id}"`;
      reply.header('etag', etag);
      if (names(request.headers['if-none-match'], etag)) {
        vary(reply);
        // Without a body there is nothing that has a type.
        reply.code(304).removeHeader('content-type');
        return null;
      }
    }
    if (body.length < leastBytes) return payload;
    vary(reply);
    const accepted = new Negotiator(request.raw).encodings([...codings]);
    const chosen = codings.find((coding) => accepted.includes(coding));
    if (!chosen) return payload;
    reply.header('content-encoding', chosen).removeHeader('content-length');
    return compressed(id, body, chosen);
  });
}

function mayBeKept(reply: Reply): boolean {
  const cacheControl = reply.getHeader('cache-control');
  return cacheControl !== undefined && cacheControl !== 'no-store';
}

function vary(reply: Reply): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'Accept-Encoding' : `${before.toString()}, Accept-Encoding`);
}

/** Whether If-None-Match names the entity tag (RFC 9110, section 13.1.2). */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
