export type SmugglingCase = {
  name: string;
  bytes: string;
  /** Which answers are right. */
  statuses: number[];
  /** How many requests of it are really asked: the hidden one never is. */
  reach: number;
  /** Whether the connection must be closed after one answer. */
  closed: boolean;
};

const json = 'Content-Type: application/json';

/**
 * Requests whose end two parsers could see in two places, or that are no HTTP/1.1 at all.
 * @param key a valid key
 * @param hidden the path of the request that must never be taken for one of its own
 */
export function smugglingCorpus(key: string, hidden: string): SmugglingCase[] {
  const bearer = `Authorization: Bearer ${key}`;
  const smuggled = `GET ${hidden} HTTP/1.1\r\nHost: localhost\r\n${bearer}\r\n\r\n`;
  const post = (headers: string[], body: string) =>
    ['POST /v1/memories HTTP/1.1', 'Host: localhost', bearer, json, ...headers, '', body].join('\r\n');
  const chunked = (body: string) => post(['Transfer-Encoding: chunked'], body);
  const coded = (headers: string[]) => post(headers, `0\r\n\r\n${smuggled}`);
  const sized = (length: string) => post([`Content-Length: ${length}`], `{}${smuggled}`);
  const get = (line: string, headers: string[] = [], body = '') => [line, 'Host: localhost', bearer, ...headers, '', body].join('\r\n');
  const stay = 'GET /v1/stay HTTP/1.1';
  const length = (text: string) => `Content-Length: ${text.length}`;

  const refused: Record<string, string> = {
    'length and chunks (CL.TE)': post(['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`),
    'chunks and length (TE.CL)': post(['Transfer-Encoding: chunked', 'Content-Length: 4'], `5c\r\n${smuggled}\r\n0\r\n\r\n`),
    'chunked twice, the second unknown (TE.TE)': coded(['Transfer-Encoding: chunked', 'Transfer-encoding: cow']),
    'an unknown coding first': coded(['Transfer-Encoding: cow', 'Transfer-Encoding: chunked']),
    'identity before chunked': coded(['Transfer-Encoding: identity', 'Transfer-Encoding: chunked']),
    'identity after chunked': coded(['Transfer-Encoding: chunked, identity']),
    'a coding that only ends in chunked': coded(['Transfer-Encoding: xchunked']),
    'a quoted coding': coded(['Transfer-Encoding: "chunked"']),
    'a vertical tab before the coding': coded(['Transfer-Encoding: \x0bchunked']),
    'a space before the colon': coded(['Transfer-Encoding : chunked']),
    'a folded header': coded(['X-Folded: a', ' Transfer-Encoding: chunked']),
    'a header hidden behind a bare line feed': coded(['X-A: b\nTransfer-Encoding: chunked']),
    'a header hidden behind a bare carriage return': coded(['X-A: b\rTransfer-Encoding: chunked']),
    'a header name broken over two lines': coded(['Transfer-Encoding\r\n : chunked']),
    'chunks in HTTP/1.0 beside a length': post(['Transfer-Encoding: chunked', 'Content-Length: 6'], `0\r\n\r\n${smuggled}`).replace(
      'HTTP/1.1',
      'HTTP/1.0',
    ),
    'two different lengths': post(['Content-Length: 2', 'Content-Length: 60'], `{}${smuggled}`),
    'the same length twice': post(['Content-Length: 2', 'Content-Length: 2'], `{}${smuggled}`),
    'a list of lengths': sized('2, 2'),
    'a signed length': sized('+2'),
    'a negative length': sized('-2'),
    'a hexadecimal length': sized('0x2'),
    'a length with an exponent': sized('2e0'),
    'a length with a fraction': sized('2.0'),
    'a length in two words': sized('2 2'),
    'a length beyond 64 bits': sized('18446744073709551618'),
    'an empty length': sized(''),
    'a length in a trailer': chunked(`2\r\n{}\r\n0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`),
    'chunk size with 0x': chunked(`0x2\r\n{}\r\n0\r\n\r\n${smuggled}`),
    'chunk size with a sign': chunked(`+2\r\n{}\r\n0\r\n\r\n${smuggled}`),
    'chunk size beyond 64 bits': chunked(`10000000000000002\r\n{}\r\n0\r\n\r\n${smuggled}`),
    'chunk size after a space': chunked(` 2\r\n{}\r\n0\r\n\r\n${smuggled}`),
    'a chunk longer than it says': chunked(`1\r\n{}\r\n0\r\n\r\n${smuggled}`),
    'a chunk that ends with a bare line feed': chunked(`2\n{}\r\n0\r\n\r\n${smuggled}`),
    'a chunk extension with a bare line feed': chunked(`2;a\n${smuggled}\r\n{}\r\n0\r\n\r\n`),
    'chunk extensions without end': chunked(`2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n${smuggled}`),
    'line feeds for line ends': get(stay).replaceAll('\r\n', '\n'),
    'NUL in a header': get(stay, ['X-A: b\0c']),
    'a header name with a bracket': get(stay, ['X(A): b']),
    'a header without a colon': get(stay, ['Transfer-Encoding chunked']),
    'an empty header name': get(stay, [': a']),
    'a space in the target': get('GET /v1/stay x HTTP/1.1'),
    'the version twice': get('GET /v1/stay HTTP/1.1 HTTP/1.1'),
    'a tab for a space': get('GET\t/v1/stay\tHTTP/1.1'),
    'HTTP/2 by prior knowledge': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'HTTP/1.2': get('GET /v1/stay HTTP/1.2'),
    'HTTP/9.9': get('GET /v1/stay HTTP/9.9'),
    'no Host': `${stay}\r\n${bearer}\r\n\r\n`,
  };
  const passed: Record<string, string> = {
    'a tab before the coding': post(['Transfer-Encoding:\tchunked'], '2\r\n{}\r\n0\r\n\r\n'),
    'a chunk extension': chunked('2;a="b"\r\n{}\r\n0\r\n\r\n'),
    'a harmless trailer': chunked('2\r\n{}\r\n0\r\nX-A: b\r\n\r\n'),
    'a GET with a request for its body': get(stay, [length(smuggled), json], smuggled),
    'a DELETE with a request for its body': get('DELETE /v1/memories/k HTTP/1.1', [length(smuggled), json], smuggled),
    'an upgrade and a request behind it': get(
      stay,
      ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMA'],
      smuggled,
    ),
  };
  const bodiesOfRequests: Record<string, string> = {
    'a refused POST with a request for its body': post([length(smuggled)], smuggled).replace(key, 'rs_wrong'),
    'a body over the limit made of requests': post(['Content-Length: 9000000'], smuggled.repeat(50)),
    'an unsupported body made of requests': post([length(smuggled)], smuggled).replace(json, 'Content-Type: text/plain'),
  };
  // The parser may object to what follows before the first request has been answered.
  const last = { 'a request behind Connection: close': get(stay, ['Connection: close'], smuggled) };
  return [
    ...listed(refused, { statuses: [400], reach: 0, closed: true }),
    ...listed(passed, { statuses: [200], reach: 1, closed: false }),
    ...listed(bodiesOfRequests, { statuses: [401, 413, 415], reach: 0, closed: false }),
    ...listed(last, { statuses: [200, 400], reach: 1, closed: true }),
  ];
}

function listed(cases: Record<string, string>, expected: Omit<SmugglingCase, 'name' | 'bytes'>): SmugglingCase[] {
  return Object.entries(cases).map(([name, bytes]) => ({ name, bytes, ...expected }));
}
