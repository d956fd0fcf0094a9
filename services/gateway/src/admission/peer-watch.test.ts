import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchPeer } from './peer-watch.ts';

const silenceMs = 200;
const late = () => new Error('late');
const never = () => new Promise<string>(() => {});

describe('an answer is given up', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** How the wait for the answer ended, and after how many milliseconds. */
  function outcomeOf(work: Promise<string>): { of?: string; atMs?: number } {
    const outcome: { of?: string; atMs?: number } = {};
    const startedAt = performance.now();
    const settle = (of: string) => Object.assign(outcome, { of, atMs: performance.now() - startedAt });
    work.then(settle, (error: Error) => settle(error.message));
    return outcome;
  }

  test('when the peer has said nothing since it was asked', async () => {
    const peer = watchPeer(silenceMs);
    await vi.advanceTimersByTimeAsync(10_000);
    const outcome = outcomeOf(peer.answer(never(), late));
    await vi.advanceTimersByTimeAsync(199);
    expect(outcome).toEqual({});
    await vi.advanceTimersByTimeAsync(3);
    expect(outcome.of).toBe('late');
  });

  test('not while the peer answers others, but when it falls silent', async () => {
    const peer = watchPeer(silenceMs);
    const outcome = outcomeOf(peer.answer(never(), late));
    for (let i = 0; i < 6; i++) {
      await vi.advanceTimersByTimeAsync(150);
      peer.heard();
    }
    expect(outcome).toEqual({});
    await vi.advanceTimersByTimeAsync(203);
    expect(outcome.of).toBe('late');
    expect(outcome.atMs).toBeGreaterThanOrEqual(1_100);
  });

  test('in the end, however lively the peer', async () => {
    const peer = watchPeer(silenceMs);
    const outcome = outcomeOf(peer.answer(never(), late));
    for (let i = 0; i < 30; i++) {
      await vi.advanceTimersByTimeAsync(100);
      peer.heard();
    }
    expect(outcome.of).toBe('late');
    expect(outcome.atMs).toBeLessThan(2_200);
  });

  test('by a peer that is gone only some time after, and no more once it is heard of', async () => {
    const peer = watchPeer(silenceMs);
    outcomeOf(peer.answer(never(), late));
    await vi.advanceTimersByTimeAsync(450);
    expect(peer.isGone()).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(peer.isGone()).toBe(true);
    peer.heard();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(peer.isGone()).toBe(false);
  });

  test('never when it has come', async () => {
    const peer = watchPeer(silenceMs);
    const outcome = outcomeOf(peer.answer(Promise.resolve('answer'), late));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcome.of).toBe('answer');
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('what arrived while this process stood still is read before the time counts', async () => {
  const peer = watchPeer(20);
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise<string>((resolve) => port2.once('message', resolve));
  const answer = peer.answer(arrived, late);
  port1.postMessage('answer');
  const stillUntil = performance.now() + 100;
  while (performance.now() < stillUntil);
  expect(await answer).toBe('answer');
  port1.close();
});
