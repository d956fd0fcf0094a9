import type { Route } from '@rest-stop/contracts/route.ts';
import type { Canaries } from '../canaries/canaries.ts';
import { type Case, json } from './driver.ts';
import { isAnyJson, type Leaf, leavesOf, padded, sample, type Schema, schemaOf, withValue } from './samples.ts';
import { pathOf } from './valid.ts';

/** Every way in which the body of a request to `route` can be wrong, with canaries in what is refused. */
export function* brokenBodies(route: Route, canaries: Canaries): Generator<Case> {
  const schema = schemaOf(route, 'body');
  if (!schema) return;
  const make = (name: string, body: Buffer | string, headers: Case['headers'] = [json]): Case => ({
    route,
    name,
    path: pathOf(route, (param) => canaries.plant('never', `${route.name}, ${name}: params.${param}`)),
    body: Buffer.from(body),
    headers,
  });
  const plant = (name: string) => canaries.plant('never', `${route.name}, ${name}: body`);
  const good = (name: string) => sample(schema, (path, leaf) => padded(plant(`${name}, ${path}`), leaf));

  for (const leaf of leavesOf(schema)) {
    const place = leaf.path.join('.');
    for (const [rule, value] of wrongValues(leaf, (rule) => plant(`${place} ${rule}`))) {
      const name = `${place} ${rule}`;
      yield make(name, JSON.stringify(withValue(good(name), leaf.path, value)));
    }
  }
  yield make('unknown property', JSON.stringify({ ...(good('unknown property') as object), [plant('its name')]: plant('its value') }));
  yield make('no object', JSON.stringify([plant('no object')]));
  yield make('not JSON', `{"a": "${plant('not JSON')}`);
  yield make('not UTF-8', Buffer.concat([Buffer.from(`{"a": "${plant('not UTF-8')}`), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]));
  yield make('NUL', JSON.stringify({ [plant('NUL')]: `${plant('NUL')}\0` }));
  yield make('prototype key', `{"__proto__": {"${plant('prototype key')}": "${plant('prototype key')}"}}`);
  yield make('too deep', `${'['.repeat(100)}"${plant('too deep')}"${']'.repeat(100)}`);
  yield make('duplicate key', `{"${plant('first')}": "${plant('first')}", "x": 1, "x": "${plant('second')}"}`);
  yield make('larger than the route takes', JSON.stringify({ a: plant('too large').padEnd(route.bodyLimit, 'x') }));
  yield make('wrong media type', plant('wrong media type'), [['content-type', `text/${plant('media type')}`]]);
  yield make('media type with a parameter', '{}', [['content-type', `application/json; charset=${plant('charset')}`]]);
  yield make('content coding', plant('content coding'), [json, ['content-encoding', plant('coding')]]);
}

/** Values that the field must not take, each with the rule that it breaks. */
function* wrongValues({ schema }: Leaf, plant: (rule: string) => string): Generator<[rule: string, value: unknown]> {
  if (isAnyJson(schema)) {
    yield ['too large', plant('too large').padEnd(33_000, 'x')];
    return;
  }
  yield ['of a wrong type', { [plant('of a wrong type')]: [plant('of a wrong type')] }];
  if (isClosed(schema)) yield ['of no allowed value', `${plant('of no allowed value')} !`];
  if (schema.maxLength !== undefined) yield ['too long', plant('too long').padEnd(schema.maxLength + 1, 'x')];
}

/** Whether only some texts are taken, or none. */
function isClosed({ type, enum: values, pattern, format }: Schema): boolean {
  return type !== 'string' || values !== undefined || pattern !== undefined || format !== undefined;
}
