import fc, { type Arbitrary } from 'fast-check';

/** Who a request says it is from. `own` is the agent that the sender holds at that moment. */
const credentials = ['own', 'none', 'unknown', 'malformed', 'twice', 'lower-case', 'in the query'] as const;
export type Credential = (typeof credentials)[number];

export const credential: Arbitrary<Credential> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Credential>('own') },
  { weight: 2, arbitrary: fc.constantFrom(...credentials) },
);

/** Content types, the right one mostly. */
export const contentType: Arbitrary<string | undefined> = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      undefined,
      '',
      ' application/json',
      'Application/JSON; charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json;charset=utf-16',
      'application/json\ta',
      'application/json garbage',
      'application/json, text/plain',
      'application/merge-patch+json',
      'text/plain',
      'text/html; charset=utf-8',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      '*/*',
      '__proto__',
    ),
  },
);

const extras: readonly string[] = [
  'Accept: application/json',
  'Accept: text/html;q=0.9, */*;q=0.1',
  'Accept: \xe9\xff',
  'Accept-Encoding: gzip, br',
  'Connection: keep-alive, x-rest-stop-caller, content-type, content-length',
  'Connection: upgrade',
  'Content-Encoding: gzip',
  'Content-Encoding: identity',
  'Content-Length-X: 5',
  'Cookie: a=b; __proto__=c',
  'Expect: 100-continue',
  'Expect: 200-maybe',
  'Forwarded: for=192.0.2.1;proto=https',
  'Host: other.test',
  'If-None-Match: *',
  'Keep-Alive: timeout=5',
  'Max-Forwards: 0',
  'Proxy-Authorization: Basic eDp5',
  'Proxy-Connection: keep-alive',
  'Range: bytes=0-1',
  'TE: trailers, deflate',
  'Trailer: X-T',
  'Upgrade: h2c\r\nHTTP2-Settings: AAMA\r\nConnection: Upgrade, HTTP2-Settings',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ==\r\nSec-WebSocket-Version: 13',
  'User-Agent: gemini-nano',
  'User-Agent: \xff\xfe',
  'X-Agent-Id: 00000000-0000-0000-0000-000000000000',
  'X-Forwarded-For: 192.0.2.1',
  'X-HTTP-Method-Override: DELETE',
  'X-Original-URL: /v1/forget',
  'X-Request-Id: {"a":"b"}',
  'x-rest-stop-caller: eyJhZ2VudCI6bnVsbH0.AAAA',
  'X-Rest-Stop-Caller: .',
  'x-rest-stop-caller: ',
  `X-Long: ${'a'.repeat(7_000)}`,
  `X-Too-Long: ${'a'.repeat(17_000)}`,
];

export const extraHeaders: Arbitrary<string[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  { weight: 2, arbitrary: fc.subarray([...extras], { minLength: 1, maxLength: 3 }) },
);
