import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';

/** One route of the contracts as the gateway serves it. */
export type Endpoint = {
  route: Route;
  /** The one spelling of its raw path that is accepted. */
  path: RegExp;
  /** Method and template: what the visit log and the access log call it. */
  label: string;
  /** Whether no cache may keep its answers: they belong to one agent or carry a key. */
  private: boolean;
};

/** What every path of the interface begins with. */
export const apiPrefix = '/v1';

/** RFC 3986 `pchar` without `;`, and dot segments left out: many parsers disagree about both. */
const parameter = String.raw`(?!\.{1,2}(?:/|$))(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+`;

/** Longer parameters are no resource of this service, whatever they say. */
const maxParameterLength = 1_000;

/** Every endpoint of the public interface. */
export const endpoints: readonly Endpoint[] = routes.map((route) => ({
  route,
  path: exactPath(apiPrefix + route.path),
  label: `${route.method} ${apiPrefix}${route.path}`,
  private: route.auth === 'bearer' || route.method === 'POST',
}));

/** A pattern that matches `template` in its canonical spelling only: no encoded letter, doubled slash or dot segment stands for it. */
function exactPath(template: string): RegExp {
  const segments = template.split('/').map((segment) => (segment.startsWith(':') ? parameter : literal(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}

function literal(segment: string): string {
  return segment.replace(/[^A-Za-z0-9_-]/g, (c) => `\\${c}`);
}

/** The endpoints, of whatever method, that live at `rawPath`. */
export function endpointsAt(rawPath: string): Endpoint[] {
  return endpoints.filter(({ path }) => path.test(rawPath));
}

/** The part of a request target before its query, exactly as it was sent. */
export function rawPathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

/** Whether every path parameter is short enough to be looked at. */
export function hasShortParameters(params: Record<string, string>): boolean {
  for (const name in params) if ((params[name] ?? '').length > maxParameterLength) return false;
  return true;
}
