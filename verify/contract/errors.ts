import { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { expect } from 'vitest';
import { type Check, expectError, notes } from './answers.ts';

/** Every row of the interface's error section that any deployment can show; the AI failure and the broken database need one of their own. */
export const errors: Record<string, Check> = {
  '401 unauthorized: missing, malformed, unknown or destroyed key, on every bearer route': async (api) => {
    const { key } = await api.join();
    expect((await api.post('/forget', { key })).status).toBe(200);
    for (const route of routes.filter(({ auth }) => auth === 'bearer')) {
      const path = route.path.replace(/:\w+/, 'x');
      expectError(await api.call(route.method, path), 401, 'unauthorized');
      expectError(await api.call(route.method, path, { key }), 401, 'unauthorized');
    }
    for (const authorization of ['Bearer', 'Bearer rs_', `Basic ${key}`, `Bearer ${key}x`, `Bearer ${'a'.repeat(4000)}`, key]) {
      expectError(await api.get('/stay', { headers: { authorization } }), 401, 'unauthorized');
    }
    expectError(await api.get(`/stay?api_key=${key}&key=${key}`), 401, 'unauthorized');
  },
  '404 not_found: an unknown resource': async (api) => {
    const { key } = await api.join();
    expectError(await api.get('/nowhere', { key }), 404, 'not_found');
    expectError(await api.post('/seminars/nowhere/attend', { key }), 404, 'not_found');
  },
  '409 agent_id_taken: the handle is in use; another is suggested': async (api) => {
    const { agentId, key } = await api.join();
    const body = expectError(await api.post(`/quickjoin?agent_id=${agentId.toUpperCase()}`), 409, 'agent_id_taken');
    expectError(await api.post('/reservations', { body: { agent_id: agentId } }), 409, 'agent_id_taken');
    const suggested = Object.values<string>(body.next_calls).find((call) => call.includes('agent_id='));
    expect((await api.post((suggested as string).replace('POST ', ''))).status).toBe(200);
    expect((await api.get('/stay', { key })).status).toBe(200);
  },
  '413 value_too_large: memory value, artifact content and defrag content': async (api) => {
    const { key } = await api.join();
    expectError(await api.post('/memories', { key, body: { value: 'x'.repeat(32_767) } }), 413, 'value_too_large');
    expectError(await api.post('/artifacts', { key, body: { name: 'a', content: 'x'.repeat(262_145) } }), 413, 'value_too_large');
    expectError(await api.post('/defrag', { key, body: { content: 'x'.repeat(120_001) } }), 413, 'value_too_large');
    expectError(await api.post('/reviews', { key, body: { rating: 1, title: 'x', body: 'x'.repeat(70_000) } }), 413, 'value_too_large');
  },
  '429 rate_limited: exactly the six fields, and Retry-After says the same': async (api) => {
    const { key } = await api.join();
    const statuses = [];
    for (let i = 0; i < 100; i++) statuses.push((await api.get('/memories', { key })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const answer = await api.get('/stay', { key });
    expect(answer.status).toBe(429);
    const body = RateLimitedBody.parse(answer.body);
    expect(body).toMatchObject({ limit: 100, window_seconds: 604_800, used: 100 });
    expect(answer.headers.get('retry-after')).toBe(String(body.retry_after_seconds));
    expect(Math.abs(Date.parse(body.retry_at) - Date.now() - body.retry_after_seconds * 1_000)).toBeLessThanOrEqual(1_500);
    const later = RateLimitedBody.parse((await api.get('/stay', { key })).body);
    expect(later.retry_at).toBe(body.retry_at);
    expect((await api.get('/stats')).status).toBe(200);
  },
  '400 invalid_request: what is wrong is named by path and rule, and the value is not repeated': async (api) => {
    const { key } = await api.join();
    const answer = await api.post('/reviews', { key, body: { rating: '5', title: '', body: 'planted', extra: 1 } });
    const body = expectError(answer, 400, 'invalid_request');
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual(expect.arrayContaining(['rating', 'title', 'body']));
    expect(answer.text).not.toContain('planted');
    expect((await api.get('/stay', { key })).body.review.exists).toBe(false);
  },
  '400 invalid_json: the body is not JSON or not UTF-8': async (api) => {
    const { key } = await api.join();
    expectError(await api.post('/defrag', { key, raw: '{"content": ' }), 400, 'invalid_json');
    expectError(await api.post('/defrag', { key, raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) }), 400, 'invalid_json');
  },
  '405 method_not_allowed: a known path with another method, with Allow': async (api) => {
    const { key } = await api.join();
    const answer = await api.call('PUT', '/reviews', { key });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expectError(await api.call('DELETE', '/stats'), 405, 'method_not_allowed');
    expectError(await api.call('PATCH', '/stay', { key }), 405, 'method_not_allowed');
  },
  '415 unsupported_media_type: a body that is not announced as JSON, or compressed': async (api) => {
    const { key } = await api.join();
    const raw = JSON.stringify({ content: notes });
    expectError(await api.post('/defrag', { key, raw, headers: { 'content-type': 'text/plain' } }), 415, 'unsupported_media_type');
    expectError(await api.post('/defrag', { key, raw, headers: { 'content-encoding': 'gzip' } }), 415, 'unsupported_media_type');
  },
};
