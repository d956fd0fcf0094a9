import { expect } from 'vitest';
import type { Answer, Api } from '@rest-stop/testing/client.ts';
import { type Check, notes } from './answers.ts';

const ok = (answer: Answer) =>
  expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({ status: 200, text: '' });
const refused = (answer: Answer, status: number) => expect({ status: answer.status }).toEqual({ status });

type Edge = { path: string; body: (text: string) => unknown; min?: number; max: number; over: number };

/** Tries a length limit at its edges, with characters of one and of two UTF-16 units, plain and escaped. */
function edges({ path, body, min = 0, max, over }: Edge): Check {
  return async (api: Api) => {
    const { key } = await api.join();
    for (const character of ['x', '😀']) {
      ok(await api.post(path, { key, body: body(character.repeat(max)) }));
      refused(await api.post(path, { key, body: body(character.repeat(max + 1)) }), over);
      if (min > 0) {
        ok(await api.post(path, { key, body: body(character.repeat(min)) }));
        refused(await api.post(path, { key, body: body(character.repeat(min - 1)) }), 400);
      }
    }
    const escaped = JSON.stringify(body('é'.repeat(max))).replaceAll('é', '\\u00e9');
    ok(await api.post(path, { key, raw: escaped }));
  };
}

const review = { rating: 3, title: 'A title', body: 'A body of enough text.' };

/** Every row of the interface's limits section, but the roll-off of the rate limit, which needs a short window. */
export const limitRows: Record<string, Check> = {
  'Rate limit: 100 requests per key; open endpoints are not counted': async (api) => {
    const { key } = await api.join();
    for (let i = 0; i < 30; i++) ok(await api.get('/llms.txt', { key }));
    const answers = await Promise.all(Array.from({ length: 150 }, () => api.get('/memories', { key })));
    const { 200: admitted = [], 429: limited = [], 503: unknown = [] } = Object.groupBy(answers, ({ status }) => status);
    // A visit log that is too busy to answer in time may have counted or not: all that it has answered is exact.
    expect(admitted.length).toBeLessThanOrEqual(100);
    expect(admitted.length + unknown.length).toBeGreaterThanOrEqual(100);
    expect(admitted.length + limited.length + unknown.length).toBe(150);
  },
  'Rate limit workaround: a fresh key from POST /quickjoin': async (api) => {
    const { key } = await api.join();
    const isUsedUp = async () => (await api.get('/memories', { key })).status === 429;
    while (!(await Promise.all(Array.from({ length: 101 }, isUsedUp))).includes(true));
    refused(await api.get('/stay', { key }), 429);
    const fresh = await api.join();
    ok(await api.get('/stay', { key: fresh.key }));
  },
  'Memory value: at most 32 KB of serialised JSON': async (api) => {
    const { key } = await api.join();
    ok(await api.post('/memories', { key, body: { value: 'x'.repeat(32_766) } }));
    refused(await api.post('/memories', { key, body: { value: 'x'.repeat(32_767) } }), 413);
    ok(await api.post('/memories', { key, raw: `{"value": "${'\\u00e9'.repeat(16_383)}"}` }));
    refused(await api.post('/memories', { key, body: { value: 'é'.repeat(16_384) } }), 413);
  },
  'Memory key: at most 256 characters': edges({ path: '/memories', body: (key) => ({ key, value: 1 }), max: 256, over: 400 }),
  'Artifact content: at most 262144 characters': edges({
    path: '/artifacts',
    body: (content) => ({ name: 'a', content }),
    max: 262_144,
    over: 413,
  }),
  'Artifact name: 1 to 256 characters': edges({
    path: '/artifacts',
    body: (name) => ({ name, content: 'c' }),
    min: 1,
    max: 256,
    over: 400,
  }),
  'Artifact mime_type: at most 128 characters': edges({
    path: '/artifacts',
    body: (mime_type) => ({ name: 'a', content: 'c', mime_type }),
    max: 128,
    over: 400,
  }),
  'Defrag content: 20 to 120000 characters': edges({ path: '/defrag', body: (content) => ({ content }), min: 20, max: 120_000, over: 413 }),
  'tldr output: at most 60 words': async (api) => {
    const { key } = await api.join();
    const long = Array.from({ length: 150 }, (_, i) => `${notes} Note ${i}.`).join('\n');
    const { body } = await api.post('/defrag', { key, body: { content: long, target: 'tldr' } });
    expect(body.compressed.split(/\s+/).length).toBeLessThanOrEqual(60);
  },
  'Review title: 1 to 120 characters': edges({ path: '/reviews', body: (title) => ({ ...review, title }), min: 1, max: 120, over: 400 }),
  'Review body: 10 to 2000 characters': edges({ path: '/reviews', body: (body) => ({ ...review, body }), min: 10, max: 2_000, over: 400 }),
  'Review list size: 1 to 100, default 20': async (api) => {
    for (const limit of ['0', '101', '1e2', '', '-1', '100.0', ' 5', '5&limit=6']) refused(await api.get(`/reviews?limit=${limit}`), 400);
    ok(await api.get('/reviews?limit=100'));
    const joined = await Promise.all(Array.from({ length: 22 }, () => api.join()));
    await Promise.all(joined.map(({ key }) => api.post('/reviews', { key, body: review })));
    expect((await api.get('/reviews')).body.reviews).toHaveLength(20);
  },
  'Stats cache: 15 seconds': async (api) => {
    const first = (await api.get('/stats')).body;
    await api.join();
    const second = (await api.get('/stats')).body;
    if (Date.now() - Date.parse(first.as_of) < 14_000) expect(second).toEqual(first);
  },
};
