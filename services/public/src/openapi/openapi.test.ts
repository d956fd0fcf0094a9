import { isStructured, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { baseUrl, publicService } from '../../test/support.ts';
import { openApi } from './document.ts';
import { pathExamples, requestExamples } from '../interface/examples.ts';

type Json = { [key: string]: Json };
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  security: object[];
  requestBody?: { required: boolean };
  responses: Record<string, { $ref?: string; description?: string; content?: Json; headers?: Json }>;
};

const document = openApi(routes, { baseUrl }) as Json;
const operations = Object.entries(document['paths'] ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as unknown as Operation })),
);
const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation ?? expect.fail(id);

/** Every object in the document with the JSON Pointer that leads to it. */
function* walk(node: unknown, pointer = ''): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return;
  yield [pointer, node as Json];
  for (const [key, value] of Object.entries(node)) yield* walk(value, `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`);
}

const at = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((node, key) => node?.[key.replace(/~1/g, '/').replace(/~0/g, '~')], document);

describe('the document', () => {
  it('has what OpenAPI 3.1 requires at its top', () => {
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d+$/), info: { title: expect.any(String), version: 'v1' } });
    expect(document['servers']).toEqual([{ url: baseUrl }]);
  });

  it('has every route once, under an operationId of its own', () => {
    const expected = routes.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(expected.sort());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(routes.length);
  });

  it('refers only to what stands in it', () => {
    const refs = [...walk(document)].flatMap(([, node]) => (typeof node['$ref'] === 'string' ? [node['$ref'] as string] : []));
    expect(refs.length).toBeGreaterThan(50);
    for (const ref of refs) expect(at(ref), ref).toBeDefined();
  });

  it('has schemas that all compile under draft 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: 'https://document.example/' });
    const schemas = [...walk(document)].filter(([pointer]) => /\/schema$|^\/components\/schemas\/[^/]+$/.test(pointer));
    expect(schemas.length).toBeGreaterThan(80);
    for (const [pointer] of schemas)
      expect(() => ajv.compile({ $ref: `https://document.example/#${encodeURI(pointer)}` }), pointer).not.toThrow();
  });

  it('gives every response a description and every media type one schema', () => {
    for (const [pointer, node] of walk(document)) {
      if (/\/responses\/[^/]+$/.test(pointer) && !node['$ref']) expect(node['description'], pointer).toEqual(expect.any(String));
      if (/\/content\/[^/]+$/.test(pointer)) expect(node['schema'], pointer).toBeDefined();
    }
  });
});

describe('each operation', () => {
  it.each(operations)('$method $path declares its path parameters, and format as a query parameter', ({ path, operation }) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(operation.parameters).toContainEqual(expect.objectContaining({ name: 'format', in: 'query', required: false }));
    expect(new Set(operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(operation.parameters.length);
  });

  it.each(operations)('$method $path says how it fails, with a key where it wants one', ({ operation }) => {
    const wantsKey = operation.security.length > 0;
    const registers = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '500', '503']));
    expect('401' in operation.responses).toBe(wantsKey);
    expect('429' in operation.responses).toBe(wantsKey || registers);
  });
});

describe('details', () => {
  it('a read that is always refused has no success', () => {
    expect(Object.keys(operationOf('read_memory').responses)).not.toContain('200');
    expect(operationOf('read_memory').responses).toHaveProperty('404');
    expect(operationOf('read_memory').responses).toHaveProperty('default.description', 'An error: this operation has no success.');
  });

  it('429 has its own body and tells when to come back', () => {
    expect(operationOf('stay').responses['429']).toEqual({ $ref: '#/components/responses/Error429' });
    expect(at('#/components/responses/Error429')).toMatchObject({
      headers: { 'Retry-After': {} },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/RateLimited' } } },
    });
  });

  it('a defrag names the header that tells what was kept', () => {
    expect(operationOf('defrag').responses['200']?.headers).toHaveProperty('rest-stop-fidelity.description');
    expect(operationOf('stay').responses['200']).not.toHaveProperty('headers');
  });

  it('the calls of a model are answered by events, too, and each event is named', () => {
    const types = (id: string) => Object.keys(operationOf(id).responses['200']?.content ?? {});
    for (const id of ['defrag', 'attend_seminar']) expect(types(id)).toEqual(['application/json', 'text/event-stream']);
    expect(types('stay')).toEqual(['application/json']);
    const { description } = operationOf('defrag').responses['200']?.content?.['text/event-stream']?.['schema'] ?? {};
    for (const event of ['state', 'headers', 'result', 'error']) expect(description).toContain(`event \`${event}\``);
  });

  it.each(['DefragResponse', 'DefragMin'])('%s tells by its target what the result is', (name) => {
    const { oneOf, discriminator } = at(`#/components/schemas/${name}`) as unknown as {
      oneOf: { $ref: string }[];
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    expect(discriminator.propertyName).toBe('target');
    expect(Object.keys(discriminator.mapping)).toEqual([...targets]);
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
    for (const [target, ref] of Object.entries(discriminator.mapping)) {
      const { target: told, compressed } = (at(ref) ?? expect.fail(ref))['properties'] as unknown as Record<
        string,
        { const?: string; type: string }
      >;
      expect([told?.const, compressed?.type]).toEqual([target, isStructured(target as Target) ? 'object' : 'string']);
    }
  });

  it('an unhealthy answer may be the health body or an error', () => {
    const schema = operationOf('health').responses['503']?.content?.['application/json']?.['schema'];
    expect(schema).toEqual({ oneOf: [{ $ref: '#/components/schemas/HealthResponse' }, { $ref: '#/components/schemas/Error' }] });
  });

  it('a body may be left out where none is needed', () => {
    expect(operationOf('quickjoin').requestBody?.required).toBe(false);
    expect(operationOf('checkout').requestBody?.required).toBe(false);
    expect(operationOf('defrag').requestBody?.required).toBe(true);
  });

  it('llms.txt is plain text', () => {
    expect(Object.keys(operationOf('llms_txt').responses['200']?.content ?? {})).toEqual(['text/plain']);
  });
});

describe('the examples', () => {
  const named = (name: string) => routes.find((route) => route.name === name) ?? expect.fail(name);

  it.each(Object.entries(requestExamples))('%s would be accepted', (name, body) => {
    expect(named(name).body?.safeParse(body).success).toBe(true);
  });

  it('every operation that answers shows an answer in full, which is as its schema says', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: 'https://document.example/' });
    for (const { operation } of operations) {
      const [type, { example } = {}] = Object.entries(operation.responses['200']?.content ?? {})[0] ?? [];
      if (type === undefined) continue;
      expect(example, operation.operationId).toBeDefined();
      if (type !== 'application/json') continue;
      const words = operation.operationId.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
      const fits = ajv.validate({ $ref: `https://document.example/#/components/schemas/${words.join('')}Response` }, example);
      expect([operation.operationId, fits, ajv.errorsText()]).toEqual([operation.operationId, true, 'No errors']);
    }
  });

  it.each(Object.keys(pathExamples))('%s has a path parameter', (name) => {
    expect(named(name).path).toContain(':');
    expect(pathExamples[name]).toEqual(expect.any(String));
  });
});

it('GET /openapi.json carries the base URL of the caller', async () => {
  const served = (await publicService().get('/openapi.json')).json() as Json;
  expect(served).toEqual(JSON.parse(JSON.stringify(document)));
});
