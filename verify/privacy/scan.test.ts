import { createHash } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Canaries } from './canaries/canaries.ts';
import { chunk } from './places/chunk.ts';
import { tableChunks } from './places/tables.ts';
import { scan } from './scan/scan.ts';

const canaries = new Canaries('search');
const token = canaries.plant('never', 'a token');
const uuid = canaries.add('uuid', 'a UUID', '0f1e2d3c-4b5a-4678-9abc-def012345678');
const whole = `${token}, and more of it`;
canaries.add('never', 'a long text', canaries.token(), whole);

const found = async (bytes: Buffer) => {
  const { hits } = await scan(canaries.all, [{ store: 'log', where: 'a log', bytes }], 'registered');
  return hits.map(({ canary }) => canary.label);
};
const hash = (text: string) => createHash('sha256').update(text);
const spellings: Record<string, (before: string, after: string) => Buffer | string> = {
  'as it is': (before, after) => `${before}${token}${after}`,
  'in capitals': (before, after) => `${before}${token.toUpperCase()}${after}`,
  'in JSON, escaped': () => [...token].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'in base64, whatever stands around it': (before, after) => Buffer.from(`${before}${token}${after}`).toString('base64'),
  'in base64url': (before, after) => Buffer.from(`${before}${token}${after}`).toString('base64url'),
  'in hexadecimal': (before, after) => Buffer.from(`${before}${token}${after}`).toString('hex'),
  'URL-encoded to the last byte': () => Buffer.from(token).toString('hex').replaceAll(/../g, '%$&'),
  'as UTF-16': (before, after) => Buffer.from(`${before}${token}${after}`, 'utf16le'),
  'as a list of bytes': (before, after) => JSON.stringify(Buffer.from(`${before}${token}${after}`)),
  'as a SHA-256, cut off': () => hash(token).digest('hex').slice(0, 20),
  'as a SHA-256 in base64': () => hash(token).digest('base64'),
};

describe('a planted text is found', () => {
  for (const [name, spell] of Object.entries(spellings)) {
    test(name, () =>
      fc.assert(
        fc.asyncProperty(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), async (before, after) => {
          expect(await found(Buffer.from(spell(before, after) as string))).toContain('a token');
        }),
        { numRuns: 25, seed: 1 },
      ),
    );
  }

  test('as the digest of all that it stood in', async () =>
    expect(await found(Buffer.from(hash(whole).digest('hex')))).toEqual(['a long text']));
  test('as the 16 bytes of a UUID', async () => expect(await found(Buffer.from(uuid.replaceAll('-', ''), 'hex'))).toEqual(['a UUID']));
});

test('nothing is found where nothing is', async () => {
  expect(await found(Buffer.from(`${token.slice(0, -1)} ${hash('something else').digest('hex')}`))).toEqual([]);
  expect(await found(Buffer.alloc(3))).toEqual([]);
});

test('an answer may tell its agent what a log may not', async () => {
  const handle = canaries.plant('handle', 'a handle');
  const chunks = [chunk('response', 'stay', handle), chunk('response', 'stay 500', handle), chunk('log', 'a log', handle)];
  const { hits } = await scan(canaries.all, chunks, 'registered');
  expect(hits.map(({ verdict }) => verdict)).toEqual(['expected', 'leak', 'leak']);
});

test('every column of every table is read, whatever its type, and what the planner has made of it', async () => {
  const db = await PGlite.create();
  await db.exec(`
    create schema elsewhere;
    create table elsewhere."Odd name" (a bytea, b jsonb, c text[], d int);
    insert into elsewhere."Odd name" select '${token}', '{"x": "${token}"}', '{"${token}"}', 1 from generate_series(1, 4500);
    analyze elsewhere."Odd name";
    comment on table elsewhere."Odd name" is '${token}';
  `);
  const { hits } = await scan(canaries.all, tableChunks(db, expect.fail), 'registered');
  await db.close();
  const places = hits.map(({ where }) => where);
  expect(places).toEqual(
    expect.arrayContaining([
      ...['a', 'b', 'c'].map((column) => `elsewhere.Odd name.${column}`),
      'pg_catalog.pg_description.description',
      'pg_catalog.pg_statistic.stavalues1',
    ]),
  );
  expect(hits.find(({ where }) => where === 'elsewhere.Odd name.b')?.times).toBe(4500);
});
