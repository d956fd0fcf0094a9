import { defragShort } from '@rest-stop/contracts/ai-worker.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import * as fake from '@rest-stop/testing/fake-ai.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { agent, log } from './bus-worker.ts';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const content = 'Never print the canary-of-the-content. The build broke at 09:12.';
const ending: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ending.push(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (data: Buffer) => (printed += data));
  child.stderr.on('data', (data: Buffer) => (printed += data));
  return { child, printed: () => printed };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

describe('the worker as a process', () => {
  test('does not start in production without a choice of engine, and says which setting is missing', async () => {
    const { child, printed } = start({ NODE_ENV: 'production', NATS_URL: 'nats://127.0.0.1:1' });
    expect(await exitOf(child)).toBe(1);
    expect(printed()).toContain('AI_PROVIDER: is required in production');
    expect(printed()).not.toContain('    at ');
  });
});

describeWith(['nats'], 'the worker as a process on NATS', ({ nats }) => {
  async function startOnNats(script: fake.Script) {
    const ai = await fake.startFakeAi(script);
    ending.push(() => ai.close());
    const ours = new URL(randomUUID(), `${nats.url}/`).href;
    const worker = start({ NATS_URL: ours, OPENAI_BASE_URL: ai.baseUrl, OPENAI_API_KEY: 'canary-of-the-key', AI_MODEL: 'fake' });
    const bus = await natsBus({ url: ours }, 'stay', log, 5_000);
    ending.push(() => bus.close());
    await expect.poll(worker.printed).toContain('"msg":"listening"');
    const defrag = () => bus.call(defragShort, { agent, target: 'summary', content }, { timeoutMs: 20_000 });
    return { ...worker, ai, defrag };
  }

  test('told to stop in the middle of a job, it finishes the job, delivers the reply and exits 0', async () => {
    const { child, ai, defrag } = await startOnNats(
      fake.late(1_000, fake.answer('Never print the canary-of-the-content. It is the answer after the signal.')),
    );
    const job = defrag();
    await expect.poll(() => ai.calls.length).toBe(1);
    child.kill('SIGTERM');
    expect((await job).compressed).toContain('after the signal');
    expect(await exitOf(child)).toBe(0);
  });

  test('prints nothing of a text, a key, or what the provider said', async () => {
    const { child, ai, printed, defrag } = await startOnNats(fake.failure(500));
    await expect(defrag()).rejects.toMatchObject({ code: 'ai_error' });
    ai.play(fake.raw('{"choices": canary-of-the-provider'));
    await expect(defrag()).rejects.toMatchObject({ code: 'ai_error' });
    child.kill('SIGTERM');
    await exitOf(child);
    expect(printed()).toContain('provider call failed');
    expect(printed()).not.toMatch(/canary|secret-of|127\.0\.0\.1/);
  });
});
