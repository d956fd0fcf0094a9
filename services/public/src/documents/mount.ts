import { ApiError } from '@rest-stop/contracts/errors.ts';
import { type Document, documentsPrefix, siteUrlOf } from '@rest-stop/contracts/documents.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import Negotiator from 'negotiator';

/** Where the reader is: the address of the site, and that of the interface below it. */
export type Site = { siteUrl: string; baseUrl: string };

export type Render = (site: Site) => string | Buffer | Promise<string>;

type Options = {
  /** How long a cache may answer without asking whether anything changed. */
  maxAgeSeconds: number;
  headers?: (site: Site) => Record<string, string>;
};

/** Pages load nothing from elsewhere and run no script that stands in them: what strangers wrote stays text. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Serves `document`, rendered in the media type that the client prefers. */
export function mountDocument<M extends string>(
  app: HttpApp,
  { path, mediaTypes }: Document<M>,
  renderers: Record<M, Render>,
  { maxAgeSeconds, headers = () => ({}) }: Options = { maxAgeSeconds: 300 },
): void {
  app.get(documentsPrefix + path, { exposeHeadRoute: false }, async (request, reply) => {
    if (!request.caller) throw new ApiError('unauthorized', 'This port answers the gateway only.');
    const { base_url: baseUrl } = request.caller;
    const site = { siteUrl: siteUrlOf(baseUrl), baseUrl };
    const mediaType = preferred(request.headers.accept, mediaTypes);
    // As bytes: to a text, Fastify would add a charset whatever its type.
    const rendered = await renderers[mediaType](site);
    const body = typeof rendered === 'string' ? Buffer.from(rendered) : rendered;
    reply.headers({
      'content-type': withCharset(mediaType),
      'cache-control': `public, max-age=${maxAgeSeconds}`,
      ...(mediaTypes.length > 1 && { vary: 'Accept' }),
      ...pageHeaders,
      ...headers(site),
    });
    return reply.send(body);
  });
}

/** Whoever accepts none of them gets the first all the same: a document in another type is of more use than none (RFC 9110, section 15.5.7). */
function preferred<M extends string>(accept: string | undefined, mediaTypes: readonly [M, ...M[]]): M {
  const found = new Negotiator({ headers: { accept } }).mediaType(mediaTypes);
  return mediaTypes.find((mediaType) => mediaType === found) ?? mediaTypes[0];
}

function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
