import { documents } from '@rest-stop/contracts/documents.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';

/** What a request target is, whatever its method. */
type Reading =
  | { kind: 'malformed' }
  | { kind: 'document'; upstream: string }
  | { kind: 'elsewhere' }
  | { kind: 'path'; here: { route: Route; upstream: string }[] };

/** What the gateway must do with a request: its status with and without a key, what the upstream sees, and whether it is a visit. */
export type Verdict = { withKey: number; withoutKey: number; upstream: string | undefined; counted: number };

const sub = /^(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+$/;
const longestParameter = 1_000;

/** The oracle: segment by segment, sharing nothing with the gateway's own table but the list of routes. */
export function verdictOn(method: string, target: string): Verdict {
  const reading = read(target);
  if (reading.kind === 'malformed') return { withKey: 400, withoutKey: 400, upstream: undefined, counted: 0 };
  if (method === 'OPTIONS') return { withKey: 204, withoutKey: 204, upstream: undefined, counted: 0 };
  if (reading.kind === 'elsewhere') return { withKey: 404, withoutKey: 404, upstream: undefined, counted: 0 };
  if (reading.kind === 'document') {
    const read = method === 'GET' || method === 'HEAD';
    return { withKey: read ? 200 : 405, withoutKey: read ? 200 : 405, upstream: read ? reading.upstream : undefined, counted: 0 };
  }
  const { here } = reading;
  const found = here.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method));
  const open = here.some(({ route }) => route.auth === 'none');
  const counted = (found ? found.route.auth === 'none' : open) ? 0 : 1;
  const withKey = found ? 200 : here.length > 0 ? 405 : 404;
  return { withKey, withoutKey: counted ? 401 : withKey, upstream: found?.upstream, counted };
}

function read(target: string): Reading {
  if (!target.startsWith('/')) return { kind: 'malformed' };
  const [path = ''] = target.split('?', 1);
  if (!decodes(path)) return { kind: 'malformed' };
  const [, version, ...segments] = path.split('/');
  if (documents.some((document) => document.path === path)) return { kind: 'document', upstream: `/documents${path}` };
  if (version !== 'v1') return { kind: 'elsewhere' };
  const here = routes.flatMap((route) => {
    const upstream = matched(route.path.split('/').slice(1), segments);
    return upstream === undefined ? [] : [{ route, upstream }];
  });
  return { kind: 'path', here };
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The upstream path that `segments` mean under `template`; undefined when they are not it. */
function matched(template: string[], segments: string[]): string | undefined {
  if (template.length !== segments.length) return undefined;
  let upstream = '';
  for (const [i, expected] of template.entries()) {
    const given = segments[i] ?? '';
    if (!expected.startsWith(':')) {
      if (given !== expected) return undefined;
      upstream += `/${given}`;
      continue;
    }
    if (!sub.test(given) || given === '.' || given === '..') return undefined;
    const value = decodeURIComponent(given);
    if (value.length > longestParameter) return undefined;
    upstream += `/${value === '.' || value === '..' ? given.replaceAll(/%2e|\./gi, '%2E') : encodeURIComponent(value)}`;
  }
  return upstream;
}

/** Spellings of a path of which some parser somewhere takes each for the same. */
export function spellingsOf(path: string): string[] {
  const plain = path.replace(/:\w+/, 'k-1');
  const inserted = [
    '/',
    '/.',
    '/..',
    '/x/..',
    '%2F',
    '%2f',
    '\\',
    '/%2e',
    '/;',
    ';a=b',
    '%00',
    '%20',
    '%',
    '%zz',
    '%ff',
    '#',
    '.',
    '%252F',
    '%C0%AF',
    '%u002f',
    '+',
    '|',
    '"',
  ];
  const places = [...plain.matchAll(/\//g)].map(({ index }) => index).concat(plain.length);
  const around = places.flatMap((at) => inserted.map((text) => plain.slice(0, at) + text + plain.slice(at)));
  const letters = [...plain.matchAll(/[a-z]/g)].map(({ index }) => index).filter((_, nth) => nth % 3 === 0);
  const encoded = letters.map((at) => `${plain.slice(0, at)}%${plain.charCodeAt(at).toString(16)}${plain.slice(at + 1)}`);
  const raised = letters.map((at) => plain.slice(0, at) + plain.charAt(at).toUpperCase() + plain.slice(at + 1));
  const slashes = places
    .slice(0, -1)
    .flatMap((at) => ['\\', '%2F', '%5C', '%252F'].map((text) => plain.slice(0, at) + text + plain.slice(at + 1)));
  const whole = [
    plain,
    `${plain}?`,
    `${plain}?/../x`,
    `${plain}?a=%zz`,
    plain.slice(3),
    `/V1${plain.slice(3)}`,
    `/v2${plain.slice(3)}`,
    `http://g${plain}`,
    `//g${plain}`,
    `g:80`,
    `*`,
  ];
  return [...new Set([...whole, ...around, ...encoded, ...raised, ...slashes])];
}

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'] as const;
