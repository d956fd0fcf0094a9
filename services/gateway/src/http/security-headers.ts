import type { HttpApp } from '@rest-stop/runtime/http/server.ts';

const yearSeconds = 31_536_000;

/**
 * What every answer says: that its type is what it says it is; where the service is reached by https, that nothing else will do; and that
 * caches do not keep it, unless whoever answers says that they may.
 */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const strict = new URL(baseUrl).protocol === 'https:';
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(strict ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}),
  };
}

/** Puts `headers` into every answer to what could be parsed as a request. */
export function sendAlways(app: HttpApp, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
