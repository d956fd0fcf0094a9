import { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { errorCodes } from '@rest-stop/contracts/errors.ts';
import { Capabilities, OneCapability } from '@rest-stop/contracts/public.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { baseUrl, limits, publicService } from '../../test/support.ts';

const read = async (service = publicService()) => Capabilities.parse((await service.get('/capabilities')).json());

const tokens = (value: unknown) => encode(JSON.stringify(value)).length;

describe('GET /capabilities', () => {
  it('lists every route in less than 4,000 tokens', async () => {
    const all = await read();
    expect(all.endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    );
    const named = (name: string) => all.endpoints.find((endpoint) => endpoint.name === name);
    expect(named('review')?.body).toBe('{rating: integer 1..5, title: string 1..120, body: string 10..2000}');
    expect(named('defrag')?.body).toMatch(/^\{content: string 20\.\.120000, target\?: summary\|bullets\|/);
    expect(named('forget')?.min).toEqual(['ok', 'forgotten', 'agent_id']);
    expect(tokens(all)).toBeLessThan(4_000);
  });

  it.each(routes)(
    'describes $name alone, in less than 650 tokens, with schemas that compile and an example that they accept',
    async ({ name }) => {
      const answer = (await publicService().get(`/capabilities?endpoint=${name}`)).json();
      const { endpoint } = OneCapability.parse(answer);
      expect(tokens(answer)).toBeLessThan(650);
      const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
      for (const schema of [endpoint.path_params, endpoint.query, endpoint.body])
        if (schema) expect(() => ajv.compile(schema)).not.toThrow();
      expect(endpoint.example === undefined || !endpoint.body || ajv.validate(endpoint.body, endpoint.example)).toBe(true);
    },
  );

  it('describes requests as they are sent: defaults are optional, unknown properties forbidden', async () => {
    const { endpoint } = OneCapability.parse((await publicService().get('/capabilities?endpoint=defrag')).json());
    expect(endpoint.body).toMatchObject({
      required: ['content'],
      properties: { content: { minLength: 20, maxLength: 120_000 }, target: { default: 'summary' } },
      additionalProperties: false,
    });
  });

  it('leads from a misspelt name to the right one', async () => {
    const answer = await publicService().get('/capabilities?endpoint=Defragg');
    expect([answer.statusCode, answer.json().next_calls]).toEqual([400, { describe: `GET ${baseUrl}/capabilities?endpoint=defrag` }]);
    expect((await publicService().get('/capabilities?endpoint=x')).json().message).toContain('quickjoin, reserve');
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
