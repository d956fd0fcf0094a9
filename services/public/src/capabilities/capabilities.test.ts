import { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { errorCodes } from '@rest-stop/contracts/errors.ts';
import { getCapabilities } from '@rest-stop/contracts/public.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { baseUrl, limits, publicService } from '../../test/support.ts';

const read = async (service = publicService()) => getCapabilities.response.parse((await service.get('/capabilities')).json());

describe('GET /capabilities', () => {
  it('lists every route with schemas that compile under draft 2020-12', async () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
    const { endpoints } = await read();
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    );
    for (const { path_params, query, body, response, min } of endpoints) {
      for (const schema of [path_params, query, body, response, min]) if (schema) expect(() => ajv.compile(schema)).not.toThrow();
    }
  });

  it('describes requests as they are sent: defaults are optional, unknown properties forbidden', async () => {
    const { endpoints } = await read();
    expect(endpoints.find(({ name }) => name === 'defrag')?.body).toMatchObject({
      required: ['content'],
      properties: { content: { minLength: 20, maxLength: 120_000 }, target: { default: 'summary' } },
      additionalProperties: false,
    });
  });

  it('tells the rate limit that is in force here', async () => {
    expect((await read()).limits).toMatchObject({
      rate_limit_requests: limits.requests,
      rate_limit_window_seconds: limits.windowSeconds,
      defrag_max_chars: 120_000,
      stats_cache_seconds: 15,
    });
  });

  it('lists every error code', async () => {
    expect((await read()).errors.map(({ code }) => code)).toEqual(Object.keys(errorCodes));
  });

  it('shows only URLs under the base URL of the caller', async () => {
    const urls = JSON.stringify((await read()).docs).match(/https?:[^"]+/g) ?? [];
    expect(urls).toHaveLength(3);
    for (const url of urls) expect(url.startsWith(`${baseUrl}/`)).toBe(true);
  });
});

describe('the AI engine', () => {
  it('is known by the longest content that it takes: what the limits tell is in force here', async () => {
    const service = publicService();
    service.answer(describeEngine, () => ({ engine: 'openai' as const, model: 'm-1', max_content_chars: 9_000 }));
    expect((await read(service)).limits).toMatchObject({ defrag_max_chars: 9_000, defrag_min_chars: 20 });
  });

  it.each(['offline', 'openai'] as const)('is told as it answers: %s', async (engine) => {
    const service = publicService();
    service.answer(describeEngine, () => ({ engine, model: 'm-1' }));
    expect((await read(service)).ai).toMatchObject({ engine, model: 'm-1' });
  });

  it('is unknown while no worker answers, and known again as soon as one does', async () => {
    const service = publicService();
    expect((await read(service)).ai).toMatchObject({ engine: 'unknown', model: 'unknown' });
    service.answer(describeEngine, () => ({ engine: 'offline' as const, model: 'm-1' }));
    expect((await read(service)).ai.engine).toBe('offline');
  });
});
