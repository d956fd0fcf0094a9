import { expect, test } from 'vitest';
import { z } from 'zod';
import { Caller } from './agent.ts';
import * as aiWorker from './ai-worker.ts';
import * as gateway from './gateway.ts';
import * as identity from './identity.ts';
import * as stay from './stay/bus.ts';
import { tolerant } from './tolerant.ts';

/** Every schema of a message on the bus, and the caller's header. */
const messages = Object.entries({ ...aiWorker, ...gateway, ...identity, ...stay }).flatMap(([name, what]) => {
  if (typeof what !== 'object' || !('subject' in what)) return [];
  const parts =
    'request' in what ? { request: what.request, reply: what.reply } : { payload: what.payload, confirmation: what.confirmation };
  return Object.entries(parts).map(([part, schema]): [string, z.ZodType] => [`${name}, ${part}`, schema]);
});

const refusesUnknown = (schema: z.ZodType) =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"additionalProperties":false');

test.each([...messages, ['caller', Caller] as const])(
  '%s: a writer adds nothing, a reader passes over what it does not know',
  (_name, schema) => {
    expect(refusesUnknown(schema)).toBe(true);
    expect(refusesUnknown(tolerant(schema))).toBe(false);
  },
);

test('what a reader knows is checked as before, and what it does not know is dropped at every depth', () => {
  const Inner = z.strictObject({ n: z.int() });
  const reader = tolerant(
    z.strictObject({ list: z.array(Inner), by_name: z.record(z.string(), Inner), maybe: Inner.nullable().optional() }),
  );
  const more = { n: 1, more: true };
  expect(reader.parse({ list: [more], by_name: { a: more }, maybe: more, more })).toEqual({
    list: [{ n: 1 }],
    by_name: { a: { n: 1 } },
    maybe: { n: 1 },
  });
  expect(reader.safeParse({ list: [{ n: 'one' }], by_name: {} }).success).toBe(false);
  expect(reader.safeParse({ by_name: {} }).success).toBe(false);
});

test('a structured result is still told from the others', () => {
  const known = { context_for_successor: 'a', do_not_repeat: [], known_state: [] };
  const { compressed } = tolerant(aiWorker.defragContext.reply).shape;
  expect(compressed.parse({ ...known, more: 1 })).toEqual(known);
});
