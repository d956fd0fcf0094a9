import { expect, test } from 'vitest';
import { anchorsOf } from './anchors.ts';

test.each([
  ['open src/jobs/export.ts:42 now', 'src/jobs/export.ts:42'],
  ['see https://a.test/x?y=1, then', 'https://a.test/x?y=1'],
  ['commit 5be1f0a reverts it', '5be1f0a'],
  ['ticket PAY-2291.', 'PAY-2291'],
  ['id 123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ['p99 is 12.5 ms', '12.5 ms'],
  ['it costs £2,000 a month', '£2,000'],
  ['since v3.18.2', 'v3.18.2'],
  ['on 2026-10-01 at', '2026-10-01'],
  ['set idempotency_key to', 'idempotency_key'],
  ['call createCharge()', 'createCharge()'],
  ['got ECONNREFUSED', 'ECONNREFUSED'],
  ['TS2345 again', 'TS2345'],
  ['use `npm ci --prefer-offline` here', 'npm ci --prefer-offline'],
  ['the label "security-approved" is', 'security-approved'],
  ['in ~/.npmrc there', '~/.npmrc'],
  ['booked as QF7K2P on', 'QF7K2P'],
  ['flight HK 417 at noon', 'HK 417'],
  ['merge !2204 first', '!2204'],
  ['mail ana@site.test today', 'ana@site.test'],
])('%s → %s', (text, anchor) => expect(anchorsOf(text)).toContain(anchor));

test('plain language has no anchors', () => {
  expect(anchorsOf('We met and/or talked, e.g. about the plan. It went well (mostly).')).toEqual([]);
});

test('each anchor is named once', () => {
  expect(anchorsOf('a_b and a_b, then a_b.')).toEqual(['a_b']);
});
