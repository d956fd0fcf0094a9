import type { Route } from '@rest-stop/contracts/route.ts';
import type { Canaries } from '../canaries/canaries.ts';
import type { RegisteredAgent } from './agents.ts';
import type { Case } from './driver.ts';
import { schemaOf } from './samples.ts';
import { pathOf } from './valid.ts';

/** Everything outside of the body that can be wrong with a request to `route`. */
export function* brokenRequests(route: Route, canaries: Canaries): Generator<Case> {
  const plant = (name: string) => canaries.plant('never', `${route.name}, ${name}`);
  const path = pathOf(route, (param) => plant(`params.${param}`));
  const ends: [name: string, end: string][] = [
    ['bad format', `?format=${plant('format')}`],
    ['format twice', `?format=min&format=${plant('format twice')}`],
    ['unknown query', `?${plant('query name')}=${plant('query value')}`],
    ['broken query', `?%zz=${plant('broken query')}&&=&%`],
    ['something behind the path', `/${plant('behind the path')}`],
    ['encoded path', `%2f${everyByte(plant('encoded path'))}`],
    ...Object.keys(schemaOf(route, 'query')?.properties ?? {}).map((name): [string, string] => [
      `bad ${name}`,
      `?${name}=${plant(`query.${name}`)}!!`,
    ]),
  ];
  for (const [name, end] of ends) yield { route, name, path: path + end };
  yield { route, name: 'unknown method', path, method: 'PROPFIND' };
  if (route.registration) {
    const short = plant('Idempotency-Key too short');
    const same = `${plant('Idempotency-Key used again')}-and-more`;
    const keys: [name: string, key: string, end: string][] = [
      ['Idempotency-Key too short', short, ''],
      ['Idempotency-Key', same, ''],
      ['Idempotency-Key again', same, ''],
      ['Idempotency-Key for something else', same, '?agent_id=somebody-else'],
    ];
    for (const [name, key, end] of keys) yield { route, name, path: path + end, headers: [['idempotency-key', key]] };
  }
  for (const [, param] of route.path.matchAll(/:(\w+)/g)) {
    const values: Record<string, (planted: string) => string> = {
      unknown: (planted) => planted,
      encoded: everyByte,
      'badly encoded': (planted) => `%zz${planted}%`,
      'too long': (planted) => planted.padEnd(2_000, 'x'),
    };
    for (const [how, value] of Object.entries(values)) {
      yield { route, name: `${param} ${how}`, path: route.path.replace(`:${param}`, value(plant(`params.${param} ${how}`))) };
    }
  }
}

/** Every wrong way to present a key, the agent's own one in wrong places included; and its own key in the right place and all others besides. */
export function* brokenCredentials(route: Route, canaries: Canaries, agent: RegisteredAgent): Generator<Case> {
  if (route.auth !== 'bearer') return;
  const { key } = agent;
  const label = (name: string) => `${route.name}, ${name}`;
  const path = pathOf(route, (param) => canaries.plant('never', label(`params.${param}`)));
  const wrong: [name: string, ...authorization: string[]][] = [
    ['another scheme', `Basic ${canaries.plant('never', label('another scheme'))}`],
    ['a malformed key', `Bearer ${canaries.plant('never', label('a malformed key'))}`],
    ['a key of the wrong length', `Bearer ${key}${canaries.plant('never', label('a longer key'))}`],
    ['an unknown key', `Bearer ${canaries.plantKey(label('an unknown key'))}`],
    ['two keys', `Bearer ${canaries.plantKey(label('the first of two keys'))}`, `Bearer ${key}`],
  ];
  for (const [name, ...values] of wrong) yield { route, name, path, authorization: values.map((value) => ['authorization', value]) };
  yield { route, name: 'the key in the query', path: `${path}?api_key=${key}&token=${key}&access_token=${key}`, authorization: [] };
  const elsewhere: Case['headers'] = [
    ['x-api-key', key],
    ['cookie', `key=${key}`],
    ['user-agent', key],
    ['referer', `https://x.example/?key=${key}`],
  ];
  yield { route, name: 'the key in other headers', path, headers: elsewhere, authorization: [] };
  if (route.method !== 'GET') return;
  yield { route, name: 'the own key everywhere', path: `${pathOf(route, () => key)}?api_key=${key}`, headers: elsewhere, agent };
}

function everyByte(text: string): string {
  return Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');
}
