import type { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import * as fake from '@rest-stop/testing/fake-ai.ts';
import { startTcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { describeWith, describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { asTester } from '@rest-stop/testing/servers/users.ts';
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { describe, expect, test } from 'vitest';
import { impatient, providerEngineFor } from './provider-engine.ts';
import { localSpendGuard, type SpendGuard } from '../src/provider/spend.ts';
import { redisSpendGuard } from '../src/provider/spend-redis.ts';

const quiet = { warn: () => {} } as unknown as Log;
const refusal = { code: 'unavailable', details: { retryAfterSeconds: expect.any(Number) } };

function behavesAsGuard(guardOf: (cap: number) => Promise<SpendGuard>) {
  test('reserves up to the cap and not one token more', async () => {
    const guard = await guardOf(100);
    await guard.reserve(60);
    await guard.reserve(40);
    await expect(guard.reserve(1)).rejects.toMatchObject(refusal);
  });

  test('counts what was used once that is known, and nothing for what was given back', async () => {
    const guard = await guardOf(100);
    await (await guard.reserve(100)).reconcile(30);
    const returned = await guard.reserve(70);
    await returned.reconcile(0);
    await guard.reserve(70);
    await expect(guard.reserve(1)).rejects.toMatchObject(refusal);
  });

  test('counts what was used beyond the estimate', async () => {
    const guard = await guardOf(100);
    await (await guard.reserve(10)).reconcile(100);
    await expect(guard.reserve(1)).rejects.toMatchObject(refusal);
  });

  test('says after how long at most an hour and a minute the request would fit', async () => {
    const guard = await guardOf(100);
    await guard.reserve(100);
    const error = (await guard.reserve(1).catch((e: unknown) => e)) as { details: { retryAfterSeconds: number } };
    expect(error.details.retryAfterSeconds).toBeGreaterThan(3_599);
    expect(error.details.retryAfterSeconds).toBeLessThanOrEqual(3_660);
  });
}

describe('the guard of one process', () => {
  behavesAsGuard(async (cap) => localSpendGuard(cap));

  test('lets tokens go after an hour, never before, at the second it named', async () => {
    const hour = 3_600_000;
    let now = 59_999;
    const guard = localSpendGuard(100, () => now);
    await guard.reserve(100);
    now += hour - 1;
    const error = (await guard.reserve(1).catch((e: unknown) => e)) as { details: { retryAfterSeconds: number } };
    now += error.details.retryAfterSeconds * 1_000;
    await guard.reserve(100);
  });

  test('a settlement that comes after the hour changes nothing', async () => {
    let now = 0;
    const guard = localSpendGuard(100, () => now);
    const old = await guard.reserve(100);
    now = 2 * 3_600_000;
    await guard.reserve(100);
    await old.reconcile(0);
    await expect(guard.reserve(1)).rejects.toMatchObject(refusal);
  });
});

describeWith(['redis'], 'the guard that all workers share', ({ redis }) => {
  behavesAsGuard((cap) => redisSpendGuard(redis.url, cap, quiet, { key: `test:{${randomUUID()}}` }));

  test('10,000 reservations at once through four guards never pass the cap', async () => {
    const key = `test:{${randomUUID()}}`;
    const cap = 50_000;
    const guards = await Promise.all(
      Array.from({ length: 4 }, () => redisSpendGuard(redis.url, cap, quiet, { key, answerWithinMs: 25_000 })),
    );
    const tokens = Array.from({ length: 10_000 }, (_, i) => 1 + (i % 23));
    const granted = await Promise.all(
      tokens.map((n, i) =>
        guards[i % 4]!.reserve(n).then(
          () => n,
          () => 0,
        ),
      ),
    );
    const total = granted.reduce((sum, n) => sum + n, 0);
    const client = await createClient({ url: redis.url }).connect();
    const stored = Object.values(await client.hGetAll(key)).reduce((sum, n) => sum + Number(n), 0);
    expect(total).toBe(stored);
    expect(total).toBeLessThanOrEqual(cap);
    expect(total).toBeGreaterThan(cap - 23);
    client.destroy();
    await Promise.all(guards.map((guard) => guard.close()));
  });

  test('forgets minutes older than an hour', async () => {
    const key = `test:{${randomUUID()}}`;
    const client = await createClient({ url: redis.url }).connect();
    const minute = Math.floor(Number((await client.sendCommand<string[]>(['TIME']))[0]) / 60);
    await client.hSet(key, { [minute - 61]: 100, [minute - 59]: 40 });
    const guard = await redisSpendGuard(redis.url, 100, quiet, { key });
    await guard.reserve(60);
    await expect(guard.reserve(1)).rejects.toMatchObject(refusal);
    expect(await client.hExists(key, String(minute - 61))).toBe(0);
    expect(await client.ttl(key)).toBeGreaterThan(3_600);
    client.destroy();
    await guard.close();
  });
});

const takesAgain = (guard: SpendGuard, tokens: number) =>
  expect
    .poll(() =>
      guard.reserve(tokens).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

describeWithBinaries(['redis'], 'a Redis that is gone', () => {
  test('or hangs: nothing is spent, the answer is `unavailable`, and work goes on when it is back', async () => {
    const server = await startRedis();
    const guard = await redisSpendGuard(server.url, 100, quiet);
    await server.kill('SIGSTOP');
    await expect(guard.reserve(1)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
    await server.kill('SIGCONT');
    await takesAgain(guard, 1);
    await server.kill('SIGKILL');
    await expect(guard.reserve(1)).rejects.toMatchObject({ code: 'unavailable' });
    await guard.close();
    await server.close();
  });
});

describeWithBinaries(['redis'], 'a way to Redis that swallows all', () => {
  test('costs one wait: what comes after it is refused at once, and is counted again as soon as the way is free', async () => {
    const server = await startRedis();
    const way = await startTcpProxy({ port: server.port });
    const guard = await redisSpendGuard(asTester(`redis://127.0.0.1:${way.port}`), 100, quiet);
    await guard.reserve(40);
    way.set({ drop: 'both' });
    const causes: string[] = [];
    for (let i = 0; i < 10; i++) {
      const refused = (await guard.reserve(1).catch((error: unknown) => error)) as ApiError;
      expect(refused).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
      causes.push((refused.cause as Error).message);
    }
    expect(causes.map((cause) => cause === 'no answer in time')).toEqual([true, ...Array.from({ length: 9 }, () => false)]);
    // Not healed: that would reset the connection on which something was lost, and nobody does so for a real one.
    way.set({ drop: 'none' });
    await takesAgain(guard, 60);
    await expect(guard.reserve(1)).rejects.toMatchObject({ details: { retryAfterSeconds: expect.any(Number) } });
    await guard.close();
    await way.close();
    await server.close();
  });
});

describe('an engine with a cap', () => {
  const job = { content: 'The build is green since the lock file was renewed.', target: 'summary' } as const;
  const never = new AbortController().signal;
  const start = async (cap: number, script: fake.Script) => {
    const ai = await fake.startFakeAi(script);
    const env = { OPENAI_BASE_URL: ai.baseUrl, AI_MAX_TOKENS_PER_HOUR: String(cap), AI_MAX_OUTPUT_TOKENS: '1000' };
    const harness = await providerEngineFor(env, impatient);
    return { ai, compress: () => harness.engine.compress(job, never, Date.now() + 60_000) };
  };

  test('sends nothing when the request may not fit', async () => {
    const { ai, compress } = await start(1_000, fake.answer('Green.'));
    await expect(compress()).rejects.toMatchObject({ code: 'unavailable' });
    expect(ai.calls).toHaveLength(0);
    await ai.close();
  });

  test('pays what the provider reports, not what was set aside', async () => {
    const { ai, compress } = await start(5_000, fake.answer('Green.'));
    for (let i = 0; i < 5; i++) await compress();
    expect(ai.calls).toHaveLength(5);
    await ai.close();
  });

  test('pays nothing for refused requests, and the estimate for broken-off ones', async () => {
    const { ai, compress } = await start(5_000, fake.failure(400));
    for (let i = 0; i < 5; i++) await expect(compress()).rejects.toMatchObject({ code: 'ai_error' });
    ai.play(fake.silent);
    await expect(compress()).rejects.toMatchObject({ code: 'unavailable' });
    expect(ai.calls).toHaveLength(6);
    await ai.close();
  });
});

describe('a limit on spending', () => {
  const lines = {
    code: (n: number) =>
      `export const limit${n} = settings['PUMP_${n}'] ?? ${n}.5; // never above\nif (a[${n}] > limit${n}) await valve(${n});`,
    log: (n: number) => `2026-02-01T10:00:${10 + (n % 50)}.${n}Z ERROR [worker-${n}] 0x${(n * 7919).toString(16)} {"id":"a${n}","ms":${n}}`,
    german: (n: number) => `Die Übertragungsgeschwindigkeitsmessung Nr. ${n} ergab größere Abweichungen als für die Prüfstände zulässig.`,
    japanese: (n: number) => `第${n}回の測定では、許容範囲を超える誤差が見つかりました。再起動しないでください。`,
  };
  const contents = Object.values(lines).map((line) => Array.from({ length: 12 }, (_, n) => line(n)).join('\n'));

  /** No tokenizer makes more tokens of a text than it has bytes; this one does, and adds the signs of a template. */
  const dearest: fake.Script = (response, call, number) => {
    const bytes = (call.body['messages'] as { content: string }[]).reduce((sum, { content }) => sum + Buffer.byteLength(content) + 20, 0);
    const usage = { prompt_tokens: bytes, completion_tokens: call.body['max_tokens'] as number };
    spent += usage.prompt_tokens + usage.completion_tokens;
    return fake.answer('Green.', {}, { usage })(response, call, number);
  };
  let spent = 0;

  test('is never overshot by 1,000 jobs of code, logs, German and Japanese, whatever the tokenizer', async () => {
    const ai = await fake.startFakeAi(dearest);
    const cap = 1_000_000;
    const harness = await providerEngineFor({
      OPENAI_BASE_URL: ai.baseUrl,
      AI_MAX_TOKENS_PER_HOUR: String(cap),
      AI_MAX_OUTPUT_TOKENS: '256',
    });
    const outcomes: string[] = [];
    for (let i = 0; i < 1_000; i += 20) {
      const jobs = Array.from({ length: 20 }, (_, j) => {
        const job = { content: contents[(i + j) % contents.length]!, target: 'bullets' } as const;
        return harness.engine
          .compress(job, new AbortController().signal, Date.now() + 60_000)
          .catch((error: { code: string }) => error.code);
      });
      outcomes.push(...(await Promise.all(jobs)).map(String));
    }
    expect(spent).toBeLessThanOrEqual(cap);
    expect(spent).toBeGreaterThan(0.9 * cap);
    expect(outcomes).toContain('unavailable');
    await harness.close();
    await ai.close();
  });
});
