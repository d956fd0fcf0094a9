import type { IncomingHttpHeaders } from 'node:http';
import { type Document, documents, documentsPrefix } from '@rest-stop/contracts/documents.ts';
import type { Caller } from '@rest-stop/contracts/agent.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import { callerSigner, type CallerSecrets, type SignCaller, signatureMs } from '@rest-stop/runtime/http/caller.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { sendUpstream, type UpstreamAnswer } from '../proxy/upstream-client.ts';

const timeoutMs = 10_000;

/** What of a request decides which answer it gets. */
const passedOn = ['accept', 'accept-encoding', 'if-none-match'] as const;
const passedBack = [
  'content-type',
  'content-encoding',
  'cache-control',
  'etag',
  'vary',
  'link',
  'retry-after',
  'content-security-policy',
  'referrer-policy',
] as const;

type Options = { upstreams: Record<Owner, string>; secrets: Record<Owner, CallerSecrets>; baseUrl: string; now: () => number };

/** Forwards requests for documents to their owners, over connections of their own. They need no key and are no visits. */
export function forwardDocuments(app: HttpApp, { upstreams, secrets, baseUrl, now }: Options): void {
  const pool = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 2_000 }, connections: 32 });
  app.addHook('onClose', () => pool.destroy());

  for (const document of documents) {
    const sign = callerSigner(document.owner, secrets[document.owner]);
    app.route({
      method: ['GET', 'HEAD'],
      url: document.path,
      config: { probePath: document.path },
      handler: async (request, reply) => {
        const { statusCode, headers, body } = await ask(document, sign, request, reply);
        return reply.code(statusCode).headers(picked(headers, passedBack)).send(body);
      },
    });
  }

  /** HEAD is asked as GET: the server leaves the body out, and the headers are the same. */
  function ask({ path, owner }: Document, sign: SignCaller, request: FastifyRequest, reply: FastifyReply): Promise<UpstreamAnswer> {
    const headers = {
      ...picked(request.headers, passedOn),
      ...sign(callerOf(request), { method: 'GET', path: documentsPrefix + path }),
      'x-request-id': request.id,
    };
    const sent = { origin: new URL(upstreams[owner]).origin, method: 'GET', headers, body: undefined };
    return new Promise((resolve, reject) => {
      sendUpstream(pool, timeoutMs, sent, { path: documentsPrefix + path, client: reply.raw }, (error, answer) =>
        answer ? resolve(answer) : reject(error),
      );
    });
  }

  function callerOf({ id }: FastifyRequest): Caller {
    const at = now();
    const seen_at = new Date(at).toISOString();
    return { agent: null, format: 'verbose', seen_at, request_id: id, base_url: baseUrl, expires_at_ms: at + signatureMs };
  }
}

function picked(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));
}
