import type { Caller } from '@rest-stop/contracts/agent.ts';
import { expect, test } from 'vitest';
import { signCaller, verifyCaller } from './caller.ts';

const secret = 'a secret of at least thirty-two characters';
const caller: Caller = {
  agent: null,
  format: 'min',
  seen_at: '2026-01-01T00:00:00.000Z',
  request_id: 'r-1',
  base_url: 'http://localhost/v1',
  expires_at_ms: 1_000,
};

test('what was signed is read back until it expires', () => {
  const header = signCaller(caller, secret);
  expect(verifyCaller(header, secret, 999)).toEqual(caller);
  expect(verifyCaller(header, secret, 1_000)).toBeUndefined();
});

test('another secret, a changed byte, a missing or doubled header is refused', () => {
  const header = signCaller(caller, secret);
  const [payload = '', mac = ''] = header.split('.');
  const forged = Buffer.from(JSON.stringify({ ...caller, format: 'verbose' })).toString('base64url');
  expect(verifyCaller(signCaller(caller, `${secret}!`), secret, 0)).toBeUndefined();
  expect(verifyCaller(`${forged}.${mac}`, secret, 0)).toBeUndefined();
  expect(verifyCaller(`${payload}.`, secret, 0)).toBeUndefined();
  expect(verifyCaller(payload, secret, 0)).toBeUndefined();
  expect(verifyCaller('', secret, 0)).toBeUndefined();
  expect(verifyCaller(undefined, secret, 0)).toBeUndefined();
  expect(verifyCaller([header, header], secret, 0)).toBeUndefined();
});
