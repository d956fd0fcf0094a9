import { expect, it } from 'vitest';
import { normalise } from './normalise.ts';

const stayAt = (baseUrl: string, toldUrl: string, hex: string, handle: string, second: string) => {
  const key = `rs_${hex.repeat(24)}`;
  const body = {
    api_key: key,
    api_key_prefix: key.slice(0, 8),
    transcript: `Welcome, ${handle}.`,
    next_calls: { stay: `GET ${toldUrl}/stay` },
    docs: `${baseUrl}/llms.txt`,
    attendance: { id: `${hex.repeat(8)}-1111-4111-8111-${hex.repeat(12)}`, duration_ms: 17, created_at: `2026-11-20T10:00:${second}.123Z` },
    request_id: hex,
    due: 'Thursday 12 March 2026, 16:00 CET',
    defrag_count: 8,
  };
  return normalise([{ step: '1', status: 200, body }], { baseUrl, toldUrl, key, prefix: key.slice(0, 8), handle });
};

it('makes two stays at equal services equal', () => {
  const one = stayAt('http://127.0.0.1:8080/v1', 'http://localhost:8080/v1', 'a', 'quiet-heron-ab12', '01');
  expect(stayAt('https://rest.example/v1', 'https://rest.example/v1', 'b', 'loud-tern-99ff', '59')).toEqual(one);
  expect(one[0]?.body).toEqual({
    api_key: '<key>',
    api_key_prefix: '<key_prefix>',
    transcript: 'Welcome, <agent_id>.',
    next_calls: { stay: 'GET <base_url>/stay' },
    docs: '<base_url>/llms.txt',
    attendance: { id: '<uuid>', duration_ms: 0, created_at: '<time>' },
    request_id: '<request_id>',
    due: 'Thursday 12 March 2026, 16:00 CET',
    defrag_count: 8,
  });
});

it('keeps what must be equal', () => {
  const at = (status: number, n: number) => normalise([{ step: '1', status, body: { defrag_count: n } }], { baseUrl: 'x' });
  expect(at(200, 8)).not.toEqual(at(200, 7));
  expect(at(200, 8)).not.toEqual(at(401, 8));
});
