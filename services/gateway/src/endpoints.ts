import { documents } from '@rest-stop/contracts/documents.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';

/** A route of the contracts, with what the gateway needs beside it. */
export type Endpoint = {
  route: Route;
  /** Matches the only spelling of its path that is accepted. */
  path: RegExp;
  /** Method and path template. The visit log has a code for it; a real path must not be there: it can hold a memory key. */
  label: string;
  /** Whether caches must not keep its answers, because they belong to one agent or contain a key. */
  private: boolean;
};

/** What every path of the interface begins with. */
export const apiPrefix = '/v1';

/** RFC 3986 `pchar`, but no `;` and no dot segments: parsers disagree about both. */
const parameter = String.raw`(?!\.{1,2}(?:/|$))(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+`;

/** No resource has a longer name: such a path is answered 404. */
const maxParameterLength = 1_000;

/** Every endpoint of the public interface. */
export const endpoints: readonly Endpoint[] = routes.map((route) => ({
  route,
  path: exactPath(apiPrefix + route.path),
  label: `${route.method} ${apiPrefix}${route.path}`,
  private: route.auth === 'bearer' || route.method === 'POST',
}));

/** A pattern for `template` in its canonical spelling: an encoded letter, a doubled slash or a dot segment does not match. */
function exactPath(template: string): RegExp {
  const segments = template.split('/').map((segment) => (segment.startsWith(':') ? parameter : literal(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}

function literal(segment: string): string {
  return segment.replace(/[^A-Za-z0-9_-]/g, (c) => `\\${c}`);
}

/** The endpoints with this path, whatever their method. */
export function endpointsAt(rawPath: string): Endpoint[] {
  return endpoints.filter(({ path }) => path.test(rawPath));
}

/** Whether a path belongs to the versioned interface, where nothing is told without a key but of what is open to all. */
export function isOfInterface(rawPath: string): boolean {
  return rawPath === apiPrefix || rawPath.startsWith(`${apiPrefix}/`);
}

const documentPaths: ReadonlySet<string> = new Set(documents.map(({ path }) => path));

/** Whether a document is at this path: one that is open to all and is only read. */
export function isDocument(rawPath: string): boolean {
  return documentPaths.has(rawPath);
}

/** As the Allow header lists the methods that a path takes. */
export function allowHeader(methods: readonly string[]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
}

/** The part of a request target before its query, exactly as it was sent. */
export function rawPathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

/** Whether no path parameter is longer than any resource's name. */
export function hasShortParameters(params: Record<string, string>): boolean {
  for (const name in params) if ((params[name] ?? '').length > maxParameterLength) return false;
  return true;
}
