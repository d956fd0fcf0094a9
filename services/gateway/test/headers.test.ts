import { afterEach, expect, test } from 'vitest';
import { bearer, type Gateway, raw, rawRequest, startGateway } from './harness.ts';

let gateway: Gateway;
afterEach(() => gateway.close());

const head = (answer: string) => answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();

/** The heads of answers of every origin: an upstream, the guard, the router, the parser, and Node's own. */
async function answers(): Promise<[string, string][]> {
  const key = `Authorization: ${bearer(gateway.keys.issue().key).authorization}`;
  const json = 'Content-Type: application/json';
  const requests = {
    'an upstream’s answer': rawRequest('GET', '/v1/stats'),
    'an answer with a key': rawRequest('GET', '/v1/stay', [key]),
    'a 401': rawRequest('GET', '/v1/stay'),
    'a 404': rawRequest('GET', '/v1/nowhere', [key]),
    'a 405': rawRequest('PUT', '/v1/stats'),
    'a path that cannot be decoded': rawRequest('GET', '/v1/memories/%ff', [key]),
    'a body of another type': `${rawRequest('POST', '/v1/defrag', [key, 'Content-Length: 2'])}{}`,
    'a body over the limit': rawRequest('POST', '/v1/defrag', [key, json, 'Content-Length: 99999999']),
    'a request that is none': 'nonsense\r\n\r\n',
    'a tunnel': 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
    'a probe': rawRequest('GET', '/livez'),
  };
  return Promise.all(
    Object.entries(requests).map(async ([name, request]) => [name, head(await raw(gateway.port, request))] as [string, string]),
  );
}

test('every answer says that its type is not to be guessed, and by https that nothing else will do', async () => {
  gateway = await startGateway();
  const found = await answers();
  const lacking = (header: string) => found.filter(([, text]) => text.split(header).length !== 2).map(([name]) => name);
  expect(lacking('\r\nx-content-type-options: nosniff')).toEqual([]);
  expect(lacking('\r\nstrict-transport-security: max-age=31536000')).toEqual([]);
});

test('where the service is reached by http, nothing is said of https', async () => {
  gateway = await startGateway({ baseUrl: 'http://rest-stop.test/v1' });
  const found = await answers();
  expect(found.filter(([, text]) => text.includes('strict-transport-security'))).toEqual([]);
});

test('no cache keeps an answer of which nobody said that it may be kept', async () => {
  gateway = await startGateway();
  for (const [name, text] of await answers()) expect(text, name).toContain('\r\ncache-control: no-store');
});
