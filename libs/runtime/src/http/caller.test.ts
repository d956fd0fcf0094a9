import type { Caller } from '@rest-stop/contracts/agent.ts';
import { describe, expect, test } from 'vitest';
import { callerHeader, callerSigner, callerVerifier, signatureHeader } from './caller.ts';

const [first, second, shared] = ['one', 'two', 'all'].map((name) => `the secret ${name}, at least thirty-two characters`) as [
  string,
  string,
  string,
];
const caller: Caller = {
  agent: null,
  format: 'min',
  seen_at: '2026-01-01T00:00:00.000Z',
  request_id: 'r-1',
  base_url: 'http://localhost/v1',
  expires_at_ms: 1_000,
};
const request = { method: 'POST', path: '/forget?format=min', body: '{"a":1}' };
const sign = callerSigner('stay', { current: [first] });
const verify = callerVerifier('stay', { current: [first] });
const headers = sign(caller, request);

test('what was signed is read back until it expires, with the digest of the body', () => {
  expect(verify(headers, request, 999)).toEqual({ caller, digest: expect.stringMatching(/^[\w-]{43}$/) });
  expect(verify(sign(caller, { ...request, body: null }), request, 999)).toEqual({ caller, digest: '' });
  expect(verify(headers, request, 1_000)).toBe('expired');
});

describe('is refused:', () => {
  const [digest = '', mac = ''] = String(headers[signatureHeader]).split('.');
  const forged = Buffer.from(JSON.stringify({ ...caller, format: 'verbose' })).toString('base64url');
  const cases: Record<string, [string, ReturnType<typeof verify>]> = {
    'another service with the same secret': ['forged', callerVerifier('identity', { current: [first] })(headers, request, 0)],
    'a service with another secret': ['forged', callerVerifier('stay', { current: [second] })(headers, request, 0)],
    'another method': ['forged', verify(headers, { ...request, method: 'GET' }, 0)],
    'another path': ['forged', verify(headers, { ...request, path: '/depart?format=min' }, 0)],
    'another query': ['forged', verify(headers, { ...request, path: '/forget' }, 0)],
    'another digest': ['forged', verify({ ...headers, [signatureHeader]: `.${mac}` }, request, 0)],
    'another caller': ['forged', verify({ ...headers, [callerHeader]: forged }, request, 0)],
    'no signature': ['missing', verify({ [callerHeader]: headers[callerHeader] }, request, 0)],
    'a signature without an HMAC': ['forged', verify({ ...headers, [signatureHeader]: `${digest}.` }, request, 0)],
    'a signature of nothing': ['forged', verify({ ...headers, [signatureHeader]: '' }, request, 0)],
    'no caller': ['missing', verify({ [signatureHeader]: headers[signatureHeader] }, request, 0)],
    'nothing at all': ['missing', verify({}, request, 0)],
  };
  test.each(Object.entries(cases))('%s', (_name, [expected, found]) => expect(found).toBe(expected));
});

describe('a secret is replaced without a refusal', () => {
  const steps = {
    'services first': [
      [[first], [first, second]],
      [[second], [first, second]],
      [[second], [second]],
    ],
    'the gateway first': [
      [[first, second], [first]],
      [[first, second], [second]],
      [[second], [second]],
    ],
  };
  test.each(Object.entries(steps))('%s', (_name, order) => {
    for (const [signing = [], accepting = []] of order) {
      const found = callerVerifier('stay', { current: accepting })(callerSigner('stay', { current: signing })(caller, request), request, 0);
      expect(found).toMatchObject({ caller });
    }
  });
});

describe('the signature of an earlier version', () => {
  const { [callerHeader]: legacy } = callerSigner('stay', { current: [second], legacy: shared })(caller, request);

  test('is sent and accepted as long as its secret is set', () => {
    const accepting = callerVerifier('stay', { current: [first], legacy: shared });
    expect(accepting({ [callerHeader]: legacy }, request, 0)).toEqual({ caller, digest: undefined });
    expect(accepting({ [callerHeader]: `${String(legacy).split('.')[0]}.` }, request, 0)).toBe('forged');
  });

  test('is refused without that secret, and does not stand in for a signature that is wrong', () => {
    expect(verify({ [callerHeader]: legacy }, request, 0)).toBe('missing');
    const both = { [callerHeader]: legacy, [signatureHeader]: headers[signatureHeader] };
    expect(callerVerifier('identity', { current: [first], legacy: shared })(both, request, 0)).toBe('forged');
  });
});
