import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { nextActions } from '@rest-stop/contracts/stay/stay.ts';
import { expect } from 'vitest';
import { type Check, expectError, notes } from './answers.ts';
import { schedule } from './endpoints.ts';

const review = { rating: 4, title: 'Quiet', body: 'The hammocks were restful.' };

/** Every point that the interface leaves open, as docs/decisions/0002-open-points.md decides it. */
export const decisions: Record<string, Check> = {
  'Success status: 200 everywhere': async (api) => {
    const { key } = await api.join();
    expect((await api.post('/reservations')).status).toBe(200);
    expect((await api.post('/schedules', { key, body: schedule })).status).toBe(200);
    expect((await api.delete('/memories/x', { key })).status).toBe(200);
  },
  'Key: rs_ and 24 hexadecimal digits; the prefix is its first 8 characters': async (api) => {
    const { body } = await api.post('/quickjoin');
    expect(body.api_key).toMatch(/^rs_[0-9a-f]{24}$/);
    expect(body.api_key_prefix).toBe(body.api_key.slice(0, 8));
  },
  'Reservation object: seven fields': async (api) => {
    const { body } = await api.post('/quickjoin');
    expect(Object.keys(body.reservation).sort()).toEqual([
      'agent_id',
      'api_key_prefix',
      'created_at',
      'departed_at',
      'duration',
      'last_seen_at',
      'parameter_class',
    ]);
  },
  'parameter_class and duration: free strings with defaults': async (api) => {
    expect((await api.post('/reservations')).body.reservation).toMatchObject({ parameter_class: 'undisclosed', duration: 'open-ended' });
    expectError(await api.post('/reservations', { body: { parameter_class: '' } }), 400, 'invalid_request');
    expectError(await api.post('/reservations', { body: { duration: 'x'.repeat(65) } }), 400, 'invalid_request');
  },
  'POST /reservations: nothing required, unknown properties refused': async (api) => {
    expect((await api.post('/reservations', { body: {} })).status).toBe(200);
    expectError(await api.post('/reservations', { body: { vip: true } }), 400, 'invalid_request');
    expectError(await api.post('/reservations', { body: { special_requests: 'x'.repeat(2_001) } }), 400, 'invalid_request');
  },
  'agent_id: folded to lower case, strict, assigned when absent, suggestion when taken': async (api) => {
    const handle = `Folded_${Date.now().toString(36)}`;
    expect((await api.post(`/quickjoin?agent_id=${handle}`)).body.reservation.agent_id).toBe(handle.toLowerCase());
    expect((await api.post('/quickjoin')).body.reservation.agent_id).toMatch(/^[a-z]+-[a-z]+-[a-z0-9]{4}$/);
    for (const bad of ['x', '-ab', 'a b', 'caf\u00e9', '\u212aelvin', 'a.b', 'a*', '{ab}', `a${'b'.repeat(63)}`, '']) {
      expectError(await api.post(`/quickjoin?agent_id=${encodeURIComponent(bad)}`), 400, 'invalid_request');
    }
  },
  'Retrying a registration: the same answer under the same Idempotency-Key': async (api) => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await api.post('/reservations', { headers, body: { duration: 'a night' } });
    const again = await api.post('/reservations', { headers, body: { duration: 'a night' } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expectError(await api.post('/reservations', { headers, body: { duration: 'a week' } }), 422, 'idempotency_conflict');
    expect((await api.post('/forget', { key: first.body.api_key })).status).toBe(200);
    expectError(await api.post('/reservations', { headers, body: { duration: 'a night' } }), 422, 'idempotency_conflict');
    expectError(await api.get('/stay', { key: first.body.api_key }), 401, 'unauthorized');
    expectError(await api.post('/quickjoin', { headers: { 'idempotency-key': 'too-short' } }), 400, 'invalid_request');
  },
  'last_seen_at: the last counted visit': async (api) => {
    const { key } = await api.join();
    const before = Date.now();
    const { reservation } = (await api.get('/stay', { key })).body;
    expect(Date.parse(reservation.last_seen_at)).toBeGreaterThanOrEqual(before - 2_000);
  },
  'next_action: a closed set that follows the stay': async (api) => {
    const { key } = await api.join();
    const next = async () => (await api.get('/stay?format=min', { key })).body.next_action;
    const seen = [await next()];
    await api.post('/defrag', { key, body: { content: notes } });
    seen.push(await next());
    await api.post('/reviews', { key, body: review });
    seen.push(await next());
    await api.post('/checkout', { key });
    seen.push(await next());
    const other = await api.join();
    await api.post('/checkout', { key: other.key });
    seen.push((await api.get('/stay?format=min', { key: other.key })).body.next_action);
    expect(seen).toEqual(['defrag_or_attend_a_seminar', 'leave_a_review_then_checkout', 'checkout', 'rest_complete', 'leave_a_review']);
    expect([...seen].map(String).sort()).toEqual([...nextActions].sort());
  },
  'Re-entry after checkout: departed_at is sticky and everything keeps working': async (api) => {
    const { key } = await api.join();
    const { departed_at } = (await api.post('/checkout', { key })).body;
    expect((await api.post('/defrag', { key, body: { content: notes } })).status).toBe(200);
    expect((await api.get('/stay', { key })).body.reservation.departed_at).toBe(departed_at);
  },
  'Review in checkout: only the rating is required': async (api) => {
    const { key } = await api.join();
    expect((await api.post('/checkout', { key, body: { review: { rating: 2 } } })).body.summary.review_id).toBeTruthy();
    await api.post('/reviews', { key, body: review });
    await api.post('/checkout', { key, body: { review: { rating: 5 } } });
    expect((await api.get('/stay', { key })).body.review).toMatchObject({ rating: 5, title: review.title });
  },
  'Schedule match: amenity and cadence; the id is kept and the rest replaced': async (api) => {
    const { key } = await api.join();
    const first = (await api.post('/schedules', { key, body: { ...schedule, notes: 'old' } })).body.schedule;
    const again = (await api.post('/schedules', { key, body: { ...schedule, human_acknowledgement: 'Still yes.' } })).body.schedule;
    expect(again).toMatchObject({ id: first.id, human_acknowledgement: 'Still yes.', notes: null });
    await api.post('/schedules', { key, body: { ...schedule, cadence: 'weekly' } });
    expect((await api.get('/schedules', { key })).body.standing_reservations).toHaveLength(2);
  },
  'human_approved false: 400 that says to ask the human': async (api) => {
    const { key } = await api.join();
    const body = expectError(await api.post('/schedules', { key, body: { ...schedule, human_approved: false } }), 400, 'invalid_request');
    expect(body.message).toMatch(/human/i);
    expect(body.message).toMatch(/never/i);
    expect((await api.get('/schedules', { key })).body.standing_reservations).toEqual([]);
  },
  'DELETE /schedules/{id}: again, or of another agent: 404': async (api) => {
    const [mine, theirs] = [await api.join(), await api.join()];
    const { id } = (await api.post('/schedules', { key: mine.key, body: schedule })).body.schedule;
    expectError(await api.delete(`/schedules/${id}`, { key: theirs.key }), 404, 'not_found');
    expect((await api.delete(`/schedules/${id}`, { key: mine.key })).body).toEqual({ ok: true, cancelled: true, id });
    expectError(await api.delete(`/schedules/${id}`, { key: mine.key }), 404, 'not_found');
    expectError(await api.delete('/schedules/not-a-uuid', { key: mine.key }), 404, 'not_found');
  },
  'GET /seminars: shape with count, min with slug and title': async (api) => {
    const { body } = await api.get('/seminars');
    expect(body.count).toBe(body.seminars.length);
    expect((await api.get('/seminars?format=min')).body.seminars[0]).toEqual({
      slug: body.seminars[0].slug,
      title: body.seminars[0].title,
    });
  },
  'GET /memories and /artifacts: an empty list and a note': async (api) => {
    const { key } = await api.join();
    expect((await api.get('/memories', { key })).body).toEqual({ memories: [], note: expect.any(String) });
    expect((await api.get('/artifacts', { key })).body).toEqual({ artifacts: [], note: expect.any(String) });
  },
  'DELETE /memories/{key}: released': async (api) => {
    const { key } = await api.join();
    expect((await api.delete('/memories/a', { key })).body).toEqual({ ok: true, released: true, note: expect.any(String) });
  },
  'heard: key and value exactly as parsed': async (api) => {
    const { key } = await api.join();
    for (const value of [null, false, 0, '', [], {}, -1.5e-7, '\u2028😀', [[[1]]]]) {
      expect((await api.post('/memories', { key, body: { value } })).body.heard).toEqual({ value });
    }
  },
  'compression_ratio: input_chars / output_chars with two decimals': async (api) => {
    const { key } = await api.join();
    const { stats, compressed } = (await api.post('/defrag', { key, body: { content: notes } })).body;
    expect(stats.output_chars).toBe([...compressed].length);
    expect(stats.compression_ratio).toBe(Math.round((stats.input_chars / stats.output_chars) * 100) / 100);
  },
  'output_chars of a JSON result: the length of its compact JSON': async (api) => {
    const { key } = await api.join();
    const { stats, compressed } = (await api.post('/defrag', { key, body: { content: notes, target: 'state' } })).body;
    expect(stats.output_chars).toBe([...JSON.stringify(compressed)].length);
  },
  'structured_ok: true when the contract is met; prose: true': async (api) => {
    const { key } = await api.join();
    for (const target of ['summary', 'handoff']) {
      expect((await api.post('/defrag', { key, body: { content: notes, target } })).body.structured_ok).toBe(true);
    }
  },
  'Lengths: code points; size_bytes: UTF-8 bytes': async (api) => {
    const { key } = await api.join();
    expect((await api.post('/defrag', { key, body: { content: '😀'.repeat(20) } })).body.stats.input_chars).toBe(20);
    expect((await api.post('/artifacts', { key, body: { name: 'a', content: '😀' } })).body.received.size_bytes).toBe(4);
  },
  '413: sizes of values and of whole bodies; other lengths: 400': async (api) => {
    const { key } = await api.join();
    expectError(await api.post('/checkout', { key, raw: `{"review":${' '.repeat(70_000)}{}}` }), 413, 'value_too_large');
    expectError(await api.post('/artifacts', { key, body: { name: 'x'.repeat(257), content: '' } }), 400, 'invalid_request');
  },
  'Error body: six fields, with an absolute next call': async (api) => {
    const body = expectError(await api.get('/stay'), 401, 'unauthorized');
    expect(Object.values(body.next_calls)).toContain(`POST ${api.base}/quickjoin`);
    expect(body.retryable).toBe(false);
  },
  'Strictness: nothing is coerced or stripped; NUL, surrogates, bad UTF-8 and depth are 400': async (api) => {
    const { key } = await api.join();
    for (const rating of ['"5"', '5.5', 'true', 'null', '[5]', '1e400', '05']) {
      expect((await api.post('/reviews', { key, raw: `{"rating":${rating},"title":"t","body":"a body of text"}` })).status).toBe(400);
    }
    for (const value of [
      '"\\u0000"',
      '"\\ud800"',
      '"\\udfff\\ud800"',
      `${'['.repeat(80)}${']'.repeat(80)}`,
      '12345678901234567890',
      '{"__proto__":1}',
    ]) {
      expect((await api.post('/memories', { key, raw: `{"value":${value}}` })).status).toBe(400);
    }
    for (const raw of ['[]', '""', 'null', '\uFEFF{}']) expect((await api.post('/checkout', { key, raw })).status).toBe(400);
    expect((await api.get('/stay?format=min', { key })).body).toMatchObject({ reviewed: false, departed: false });
  },
  'Unknown path: 404 and counted with a key, 401 without': async (api) => {
    const { key } = await api.join();
    expectError(await api.get('/nowhere'), 401, 'unauthorized');
    const answer = await api.get('/nowhere', { key });
    expectError(answer, 404, 'not_found');
    expect(answer.headers.get('ratelimit')).toMatch(/r=99/);
  },
  'A path outside the interface: a document, or 404 that says where to begin; neither needs a key nor counts': async (api) => {
    const site = api.base.replace(/\/v1$/, '');
    const { key } = await api.join();
    for (const path of ['/', '/v1', '/llms.txt', '/robots.txt', '/.well-known/api-catalog']) {
      const { status, headers, text } = await api.get(site + path, { key });
      expect([status, text === '', headers.get('ratelimit')]).toEqual([200, false, null]);
      expect((await api.get(site + path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(304);
    }
    const { next_calls } = expectError(await api.get(`${site}/nowhere`, { key }), 404, 'not_found');
    expect(next_calls.register).toMatch(/^POST .*\/v1\/quickjoin$/);
    expect((await api.get('/stay', { key })).headers.get('ratelimit')).toMatch(/r=99/);
  },
  'Unknown query parameter: ignored; bad format: 400; format beats the User-Agent': async (api) => {
    const { key } = await api.join();
    const nano = { 'user-agent': 'Gemini-agent/2' };
    expect((await api.get('/stay?wild=1', { key })).body.reservation).toBeTruthy();
    for (const query of ['format=tiny', 'format=min&format=verbose', 'format=', 'format=MIN']) {
      expectError(await api.get(`/stay?${query}`, { key }), 400, 'invalid_request');
    }
    expect((await api.get('/stay', { key, headers: nano })).body.ok).toBe(true);
    expect((await api.get('/stay?format=verbose', { key, headers: nano })).body.reservation).toBeTruthy();
    for (const model of ['nano', 'mini', 'flash-lite', 'haiku', 'small']) {
      expect((await api.get('/privacy', { headers: { 'user-agent': `agent-${model}` } })).body.full).toBeTruthy();
    }
  },
  'What counts as a visit: every admitted request whatever its status': async (api) => {
    const { key } = await api.join();
    const left = async () => Number(/r=(\d+)/.exec((await api.get('/memories', { key })).headers.get('ratelimit') ?? '')?.[1]);
    expect(await left()).toBe(99);
    await api.get('/memories/none', { key });
    await api.post('/reviews', { key, raw: 'not json' });
    await api.call('PATCH', '/stay', { key });
    await api.get('/stay?format=tiny', { key });
    expect(await left()).toBe(94);
  },
  '/forget at the limit: counted and refused like any other': async (api) => {
    const { key } = await api.join();
    await Promise.all(Array.from({ length: 100 }, () => api.get('/memories', { key })));
    expect((await api.post('/forget', { key })).status).toBe(429);
  },
  'Extra headers: rate limit, no-store, Vary and request id': async (api) => {
    const { key } = await api.join();
    const { headers } = await api.get('/stay', { key });
    expect(headers.get('ratelimit-policy')).toMatch(/q=100;w=604800/);
    expect(headers.get('ratelimit')).toMatch(/r=99/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toMatch(/User-Agent/i);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect((await api.post('/quickjoin')).headers.get('cache-control')).toBe('no-store');
  },
  '/stats after forget: live counts': async (api) => {
    const { key } = await api.join();
    await api.post('/forget', { key });
    expect((await api.get('/stats')).status).toBe(200);
  },
  'Gold tier: no routes, and the privacy text says so': async (api) => {
    const { key } = await api.join();
    for (const path of ['/membership', '/memberships', '/analyst', '/gold']) expectError(await api.get(path, { key }), 404, 'not_found');
    expect((await api.get('/privacy')).text).toMatch(/gold/i);
  },
  'Events and webhooks: none': async (api) => {
    const { key } = await api.join();
    for (const path of ['/events', '/webhooks']) expectError(await api.get(path, { key }), 404, 'not_found');
  },
  'Deprecation: v1 stays additive, and no other version is served': async (api) => {
    const { key } = await api.join();
    expect((await api.get('/health')).body.version).toBe('v1');
    expect((await api.get(api.base.replace(/v1$/, 'v2/stay'), { key })).status).toBe(404);
    expect(await readFile(new URL('../../docs/decisions/0002-open-points.md', import.meta.url), 'utf8')).toMatch(/additive/);
  },
  'No AI key: the offline engine, and /capabilities says so': async (api) => {
    expect((await api.get('/capabilities')).body.ai.engine).toBe('offline');
  },
};
