import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ReceiptKey } from './interface.ts';
import { checkReceipt } from './receipt.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key: ReceiptKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: String(publicKey.export({ format: 'jwk' }).x),
  kid: 'k1',
  use: 'sig',
  alg: 'EdDSA',
};

// The bytes that are signed are written by hand here: sorted names, no white space (RFC 8785).
const signed =
  '{"confirmed":["gateway","stay"],"counts":{"gateway":{"visits":12},"identity":{"agents":1}},"forgotten_at":"2026-03-04T05:06:07.891Z","id":"5b0c3a52-7c38-4dd4-9d43-0a9f7f4f6a11","key_id":"k1"}';
const receipt = {
  id: '5b0c3a52-7c38-4dd4-9d43-0a9f7f4f6a11',
  forgotten_at: '2026-03-04T05:06:07.891Z',
  counts: { identity: { agents: 1 }, gateway: { visits: 12 } },
  confirmed: ['gateway', 'stay'],
  key_id: 'k1',
  signature: sign(null, Buffer.from(signed), privateKey).toString('base64url'),
};

test('a receipt is genuine, alone and in the whole answer of forget', async () => {
  await expect(checkReceipt(receipt, [key])).resolves.toEqual({ genuine: true });
  await expect(checkReceipt({ ok: true, receipt }, [{ ...key, kid: 'k0' }, key])).resolves.toEqual({ genuine: true });
});

describe('a receipt is not genuine', () => {
  test.each([
    ['when a count was changed', { ...receipt, counts: { ...receipt.counts, gateway: { visits: 13 } } }],
    ['when something was added', { ...receipt, agent_id: 'wren' }],
    ['when its signature is another', { ...receipt, signature: receipt.signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) }],
    ['when its signature is none', { ...receipt, signature: '!' }],
    ['when its key is not published', { ...receipt, key_id: 'k2' }],
    ['when it is no receipt', { ok: true }],
    ['when it is nothing', null],
  ])('%s', async (_name, candidate) => {
    const check = await checkReceipt(candidate, [key]);
    expect(check).toMatchObject({ genuine: false, reason: expect.stringMatching(/^\S.+\.$/) });
  });
});
