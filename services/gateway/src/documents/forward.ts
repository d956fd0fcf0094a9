import { documents, documentsPrefix } from '@rest-stop/contracts/documents.ts';
import type { Caller } from '@rest-stop/contracts/agent.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import { callerSigner, type CallerSecrets, signatureMs } from '@rest-stop/runtime/http/caller.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { passedBack, passedOn, picked } from '../proxy/headers.ts';
import { sendUpstream, type UpstreamAnswer } from '../proxy/upstream-client.ts';

const timeoutMs = 10_000;

const passedBackOfDocument = [...passedBack, 'link', 'content-security-policy', 'referrer-policy'] as const;

type Options = { upstreams: Record<Owner, string>; secrets: Record<Owner, CallerSecrets>; baseUrl: string; now: () => number };

/** Forwards requests for documents to their owners, over connections of their own. They need no key and are no visits. */
export function forwardDocuments(app: HttpApp, { upstreams, secrets, baseUrl, now }: Options): void {
  const pool = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 2_000 }, connections: 32 });
  app.addHook('onClose', () => pool.destroy());

  for (const document of documents) {
    const { origin } = new URL(upstreams[document.owner]);
    const path = documentsPrefix + document.path;
    const sign = callerSigner(document.owner, secrets[document.owner]);
    /** HEAD is asked as GET: the server leaves the body out, and the headers are the same. */
    const ask = (request: FastifyRequest, reply: FastifyReply): Promise<UpstreamAnswer> => {
      const own = { ...sign(callerOf(request), { method: 'GET', path }), 'x-request-id': request.id };
      const sent = { origin, method: 'GET', headers: { ...picked(request.headers, passedOn), ...own }, body: undefined };
      return new Promise((resolve, reject) => {
        sendUpstream(
          pool,
          timeoutMs,
          sent,
          { path, to: { service: document.owner, template: path }, client: reply.raw },
          (error, answer) => (answer ? resolve(answer) : reject(error)),
        );
      });
    };
    app.route({
      method: ['GET', 'HEAD'],
      url: document.path,
      config: { probePath: document.path },
      handler: async (request, reply) => {
        const { statusCode, headers, body } = await ask(request, reply);
        return reply.code(statusCode).headers(picked(headers, passedBackOfDocument)).send(body);
      },
    });
  }

  function callerOf({ id }: FastifyRequest): Caller {
    const at = now();
    const seen_at = new Date(at).toISOString();
    return { agent: null, format: 'verbose', seen_at, request_id: id, base_url: baseUrl, expires_at_ms: at + signatureMs };
  }
}
