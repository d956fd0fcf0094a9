import { gzipSync } from 'node:zlib';
import * as fake from '@rest-stop/testing/fake-ai.ts';
import { describe, expect, test } from 'vitest';
import { providerEngineFor } from '../../test/provider-engine.ts';

const never = new AbortController().signal;
const content = 'The build is green since the lock file was renewed, and nobody waits for it. '.repeat(40);
const good = fake.answer('The build is green.');

async function run(play: fake.Script[], env: Record<string, string> = {}, text = content) {
  const ai = await fake.startFakeAi(...play);
  const { engine, close } = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl, ...env });
  const ask = () =>
    engine.compress({ content: text, target: 'summary' }, never, Date.now() + 60_000).then(
      ({ compressed }) => compressed,
      (error: unknown) => error as { code: string; message: string },
    );
  const outcomes = [await ask(), await ask()] as const;
  await close();
  await ai.close();
  return { outcomes, calls: ai.calls };
}

const refusal = (error: object, wrapped = true) => fake.json(wrapped ? { error } : error, 400);

/** How servers say that a prompt is over the context of their model. */
const tooLong: [string, fake.Script][] = [
  [
    'llama.cpp',
    refusal({
      code: 400,
      message: 'request (15030 tokens) exceeds the available context size (8192 tokens), try increasing it',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 15_030,
      n_ctx: 8_192,
    }),
  ],
  [
    'OpenAI',
    refusal({
      message:
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 15030 tokens. Please reduce the length.",
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    }),
  ],
  [
    'vLLM',
    refusal({
      message:
        "This model's maximum context length is 8192 tokens. However, your request has 15030 input tokens. Please reduce the length.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  ],
  [
    'an older vLLM',
    refusal(
      {
        object: 'error',
        message:
          "This model's maximum context length is 8192 tokens. However, you requested 16054 tokens (15030 in the messages, 1024 in the completion).",
        type: 'BadRequestError',
        code: 400,
      },
      false,
    ),
  ],
];

describe('a content that is too long', () => {
  test.each(tooLong)('for the model, as %s says it, is told as such, with a length that would do', async (_name, script) => {
    const { outcomes, calls } = await run([script], { AI_MAX_OUTPUT_TOKENS: '1024' });
    expect(outcomes[0]).toMatchObject({ code: 'value_too_large', message: expect.stringMatching(/model.*at most 1,\d00 characters/) });
    expect(calls).toHaveLength(2);
  });

  test('by a server that gives no numbers: half of it is proposed', async () => {
    const { outcomes } = await run([refusal({ message: 'too long', code: 'context_length_exceeded' })]);
    expect(outcomes[0]).toMatchObject({ code: 'value_too_large', message: expect.stringContaining('at most 1,500 characters') });
  });

  test('over the operator’s own limit is not sent', async () => {
    const { outcomes, calls } = await run([good], { AI_MAX_CONTENT_CHARS: '2000' });
    expect(outcomes[0]).toMatchObject({ code: 'value_too_large', message: expect.stringContaining('at most 2,000 characters') });
    expect(calls).toHaveLength(0);
  });

  test('for the first server is given to the second', async () => {
    const second = await fake.startFakeAi(good);
    const { outcomes } = await run([tooLong[0]![1]], { AI_FALLBACK_BASE_URL: second.baseUrl, AI_FALLBACK_MODEL: 'larger' });
    expect(outcomes[0]).toBe('The build is green.');
    await second.close();
  });

  test('any other 400 is not taken for that', async () => {
    const { outcomes } = await run([refusal({ message: 'The maximum is unknown.', code: 'bad' })]);
    expect(outcomes[0]).toMatchObject({ code: 'ai_error' });
  });
});

describe('an answer without an end', () => {
  const cut = fake.answer('The build is green. The build is green.', { finish_reason: 'length' });

  test('to a short text is not blamed on its length', async () => {
    const { outcomes } = await run([cut]);
    expect(outcomes[0]).toMatchObject({ code: 'ai_error', message: expect.not.stringContaining('shorter content') });
  });

  test('to a long one is', async () => {
    const { outcomes } = await run([cut], { AI_MAX_OUTPUT_TOKENS: '256' });
    expect(outcomes[0]).toMatchObject({ code: 'ai_error', message: expect.stringContaining('shorter content') });
  });
});

describe('the temperature', () => {
  const refused = refusal({
    message: "Unsupported value: 'temperature' does not support 0.2 with this model.",
    type: 'invalid_request_error',
    param: 'temperature',
    code: 'unsupported_value',
  });

  test('is low', async () => {
    const { calls } = await run([good]);
    expect(calls[0]!.body['temperature']).toBe(0.2);
  });

  test('is left out, then and later, for a model that refuses it', async () => {
    const { outcomes, calls } = await run([refused, good]);
    expect(outcomes).toEqual(['The build is green.', 'The build is green.']);
    expect(calls.map(({ body }) => 'temperature' in body)).toEqual([true, false, false]);
  });

  test('is not sent to a model whose effort of reasoning is set: those take none', async () => {
    const { calls } = await run([good], { AI_REASONING_EFFORT: 'low' });
    expect(calls[0]!.body).not.toHaveProperty('temperature');
  });
});

test('a server that compresses where it may is told not to', async () => {
  const compressing: fake.Script = (response, ...rest) => {
    if (response.req.headers['accept-encoding'] === 'identity') return good(response, ...rest);
    const body = gzipSync(JSON.stringify(fake.completionBody('The build is green.')));
    return void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
  };
  const { outcomes } = await run([compressing]);
  expect(outcomes[0]).toBe('The build is green.');
});
