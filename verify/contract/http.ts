import { Problem } from '@rest-stop/contracts/errors.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import type { Api } from '@rest-stop/testing/client.ts';
import { expect } from 'vitest';
import { type Check, notes } from './answers.ts';

/** Documents that everybody gets alike. */
const documents = ['/capabilities', '/openapi.json', '/llms.txt', '/privacy', '/seminars'];

/**
 * As a browser or any HTTP client asks. What is compressed it decompresses by itself. The whole answer is read: a gateway that is told to end
 * waits for whoever still reads.
 */
async function ask(api: Api, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asking = { 'user-agent': 'contract-suite/1.0', 'accept-encoding': 'identity', ...headers };
  const response = await fetch(api.base + path, { method, headers: asking });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What holds of HTTP beyond the rows of the interface. */
export const http: Record<string, Check> = {
  'Public documents have an ETag and a Cache-Control, and answer 304 to whoever holds them': async (api) => {
    for (const path of documents) {
      const first = await ask(api, path);
      const etag = first.headers.get('etag') ?? expect.fail(path);
      expect(first.headers.get('cache-control')).toMatch(/^public, (max-age=\d+|no-cache)$/);
      for (const held of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const again = await ask(api, path, { 'if-none-match': held });
        expect([path, again.status, again.headers.get('etag'), again.text]).toEqual([path, 304, etag, '']);
      }
      expect((await ask(api, path, { 'if-none-match': '"other"' })).status).toBe(200);
      expect((await ask(api, path, { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
      expect((await ask(api, `${path}?format=min`)).headers.get('etag') === etag).toBe(!routes.find((route) => route.path === path)?.min);
    }
  },
  'What changes from moment to moment is not to be kept': async (api) => {
    for (const path of ['/health', '/stats', '/reviews']) {
      const { headers } = await ask(api, path);
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    }
  },
  'Public documents of over 1 kB are compressed for whoever accepts it': async (api) => {
    for (const path of documents) {
      const plain = await ask(api, path);
      const { text } = plain;
      expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
        null,
        expect.stringContaining('Accept-Encoding'),
      ]);
      for (const [accepted, coding] of Object.entries({ gzip: 'gzip', 'gzip, br': 'br', 'br;q=0, gzip;q=0.5': 'gzip', '*': 'br' })) {
        const answer = await ask(api, path, { 'accept-encoding': accepted });
        const head = await ask(api, path, { 'accept-encoding': accepted }, 'HEAD');
        expect([path, answer.headers.get('content-encoding'), answer.text]).toEqual([path, coding, text]);
        expect(Number(answer.headers.get('content-length'))).toBeLessThan(text.length / 2);
        for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
          expect(head.headers.get(name)).toBe(answer.headers.get(name));
      }
    }
  },
  'Errors are problems (RFC 9457) for whoever accepts those, wherever they arise': async (api) => {
    const { key } = await api.join();
    const accept = 'application/json, application/problem+json';
    const asked = [
      await api.get('/stay', { headers: { accept } }),
      await api.get('/nowhere', { key, headers: { accept } }),
      await api.post('/defrag', { key, body: {}, headers: { accept } }),
      await api.post('/defrag?format=min', { key, body: { content: 'x'.repeat(120_001) }, headers: { accept } }),
      await api.call('PUT', '/stay', { key, headers: { accept } }),
    ];
    for (const { status, headers, text } of asked) {
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      const body = Problem.parse(JSON.parse(text));
      expect(body).toMatchObject({
        status,
        error: expect.any(String),
        detail: expect.stringMatching(/.{10}/),
        next_calls: expect.any(Object),
      });
      expect(Object.keys(body)).not.toContain('message');
      const [page = '', anchor] = body.type.split('#');
      expect((await api.get(page)).text).toContain(`id="${anchor}"`);
    }
    const refused = await api.get('/stay', { headers: { accept: 'application/json, application/problem+json;q=0' } });
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
  },
  'What belongs to one agent, or holds a key, is never compressed': async (api) => {
    const { key } = await api.join();
    const accepts = { 'accept-encoding': 'gzip, br', authorization: `Bearer ${key}` };
    await api.post('/seminars/good-handover/attend', { key });
    const stay = await ask(api, '/stay', accepts);
    expect(stay.headers.get('content-encoding')).toBeNull();
    expect(stay.text.length).toBeGreaterThan(1_024);
    const defrag = { key, body: { content: notes.repeat(9), target: 'handoff' }, headers: accepts };
    for (const answer of [await api.post('/defrag', defrag), await api.post('/quickjoin', { headers: accepts })]) {
      expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual([200, null, null]);
    }
  },
};
