import { describe, expect, test } from 'vitest';
import { readAiConfig, readConfig } from './config.ts';

const worker = { NATS_URL: 'nats://localhost:4222' };
const production = { ...worker, NODE_ENV: 'production' };

describe('the engine', () => {
  test('is OpenAI when a key is set, else offline', () => {
    expect(readAiConfig({ OPENAI_API_KEY: 'sk-1' })).toMatchObject({ engine: 'openai', concurrency: 4 });
    expect(readAiConfig({ OPENAI_API_KEY: '' })).toMatchObject({ engine: 'offline', concurrency: 4 });
    expect(readAiConfig({ OPENAI_API_KEY: 'sk-1', AI_PROVIDER: 'offline' })).toMatchObject({ engine: 'offline' });
  });

  test('must be named in production when there is no key', () => {
    expect(() => readConfig(production)).toThrow(/AI_PROVIDER: is required in production/);
    expect(readConfig({ ...production, AI_PROVIDER: 'offline' }).ai.engine).toBe('offline');
    expect(readConfig({ ...production, OPENAI_API_KEY: 'sk-1', AI_MAX_TOKENS_PER_HOUR: '0' }).ai.engine).toBe('openai');
  });

  test('needs a key, or a server that needs none', () => {
    expect(() => readAiConfig({ AI_PROVIDER: 'openai' })).toThrow(/OPENAI_API_KEY: is required/);
    expect(readAiConfig({ AI_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://localhost:11434/v1', AI_MODEL: 'llama' })).toMatchObject({
      primary: { baseUrl: 'http://localhost:11434/v1', model: 'llama' },
    });
  });

  test('reasons little with the model we choose, and as its operator says with any other', () => {
    expect(readAiConfig({ OPENAI_API_KEY: 'sk-1' })).toMatchObject({ primary: { model: 'gpt-5-mini', reasoningEffort: 'low' } });
    const other = readAiConfig({ OPENAI_API_KEY: 'sk-1', AI_MODEL: 'gpt-4.1' });
    expect(other).not.toHaveProperty('primary.reasoningEffort');
  });
});

test('one or two threads read, unless another number is set', () => {
  expect([1, 2]).toContain(readAiConfig({}).threads);
  expect(readAiConfig({ AI_THREADS: '5', OPENAI_API_KEY: 'sk-1' }).threads).toBe(5);
});

describe('a limit on spending', () => {
  const paid = { ...production, OPENAI_API_KEY: 'sk-1', REDIS_URL: 'redis://localhost' };

  test('is set in production, or waived by 0: it is never forgotten where a model is paid for', () => {
    for (const read of [readConfig, readAiConfig]) {
      expect(() => read(paid)).toThrow(/AI_MAX_TOKENS_PER_HOUR: is required in production .* or 0 for none/);
      expect(() => read({ ...paid, AI_MAX_TOKENS_PER_HOUR: '' })).toThrow(/AI_MAX_TOKENS_PER_HOUR/);
    }
    expect(readConfig({ ...paid, AI_MAX_TOKENS_PER_HOUR: '1000' }).ai).toMatchObject({ maxTokensPerHour: 1_000 });
    expect(readConfig({ ...paid, AI_MAX_TOKENS_PER_HOUR: '0' }).ai).toMatchObject({ maxTokensPerHour: 0 });
    expect(readConfig({ ...production, AI_PROVIDER: 'offline' }).ai.engine).toBe('offline');
  });

  test('may be left out where nobody relies on the service', () => {
    expect(readAiConfig({ OPENAI_API_KEY: 'sk-1' })).toMatchObject({ maxTokensPerHour: 0 });
  });
});

describe('bad settings', () => {
  test.each([
    ['AI_PROVIDER', { AI_PROVIDER: 'magic' }],
    ['OPENAI_API_KEY', { OPENAI_API_KEY: 'sk with space' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'localhost:11434' }],
    ['AI_STRUCTURED_OUTPUTS', { AI_STRUCTURED_OUTPUTS: 'xml' }],
    ['AI_CONCURRENCY', { AI_CONCURRENCY: '0' }],
    ['AI_THREADS', { AI_THREADS: '0' }],
    ['AI_MAX_TOKENS_PER_HOUR', { AI_MAX_TOKENS_PER_HOUR: '1e6' }],
    ['AI_MAX_CONTENT_CHARS', { AI_MAX_CONTENT_CHARS: '120001' }],
    ['AI_FALLBACK_MODEL', { AI_FALLBACK_BASE_URL: 'https://ai.example/v1' }],
    ['AI_FALLBACK_BASE_URL', { AI_FALLBACK_API_KEY: 'sk-2' }],
    ['REDIS_URL', { OPENAI_API_KEY: 'sk-1', AI_MAX_TOKENS_PER_HOUR: '1000' }],
  ])('%s is named, its value is not repeated', (name, env) => {
    const read = () => readConfig({ ...worker, ...env });
    expect(read).toThrow(new RegExp(`  ${name}: `));
    expect(read).not.toThrow(/magic|with space|xml|1e6|sk-/);
  });

  test('a limit on spending needs no Redis where nothing is spent, nor in a process of all services', () => {
    expect(readConfig({ ...worker, AI_MAX_TOKENS_PER_HOUR: '1000' }).ai.engine).toBe('offline');
    expect(readAiConfig({ OPENAI_API_KEY: 'sk-1', AI_MAX_TOKENS_PER_HOUR: '1000' })).toMatchObject({ maxTokensPerHour: 1_000 });
  });
});
