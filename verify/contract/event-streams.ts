import { heartbeatMs } from '@rest-stop/contracts/event-stream.ts';
import { answer, late, lectureText, silent } from '@rest-stop/testing/fake-ai.ts';
import { expect, test } from 'vitest';
import { expectError, notes } from './answers.ts';
import type { Scripted } from './scripted.ts';

const accept = { accept: 'text/event-stream' };
const compressed = 'You must never delete the old bucket and do not touch /srv/billing/config.yaml; next, verify the checksums.';

/** The events of a whole stream, in their order, and how many comments came between them. */
function eventsOf(stream: string): { events: [name: string, data: any][]; comments: number } {
  const blocks = stream.split('\n\n').filter((block) => block !== '');
  const events = blocks.flatMap((block): [string, any][] => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    return name === undefined || data === undefined ? [] : [[name, JSON.parse(data)]];
  });
  return { events, comments: blocks.filter((block) => block.startsWith(':')).length };
}

/** What a client sees that asks for server-sent events. */
export function eventStreamSuite(scripted: Scripted): void {
  const defrag = (key: string, headers: Record<string, string> = accept, path = '/defrag') =>
    scripted.api.post(path, { key, headers, body: { content: notes } });

  test('a defrag that takes long is not silent, and its result is the plain answer', async () => {
    const { key } = await scripted.api.join();
    scripted.provider.play(answer(compressed));
    const plain = await defrag(key, {});
    scripted.provider.play(late(2.4 * heartbeatMs, answer(compressed)));
    const { status, headers, text } = await defrag(key);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/event-stream', 'no-store']);
    const { events, comments } = eventsOf(text);
    expect(events).toEqual([
      ['state', { state: 'working' }],
      ['headers', { 'rest-stop-fidelity': plain.headers.get('rest-stop-fidelity') }],
      ['result', plain.body],
    ]);
    expect(comments).toBeGreaterThanOrEqual(2);
    expect((await scripted.api.get('/stay?format=min', { key })).body.defrags_run).toBe(2);
  });

  test('a seminar is attended, and the short shape is as short', async () => {
    const { key, agentId } = await scripted.api.join();
    scripted.provider.play(answer(lectureText(agentId)));
    const { text } = await scripted.api.post('/seminars/good-handover/attend?format=min', { key, headers: accept });
    expect(eventsOf(text).events.at(-1)).toEqual(['result', { slug: 'good-handover', transcript: lectureText(agentId) }]);
    expect((await scripted.api.get('/stay?format=min', { key })).body.seminars_attended).toBe(1);
  });

  test('what is wrong before the work begins keeps its status', async () => {
    const { key } = await scripted.api.join();
    expectError(await defrag('rs_000000000000000000000000'), 401, 'unauthorized');
    expectError(await scripted.api.post('/defrag', { key, headers: accept, body: { content: 'short' } }), 400, 'invalid_request');
    expectError(await scripted.api.post('/seminars/nowhere/attend', { key, headers: accept }), 404, 'not_found');
    expect((await scripted.api.get('/stay', { key, headers: accept })).body.defrag_count).toBe(0);
  });

  test('an error of the work is its last event, and nothing is counted', async () => {
    const { key } = await scripted.api.join();
    scripted.provider.play(answer(''));
    const { status, text } = await defrag(key);
    const [name, data] = eventsOf(text).events.at(-1)!;
    expect([status, name, data.error, data.retryable]).toEqual([200, 'error', 'ai_error', true]);
    expect((await scripted.api.get('/stay?format=min', { key })).body.defrags_run).toBe(0);
  });

  test('who leaves the stream ends the work', async () => {
    const { key } = await scripted.api.join();
    scripted.provider.play(silent);
    const before = scripted.provider.calls.length;
    const leaving = new AbortController();
    const response = await fetch(`${scripted.api.base}/defrag`, {
      method: 'POST',
      headers: { ...accept, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: notes }),
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    await expect.poll(() => scripted.provider.calls.length).toBe(before + 1);
    leaving.abort();
    await expect.poll(() => scripted.provider.calls.at(-1)?.aborted).toBe(true);
  });
}
