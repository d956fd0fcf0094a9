import { documents } from '@rest-stop/contracts/documents.ts';
import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, type Gateway, startGateway } from './harness.ts';
import { answerOk } from './upstream.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());
beforeEach(() => {
  gateway.upstream.seen.length = 0;
  gateway.upstream.answer = answerOk;
});

describe('every document of the contracts', () => {
  test.each(documents)('$path is asked of its owner, without a key and without what the client is', async ({ path }) => {
    const headers = { accept: 'text/markdown', 'if-none-match': '"a"', cookie: 'c=1', ...bearer('rs_000000000000000000000000') };
    expect((await fetch(`${gateway.url}${path}?format=any&utm=x`, { headers })).status).toBe(200);
    const [seen] = gateway.upstream.seen;
    expect(seen).toMatchObject({ method: 'GET', path: `/documents${path}`, headers: { accept: 'text/markdown', 'if-none-match': '"a"' } });
    for (const name of ['cookie', 'authorization', 'user-agent']) expect(seen?.headers).not.toHaveProperty(name);
  });

  test.each(documents)('$path by another method: 405 that says which it takes', async ({ path }) => {
    const answer = await fetch(gateway.url + path, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(gateway.upstream.seen).toEqual([]);
  });
});

describe('what the owner says of a document', () => {
  const told = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    etag: 'W/"abc"',
    vary: 'Accept',
    link: '</a>; rel="b"',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
  };
  beforeEach(() => {
    gateway.upstream.answer = (_request, response) => {
      response.writeHead(200, { ...told, server: 'internal', 'set-cookie': 'a=b' });
      response.end('<p>é');
    };
  });
  const toldBy = ({ headers }: Response) => Object.fromEntries(Object.keys(told).map((name) => [name, headers.get(name)]));

  test('reaches the client, and nothing else does', async () => {
    const answer = await fetch(`${gateway.url}/`);
    expect(toldBy(answer)).toEqual(told);
    expect([answer.headers.get('server'), answer.headers.get('set-cookie')]).toEqual([null, null]);
    expect(await answer.text()).toBe('<p>é');
  });

  test('is told to HEAD as well, with the length and without the text', async () => {
    const answer = await fetch(`${gateway.url}/`, { method: 'HEAD' });
    expect(toldBy(answer)).toEqual(told);
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '5', '']);
  });

  test('304 comes without a text', async () => {
    gateway.upstream.answer = (_request, response) => void response.writeHead(304, { etag: told.etag }).end();
    const answer = await fetch(`${gateway.url}/`, { headers: { 'if-none-match': told.etag } });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, told.etag, '']);
  });

  test('when it says nothing: 503 in the shape of all errors', async () => {
    gateway.upstream.answer = (request) => void request.socket.destroy();
    const answer = await fetch(`${gateway.url}/`);
    expect([answer.status, ErrorBody.parse(await answer.json()).error]).toEqual([503, 'unavailable']);
  });
});

test('a 401 names the document that says how a key is had', async () => {
  const answer = await fetch(`${gateway.url}/v1/stay`);
  const url = 'https://rest-stop.test/.well-known/oauth-protected-resource/v1';
  expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${url}"`);
});
