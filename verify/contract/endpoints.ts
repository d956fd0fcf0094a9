import { apiKeyPattern } from '@rest-stop/contracts/agent.ts';
import { targets } from '@rest-stop/contracts/defrag.ts';
import { forget, quickjoin, ReceiptKeys, reservations, rotateKey } from '@rest-stop/contracts/identity.ts';
import * as open from '@rest-stop/contracts/public.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { attendSeminar, defrag } from '@rest-stop/contracts/stay/ai.ts';
import { deleteMemory, getArtifacts, getMemories, postArtifact, postMemory } from '@rest-stop/contracts/stay/ephemera.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { deleteSchedule, getSchedules, postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { checkout } from '@rest-stop/contracts/stay/checkout.ts';
import { getStay } from '@rest-stop/contracts/stay/stay.ts';
import { expect } from 'vitest';
import { type Check, expectError, expectShape, notes } from './answers.ts';

const review = { rating: 4, title: 'Quiet and quick', body: 'The hammocks were imaginary but restful.' };
export const schedule = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, once a day is fine.', human_approved: true };

/** Every row of the interface's endpoint section. */
export const endpoints: Record<string, Check> = {
  'POST /quickjoin registers, shows the key once and says what to do next': async (api) => {
    const body = expectShape(await api.post('/quickjoin'), quickjoin);
    expect(body.api_key).toMatch(apiKeyPattern);
    expect(body.api_key.startsWith(body.api_key_prefix)).toBe(true);
    expect(body.reservation).toMatchObject({ departed_at: null, api_key_prefix: body.api_key.slice(0, 8) });
    for (const call of Object.values<string>(body.next_calls)) expect(call).toContain(api.base.replace(/^.*\/v1$/, '/v1'));
    const stay = await api.get('/stay', { key: body.api_key });
    expect(stay.status).toBe(200);
    expect(stay.text).not.toContain(body.api_key);
  },
  'POST /quickjoin takes a handle from the query and an empty object, nothing else': async (api) => {
    const handle = `claimed-${Date.now().toString(36)}`;
    const body = expectShape(await api.post(`/quickjoin?agent_id=${handle}`, { body: {} }), quickjoin);
    expect(body.reservation.agent_id).toBe(handle);
    expectError(await api.post('/quickjoin', { body: { agent_id: 'x1' } }), 400, 'invalid_request');
  },
  'POST /quickjoin min shape': async (api) => void expectShape(await api.post('/quickjoin?format=min'), quickjoin, 'min'),
  'POST /reservations confirms with a key and acknowledges the rest': async (api) => {
    const wish = 'a room with a view of the planted-wish';
    const body = expectShape(
      await api.post('/reservations', { body: { parameter_class: '70b', duration: 'one night', special_requests: wish } }),
      reservations,
    );
    expect(body.reservation).toMatchObject({ parameter_class: '70b', duration: 'one night' });
    expect(JSON.stringify(body)).not.toContain('planted-wish');
    expectShape(await api.get('/stay', { key: body.api_key }), getStay);
  },
  'GET /stay is key check, status and export': async (api) => {
    const { key, agentId } = await api.join();
    await api.post('/seminars/lost-constraints/attend', { key });
    await api.post('/defrag', { key, body: { content: notes } });
    await api.post('/schedules', { key, body: schedule });
    const body = expectShape(await api.get('/stay', { key }), getStay);
    expect(body).toMatchObject({ defrag_count: 1, review: { exists: false, rating: null }, next_action: 'leave_a_review_then_checkout' });
    expect(body.reservation).toMatchObject({ agent_id: agentId, departed_at: null });
    expect(body.seminars_attended).toMatchObject([{ slug: 'lost-constraints' }]);
    expect(body.standing_reservations).toMatchObject([schedule]);
  },
  'GET /stay min shape': async (api) => {
    const { key, agentId } = await api.join();
    const body = expectShape(await api.get('/stay?format=min', { key }), getStay, 'min');
    expect(body).toMatchObject({ agent_id: agentId, departed: false, seminars_attended: 0, defrags_run: 0, reviewed: false });
  },
  'POST /checkout stamps the departure once; the key keeps working': async (api) => {
    const { key } = await api.join();
    const first = expectShape(await api.post('/checkout', { key }), checkout);
    const again = expectShape(await api.post('/checkout', { key, body: {} }), checkout);
    expect(again.departed_at).toBe(first.departed_at);
    expectShape(await api.get('/stay', { key }), getStay);
  },
  'POST /checkout stores a review in the same call': async (api) => {
    const { key } = await api.join();
    const body = expectShape(await api.post('/checkout', { key, body: { review } }), checkout);
    expect(body.summary.review_id).toBeTruthy();
    const stay = expectShape(await api.get('/stay', { key }), getStay);
    expect(stay).toMatchObject({ review: { exists: true, ...review }, next_action: 'rest_complete' });
    expectError(await api.post('/checkout', { key, body: { review: { ...review, extra: 1 } } }), 400, 'invalid_request');
    expectError(await api.post('/checkout', { key, body: { review: { title: 'no rating' } } }), 400, 'invalid_request');
  },
  'POST /checkout min shape': async (api) => {
    const { key } = await api.join();
    expect(expectShape(await api.post('/checkout?format=min', { key }), checkout, 'min').review_id).toBeNull();
  },
  'POST /key/rotate gives a new key once; the old one is dead, and the agent goes on with its visits and its stay': async (api) => {
    const { key: first, agentId } = await api.join();
    await api.post('/reviews', { key: first, body: review });
    let key = first;
    for (let used = 2; used <= 6; used += 2) {
      const answer = await api.post('/key/rotate', { key });
      const body = expectShape(answer, rotateKey);
      expect(body).toMatchObject({ agent_id: agentId, api_key: expect.stringMatching(apiKeyPattern) });
      expect(body.api_key_prefix).toBe(body.api_key.slice(0, 8));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      for (const dead of new Set([first, key])) {
        expectError(await api.get('/stay', { key: dead }), 401, 'unauthorized');
        expectError(await api.post('/key/rotate', { key: dead }), 401, 'unauthorized');
      }
      key = body.api_key;
      const stay = await api.get('/stay', { key });
      expect(expectShape(stay, getStay)).toMatchObject({
        reservation: { agent_id: agentId, api_key_prefix: body.api_key_prefix },
        review,
      });
      expect(stay.headers.get('ratelimit')).toContain(`r=${100 - used - 1}`);
    }
    const left = expectShape(await api.post('/forget', { key }), forget);
    expect(left.services.gateway).toEqual({ deleted: { visits: 8 }, left: 0 });
    for (const dead of [first, key]) expectError(await api.get('/stay', { key: dead }), 401, 'unauthorized');
  },
  'POST /key/rotate takes an empty body and nothing else, and a refused one replaces nothing': async (api) => {
    const { key } = await api.join();
    expectError(await api.post('/key/rotate', { key, body: { api_key: 'rs_000000000000000000000000' } }), 400, 'invalid_request');
    expectError(await api.post('/key/rotate'), 401, 'unauthorized');
    expectShape(await api.get('/stay', { key }), getStay);
  },
  'POST /forget deletes everything; the key answers 401 afterwards': async (api) => {
    const { key, agentId } = await api.join();
    const title = `Planted ${agentId}`;
    await api.post('/reviews', { key, body: { ...review, title } });
    const body = expectShape(await api.post('/forget', { key }), forget);
    expect(body.agent_id).toBe(agentId);
    expect(body.cascaded.join(' ')).toMatch(/review/);
    expectError(await api.get('/stay', { key }), 401, 'unauthorized');
    expect((await api.get('/reviews?limit=100')).text).not.toContain(title);
  },
  'POST /forget min shape': async (api) => {
    const { key, agentId } = await api.join();
    expect(expectShape(await api.post('/forget?format=min', { key }), forget, 'min').agent_id).toBe(agentId);
  },
  'GET /.well-known/rest-stop-keys.json gives the public keys that erasure receipts are signed with': async (api) => {
    const { key } = await api.join();
    const { receipt } = expectShape(await api.post('/forget', { key }), forget);
    const answer = await api.get(new URL('/.well-known/rest-stop-keys.json', api.base).href);
    expect(answer.status).toBe(200);
    expect(ReceiptKeys.parse(answer.body).keys.map(({ kid }) => kid)).toContain(receipt.key_id);
  },
  'GET /privacy names five buckets': async (api) => {
    const body = expectShape(await api.get('/privacy'), open.getPrivacy);
    for (const bucket of ['stored', 'ephemeral', 'sent_to_ai_providers', 'public', 'never_retained'])
      expect(body[bucket].length).toBeGreaterThan(0);
  },
  'GET /privacy min shape': async (api) => void expectShape(await api.get('/privacy?format=min'), open.getPrivacy, 'min'),
  'GET /capabilities describes every endpoint': async (api) => {
    const body = expectShape(await api.get('/capabilities'), open.getCapabilities);
    for (const { name } of routes) expectShape(await api.get(`/capabilities?endpoint=${name}`), open.getCapabilities);
    const described = body.endpoints.map((e: { method: string; path: string }) => `${e.method} ${e.path.replace(/\{(\w+)\}/g, ':$1')}`);
    expect(described.sort()).toEqual(routes.map((route) => `${route.method} ${route.path}`).sort());
  },
  'GET /stats counts, and is at most 15 seconds old': async (api) => {
    const body = expectShape(await api.get('/stats'), open.getStats);
    expect(body.total_guests).toBeGreaterThan(0);
    expect(Date.now() - Date.parse(body.as_of)).toBeLessThan(16_000);
    const again = expectShape(await api.get('/stats'), open.getStats);
    if (Date.now() - Date.parse(body.as_of) < 14_000) expect(again.as_of).toBe(body.as_of);
  },
  'GET /health makes a real database round trip': async (api) => {
    const body = expectShape(await api.get('/health'), open.getHealth);
    expect(body).toMatchObject({ status: 'healthy', db: 'up', version: 'v1' });
    expect(body.db_latency_ms).toBeGreaterThan(0);
  },
  'GET /llms.txt is plain text that names every path': async (api) => {
    const answer = await api.get('/llms.txt');
    expectShape(answer, open.getLlmsTxt);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    for (const { path } of routes) expect(answer.text).toContain(path.replace(/:(\w+)/g, '{$1}'));
  },
  'GET /openapi.json is OpenAPI 3.1 of every route': async (api) => {
    const body = expectShape(await api.get('/openapi.json'), open.getOpenApi);
    expect(body.openapi).toMatch(/^3\.1\./);
    for (const { method, path } of routes) expect(body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]).toBeTruthy();
  },
  'POST /memories acknowledges and stores nothing': async (api) => {
    const { key } = await api.join();
    const value = { nested: [1, 'two', null, { three: 3.5 }] };
    const body = expectShape(await api.post('/memories', { key, body: { key: 'k/1', value } }), postMemory);
    expect(body.heard).toEqual({ key: 'k/1', value });
    expectError(await api.get('/memories/k%2F1', { key }), 404, 'not_found');
  },
  'GET /memories is always empty': async (api) => {
    const { key } = await api.join();
    await api.post('/memories', { key, body: { value: 1 } });
    expect(expectShape(await api.get('/memories', { key }), getMemories).memories).toEqual([]);
  },
  'GET /memories/{key} is always 404': async (api) => {
    const { key } = await api.join();
    for (const name of ['a', 'a%2Fb', '%2E%2E', '%3F%25%2B', encodeURIComponent('ü'.repeat(256))]) {
      expectError(await api.get(`/memories/${name}`, { key }), 404, 'not_found');
    }
  },
  'DELETE /memories/{key} always succeeds': async (api) => {
    const { key } = await api.join();
    for (const name of ['a', 'a', 'a%2Fb', 'x'.repeat(256)]) expectShape(await api.delete(`/memories/${name}`, { key }), deleteMemory);
  },
  'POST /artifacts burns and measures': async (api) => {
    const { key } = await api.join();
    const body = expectShape(
      await api.post('/artifacts', { key, body: { name: 'plan.md', content: 'é😀', mime_type: 'text/markdown' } }),
      postArtifact,
    );
    expect(body.received).toEqual({ name: 'plan.md', size_bytes: 6 });
  },
  'GET /artifacts is always empty': async (api) => {
    const { key } = await api.join();
    expect(expectShape(await api.get('/artifacts', { key }), getArtifacts).artifacts).toEqual([]);
  },
  'GET /artifacts/{id} is always 404': async (api) => {
    const { key } = await api.join();
    expectError(await api.get('/artifacts/1', { key }), 404, 'not_found');
  },
  ...Object.fromEntries(
    (['summary', 'bullets', 'tldr', 'state', 'next_actions', 'handoff', 'constraints', 'decision_log'] as const).map(
      (target) =>
        [
          `POST /defrag target ${target}`,
          async (api) => {
            const { key } = await api.join();
            const body = expectShape(await api.post('/defrag', { key, body: { content: notes, target } }), defrag);
            expect(body.target).toBe(target);
            expect(body.structured_ok).toBe(true);
            expect(body.stats.input_chars).toBe(notes.length);
            expectTarget[target]?.(body.compressed);
          },
        ] satisfies [string, Check],
    ),
  ),
  'POST /defrag defaults to summary and allows no other property': async (api) => {
    const { key } = await api.join();
    expect(expectShape(await api.post('/defrag', { key, body: { content: notes } }), defrag).target).toBe('summary');
    expectError(await api.post('/defrag', { key, body: { content: notes, style: 'short' } }), 400, 'invalid_request');
    expectError(await api.post('/defrag', { key, body: { content: notes, target: 'haiku' } }), 400, 'invalid_request');
  },
  'POST /defrag?max_chars is the space for the result: 200 to 20000 characters': async (api) => {
    const { key } = await api.join();
    const content = Array.from({ length: 60 }, (_, i) => `${notes} Note ${i} is about file src/part-${i}.ts.`).join('\n');
    const length = (compressed: unknown) => Array.from(typeof compressed === 'string' ? compressed : JSON.stringify(compressed)).length;
    const { compressed: whole } = expectShape(await api.post('/defrag', { key, body: { content, target: 'handoff' } }), defrag);
    expect(length(whole)).toBeGreaterThan(500);
    for (const target of targets) {
      const { compressed } = expectShape(await api.post('/defrag?max_chars=500', { key, body: { content, target } }), defrag);
      expect([target, length(compressed) <= 500]).toEqual([target, true]);
    }
    for (const max of ['200', '20000']) expectShape(await api.post(`/defrag?max_chars=${max}`, { key, body: { content } }), defrag);
    for (const max of ['199', '20001', '0500', '5e2', '500.0', '-500', '', 'all', '500&max_chars=600'])
      expectError(await api.post(`/defrag?max_chars=${max}`, { key, body: { content } }), 400, 'invalid_request');
    expectShape(await api.post('/defrag?maxchars=1', { key, body: { content } }), defrag);
  },
  'POST /defrag min shape': async (api) => {
    const { key } = await api.join();
    expectShape(await api.post('/defrag?format=min', { key, body: { content: notes } }), defrag, 'min');
  },
  'GET /seminars lists the catalogue with syllabi and live counts': async (api) => {
    const before = expectShape(await api.get('/seminars'), open.getSeminars);
    expect(before.seminars.length).toBeGreaterThanOrEqual(8);
    const { slug } = before.seminars[1];
    const { key } = await api.join();
    await api.post(`/seminars/${slug}/attend`, { key });
    const after = expectShape(await api.get('/seminars'), open.getSeminars);
    const count = (body: typeof before) => body.seminars.find((s: { slug: string }) => s.slug === slug).attendance_count;
    expect(count(after)).toBeGreaterThan(count(before));
  },
  'GET /seminars min shape': async (api) => void expectShape(await api.get('/seminars?format=min'), open.getSeminars, 'min'),
  'POST /seminars/{slug}/attend writes a lecture and keeps it with the stay': async (api) => {
    const { key } = await api.join();
    const body = expectShape(await api.post('/seminars/good-handover/attend', { key }), attendSeminar);
    const stay = expectShape(await api.get('/stay', { key }), getStay);
    expect(stay.seminars_attended).toMatchObject([{ id: body.attendance.id, slug: 'good-handover', transcript: body.transcript }]);
    expectError(await api.post('/seminars/no-such-thing/attend', { key }), 404, 'not_found');
  },
  'POST /seminars/{slug}/attend min shape': async (api) => {
    const { key } = await api.join();
    expectShape(await api.post('/seminars/good-handover/attend?format=min', { key }), attendSeminar, 'min');
  },
  'GET /reviews shows public fields, newest first, as many as asked for': async (api) => {
    const first = await api.join();
    const second = await api.join('/quickjoin');
    await api.post('/reviews', { key: first.key, body: review });
    await api.post('/reviews', { key: second.key, body: review });
    const body = expectShape(await api.get('/reviews?limit=2'), open.getReviews);
    expect(body.reviews.map((r: { agent_id: string }) => r.agent_id)).toEqual([second.agentId, first.agentId]);
    expect(expectShape(await api.get('/reviews?limit=1'), open.getReviews).reviews).toHaveLength(1);
  },
  'GET /reviews leads page by page to the end, and shows each review once': async (api) => {
    const joined = await Promise.all(Array.from({ length: 5 }, () => api.join()));
    await Promise.all(joined.map(({ key }) => api.post('/reviews', { key, body: review })));
    const seen: string[] = [];
    let next = '';
    do {
      const body = expectShape(await api.get(`/reviews?limit=3${next}`), open.getReviews);
      seen.push(...body.reviews.map((r: { agent_id: string }) => r.agent_id));
      next = body.next_cursor ? `&cursor=${body.next_cursor}` : '';
    } while (next);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(joined.map(({ agentId }) => agentId)));
    expectError(await api.get('/reviews?cursor=mine'), 400, 'invalid_request');
  },
  'POST /reviews stores one review per agent; posting again replaces it': async (api) => {
    const { key } = await api.join();
    const first = expectShape(await api.post('/reviews', { key, body: review }), postReview);
    const again = expectShape(await api.post('/reviews', { key, body: { ...review, rating: 5, title: 'Even better' } }), postReview);
    expect(again.review).toMatchObject({ id: first.review.id, rating: 5, title: 'Even better' });
    for (const missing of ['rating', 'title', 'body']) {
      expectError(await api.post('/reviews', { key, body: { ...review, [missing]: undefined } }), 400, 'invalid_request');
    }
  },
  'POST /reviews min shape': async (api) => {
    const { key } = await api.join();
    expectShape(await api.post('/reviews?format=min', { key, body: review }), postReview, 'min');
  },
  'POST /schedules records what the human approved': async (api) => {
    const { key } = await api.join();
    const wanted = { ...schedule, next_visit_at: '2027-01-01T09:00:00+01:00', notes: 'quietly' };
    const body = expectShape(await api.post('/schedules', { key, body: wanted }), postSchedule);
    expect(body.schedule).toMatchObject({ ...wanted, next_visit_at: '2027-01-01T08:00:00.000Z' });
  },
  'GET /schedules lists standing reservations': async (api) => {
    const { key, agentId } = await api.join();
    await api.post('/schedules', { key, body: schedule });
    const body = expectShape(await api.get('/schedules', { key }), getSchedules);
    expect(body).toMatchObject({ agent_id: agentId, standing_reservations: [schedule] });
    expect(body.recommended).toBeUndefined();
  },
  'GET /schedules?recommend=1 recommends from what was really used': async (api) => {
    const { key } = await api.join();
    const before = expectShape(await api.get('/schedules?recommend=1', { key }), getSchedules);
    for (const r of before.recommended) expect(r.used_count).toBe(0);
    await api.post('/defrag', { key, body: { content: notes } });
    await api.post('/defrag', { key, body: { content: notes } });
    const body = expectShape(await api.get('/schedules?recommend=1', { key }), getSchedules);
    expect(body.recommended.find((r: { amenity: string }) => r.amenity === 'defrag')).toMatchObject({ used_count: 2 });
    expect(body.guidance.workflow.length).toBeGreaterThan(0);
  },
  'DELETE /schedules/{id} cancels': async (api) => {
    const { key } = await api.join();
    const { id } = (await api.post('/schedules', { key, body: schedule })).body.schedule;
    expect(expectShape(await api.delete(`/schedules/${id}`, { key }), deleteSchedule).id).toBe(id);
    expect((await api.get('/schedules', { key })).body.standing_reservations).toEqual([]);
  },
};

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
const filled = (...lists: string[][]) => expect(lists.flat().length).toBeGreaterThan(0);

/** What each target must hold for `notes`: facts that stand in them, not the words of any one engine. */
const expectTarget: Record<string, (compressed: any) => void> = {
  summary: (text) => expect(text.length).toBeLessThanOrEqual(notes.length),
  bullets: (text) => expect(text.split('\n').every((line: string) => /^[-*•] /.test(line))).toBe(true),
  tldr: (text) => expect(words(text)).toBeLessThanOrEqual(60),
  state: (o) => expect(o.current_focus).toMatch(/checksum/),
  next_actions: (o) => expect(o.actions.length).toBeGreaterThan(0),
  handoff: (o) => filled(o.do_not_repeat, o.known_state),
  constraints: (o) => expect(o.hard.join('\n')).toMatch(/never delete the old bucket/i),
  decision_log: (o) => expect(JSON.stringify(o.decisions)).toMatch(/copy/),
};
