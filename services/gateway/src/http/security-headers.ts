import type { Server } from 'node:http';

const yearSeconds = 31_536_000;

/** What every answer says to browsers: its type is what it says it is; and where the service is reached by https, nothing else will do. */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const strict = new URL(baseUrl).protocol === 'https:';
  return {
    'x-content-type-options': 'nosniff',
    ...(strict ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}),
  };
}

/** Puts `headers` into every answer to what could be parsed as a request, whoever answers it; caches keep it only where that one says so. */
export function sendAlways(server: Server, headers: Readonly<Record<string, string>>): void {
  const always = Object.entries({ 'cache-control': 'no-store', ...headers });
  server.prependListener('request', (_request, response) => {
    for (const [name, value] of always) response.setHeader(name, value);
  });
}
