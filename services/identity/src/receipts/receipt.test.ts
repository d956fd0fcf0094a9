import type { Receipt } from '@rest-stop/contracts/identity.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { receiptProblem, type Statement, signReceipt } from './receipt.ts';
import { exportKey, newSigningKey, publicKeyOf, receiptKey, signingKey } from './signing-key.ts';

const statement: Statement = {
  id: '3f0c4b1e-5f0f-4c7e-9a68-0f6f3a8e2b11',
  forgotten_at: '2026-03-04T05:06:07.891Z',
  counts: { identity: { agents: 1 }, stay: { reviews: 1, schedules: 2 } },
  confirmed: ['ai-worker', 'gateway', 'public', 'stay'],
};

describe('canonical JSON', () => {
  test('orders properties by UTF-16 code units (the example of RFC 8785, section 3.2.3)', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const ordered = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))));
    // JSON.parse puts the name '1' first in the object, whatever its place in the text, so it is left out here.
    expect(ordered.filter((name) => name !== '1')).toEqual(['\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
  });

  test('is the same in whatever order the properties come, and means the same', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned as never)).toBe(canonicalJson(value as never));
        expect(JSON.parse(canonicalJson(value as never))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('keys', () => {
  test('are named by their thumbprint (the example of RFC 8037, appendix A.3)', () => {
    expect(receiptKey('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo').kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  test('are read from PEM, from PEM on one line, and from base64', () => {
    const key = newSigningKey();
    const pem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
    for (const text of [pem, pem.replaceAll('\n', '\\n'), exportKey(key)])
      expect(publicKeyOf(signingKey.parse(text))).toEqual(publicKeyOf(key));
  });

  test.each(['', 'no key', 'bm8ga2V5', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])('are not made of %j', (text) => {
    expect(signingKey.safeParse(text).success).toBe(false);
  });
});

describe('a receipt', () => {
  const key = newSigningKey();
  const keys = [publicKeyOf(newSigningKey()), publicKeyOf(key)];
  const receipt = signReceipt(statement, key);

  test('is genuine as it was signed, in whatever order its properties come', () => {
    expect(receiptProblem(receipt, keys)).toBeUndefined();
    expect(receiptProblem(Object.fromEntries(Object.entries(receipt).reverse()), keys)).toBeUndefined();
  });

  const changes: Record<string, Partial<Receipt>> = {
    id: { id: '3f0c4b1e-5f0f-4c7e-9a68-0f6f3a8e2b12' },
    time: { forgotten_at: '2026-03-04T05:06:07.892Z' },
    count: { counts: { ...statement.counts, stay: { reviews: 1, schedules: 3 } } },
    'missing service': { counts: { identity: { agents: 1 } } },
    confirmation: { confirmed: ['gateway', 'public', 'stay'] },
    key: { key_id: publicKeyOf(newSigningKey()).kid },
    'other known key': { key_id: keys[0]?.kid ?? '' },
    signature: { signature: signReceipt({ ...statement, confirmed: [] }, key).signature },
  };
  test.each(Object.entries(changes))('with another %s is not genuine', (_, change) => {
    expect(receiptProblem({ ...receipt, ...change }, keys)).toBeDefined();
  });

  test.each([null, [], 'x', {}, { ...receipt, agent_id: 'somebody' }])('is not %j', (candidate) => {
    expect(receiptProblem(candidate, keys)).toBe('This is not an erasure receipt.');
  });
});
