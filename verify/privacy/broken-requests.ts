import type { Route } from '@rest-stop/contracts/route.ts';
import { type Guest, bearer } from './guests.ts';
import type { Case } from './planter.ts';
import { schemaOf } from './samples.ts';
import type { Secrets } from './secrets.ts';
import { pathOf } from './valid-cases.ts';

/** Everything outside of the body that can be wrong with a request to `route`. */
export function* brokenRequests(route: Route, secrets: Secrets): Generator<Case> {
  const plant = (name: string) => secrets.plant('never', `${route.name}, ${name}`);
  const path = () => pathOf(route, (param) => plant(`params.${param}`));
  const make = (name: string, end: string): Case => ({ route, name, path: `${path()}${end}` });

  yield make('bad format', `?format=${plant('format')}`);
  yield make('format twice', `?format=min&format=${plant('format twice')}`);
  yield make('unknown query', `?${plant('query name')}=${plant('query value')}`);
  yield make('broken query', `?%zz=${plant('broken query')}&&=&%`);
  yield make('something behind the path', `/${plant('behind the path')}`);
  yield make('encoded path', `%2f${everyByte(plant('encoded path'))}`);
  yield { ...make('unknown method', ''), method: 'PROPFIND' };
  if (route.registration) {
    yield { ...make('Idempotency-Key too short', ''), headers: [['idempotency-key', plant('Idempotency-Key too short')]] };
    const same: Case['headers'] = [['idempotency-key', `${plant('Idempotency-Key used again')}-and-more`]];
    yield { ...make('Idempotency-Key', ''), headers: same };
    yield { ...make('Idempotency-Key again', ''), headers: same };
    yield { ...make('Idempotency-Key for something else', '?agent_id=somebody-else'), headers: same };
  }
  for (const name of Object.keys(schemaOf(route, 'query')?.properties ?? {})) {
    yield make(`bad ${name}`, `?${name}=${plant(`query.${name}`)}!!`);
  }
  for (const [, param] of route.path.matchAll(/:(\w+)/g)) {
    const filled = (value: string) => route.path.replace(`:${param}`, value);
    yield { route, name: `${param} unknown`, path: filled(plant(`params.${param} unknown`)) };
    yield { route, name: `${param} encoded`, path: filled(everyByte(plant(`params.${param} encoded`))) };
    yield { route, name: `${param} badly encoded`, path: filled(`%zz${plant(`params.${param} badly encoded`)}%`) };
    yield { route, name: `${param} too long`, path: filled(plant(`params.${param} too long`).padEnd(2_000, 'x')) };
  }
}

/** Every wrong way to present a key, the agent's own one in wrong places included. */
export function* brokenCredentials(route: Route, secrets: Secrets, { key }: Guest): Generator<Case> {
  if (route.auth !== 'bearer') return;
  const plant = (name: string) => secrets.plant('never', `${route.name}, ${name}`);
  const path = pathOf(route, (param) => plant(`params.${param}`));
  const make = (name: string, authorization: string[], end = ''): Case => ({
    route,
    name,
    path: `${path}${end}`,
    authorization: authorization.map((value) => ['authorization', value]),
  });
  yield make('another scheme', [`Basic ${plant('another scheme')}`]);
  yield make('a malformed key', [`Bearer ${plant('a malformed key')}`]);
  yield make('a key of the wrong length', [`Bearer ${key}${plant('a longer key')}`]);
  yield make('an unknown key', [`Bearer ${secrets.plantKey(`${route.name}, an unknown key`)}`]);
  yield make('two keys', [`Bearer ${secrets.plantKey(`${route.name}, the first of two keys`)}`, `Bearer ${key}`]);
  yield make('the key in the query', [], `?api_key=${key}&token=${key}&access_token=${key}`);
  yield {
    ...make('the key in other headers', []),
    headers: [
      ['x-api-key', key],
      ['cookie', `key=${key}`],
      ['user-agent', key],
    ],
  };
}

/** The agent's own key where a careless client may put it, on requests that are admitted. */
export function* misplacedKeys(route: Route, guest: Guest): Generator<Case> {
  if (route.method !== 'GET' || route.auth !== 'bearer') return;
  const path = pathOf(route, () => guest.key);
  const headers: Case['headers'] = [
    ['x-api-key', guest.key],
    ['cookie', `key=${guest.key}`],
    ['user-agent', guest.key],
    ['referer', `https://x.example/?key=${guest.key}`],
  ];
  yield { route, name: 'the own key everywhere', guest, authorization: bearer(guest), headers, path: `${path}?api_key=${guest.key}` };
}

function everyByte(text: string): string {
  return Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
}
