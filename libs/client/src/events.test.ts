import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { RestStop } from './client.ts';
import { eventsOf } from './events.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A client of a service that answers these pieces one after the other, and what it was asked with. */
async function told(type: string, ...pieces: string[]) {
  const accepted: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    accepted.push(request.headers.accept);
    response.writeHead(200, { 'content-type': type });
    for (const piece of pieces) response.write(piece);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const states: string[] = [];
  const stop = new RestStop({ baseUrl, key: 'rs_0123456789abcdef01234567', retries: 0 });
  const defrag = () => stop.defrag({ content: 'Never restart the cache.', onProgress: (state) => states.push(state) });
  return { stop, defrag, states, accepted };
}

const events = 'text/event-stream; charset=utf-8';
const result = { target: 'summary', compressed: 'Never.', structured_ok: true, stats: {} };
const state = (name: string) => `event: state\ndata: {"state":"${name}"}\n\n`;

test('a call that asks for progress is told each state, and gets the result', async () => {
  const { defrag, states, accepted } = await told(
    events,
    state('queued'),
    ': still at it\n\n',
    state('working'),
    `event: headers\ndata: {"rest-stop-fidelity":"rules-found=1"}\n\nevent: result\ndata: ${JSON.stringify(result)}\n\n`,
  );
  expect(await defrag()).toEqual(result);
  expect(states).toEqual(['queued', 'working']);
  expect(accepted).toEqual(['text/event-stream, application/json']);
});

test('a service without events answers as always, and nobody else asks for them', async () => {
  const { stop, defrag, states, accepted } = await told('application/json', JSON.stringify(result));
  expect(await defrag()).toEqual(result);
  expect(states).toEqual([]);
  await stop.defrag({ content: 'Never restart the cache.' });
  expect(accepted[1]).toBe('application/json');
});

test('an error that ends the stream is the error of an answer, its headers included', async () => {
  const error = { error: 'ai_error', message: 'The model failed.', retryable: true, next_calls: {}, docs: 'd', request_id: 'r' };
  const { defrag } = await told(
    events,
    state('working'),
    `event: headers\ndata: {"retry-after":"7"}\n\nevent: error\ndata: ${JSON.stringify(error)}\n\n`,
  );
  await expect(defrag()).rejects.toMatchObject({ code: 'ai_error', status: 502, retryable: true, retryAfterSeconds: 7 });
});

test('a stream that breaks off before its end is no answer', async () => {
  const { defrag, states } = await told(events, state('working'));
  await expect(defrag()).rejects.toMatchObject({ code: 'no_answer', retryable: true });
  expect(states).toEqual(['working']);
});

test('events are read wherever the stream is cut, with either line break', async () => {
  const text = 'event: a\r\ndata: 1\r\n\r\n: comment\n\ndata:x\ndata: ü\n\ndata: cut off';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, (at += size)));
      },
    });
    const seen = [];
    for await (const event of eventsOf(body)) seen.push(event);
    expect(seen).toEqual([
      { event: 'a', data: '1' },
      { event: '', data: 'x\nü' },
    ]);
  }
});

test('every review is read, page by page', async () => {
  const asked: string[] = [];
  const pages = [
    { reviews: [1, 2], count: 2, next_cursor: 'c 2' },
    { reviews: [3], count: 1 },
  ];
  const fetch = async (url: unknown) => {
    asked.push(String(url));
    return Response.json(pages[asked.length - 1]);
  };
  const seen = [];
  for await (const review of new RestStop({ baseUrl: 'http://x/v1', fetch }).everyReview({ limit: 2 })) seen.push(review);
  expect(seen).toEqual([1, 2, 3]);
  expect(asked).toEqual(['http://x/v1/reviews?limit=2', 'http://x/v1/reviews?limit=2&cursor=c+2']);
});
