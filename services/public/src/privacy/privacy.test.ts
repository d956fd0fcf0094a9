import { describe, expect, it } from 'vitest';
import { baseUrl, limits, operatorEmail, publicService } from '../../test/support.ts';

const service = publicService();

describe('GET /privacy', () => {
  it('has exactly the min keys in its min form', async () => {
    const body = (await service.get('/privacy', 'min')).json() as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['ephemeral', 'full', 'never_retained', 'public', 'sent_to_ai', 'stored']);
    expect(body['full']).toBe(`${baseUrl}/privacy?format=verbose`);
  });

  it('tells of the same things in both forms, in min each in fewer words', async () => {
    const { sent_to_ai_providers, ...full } = (await service.get('/privacy')).json() as Record<string, string[]>;
    const min = (await service.get('/privacy', 'min')).json() as Record<string, string[]>;
    for (const [bucket, lines] of Object.entries({ ...full, sent_to_ai: sent_to_ai_providers ?? [] })) {
      if (!Array.isArray(lines)) continue;
      expect(min[bucket]?.length, bucket).toBe(lines.length);
      lines.forEach((line, i) => expect(min[bucket]?.[i]?.length, line).toBeLessThan(line.length));
    }
  });

  it('names every span of time in min, too', async () => {
    const bucketsOf = async (format?: 'min') => {
      const all: Record<string, unknown> = (await service.get('/privacy', format)).json();
      return JSON.stringify([all['stored'], all['ephemeral']]);
    };
    const spans = (text: string) => [...new Set(text.match(/\b\d+ (?:hour|day)s?\b|\bfor a day\b/g))].sort();
    expect(spans(await bucketsOf()).length).toBeGreaterThan(3);
    expect(spans(await bucketsOf('min'))).toEqual(spans(await bucketsOf()));
  });

  it('names the operator, the way out with a key and what is needed without one', async () => {
    const { deletion } = (await service.get('/privacy')).json() as { deletion: Record<string, string> };
    expect(deletion['operator_contact']).toBe(operatorEmail);
    expect(deletion['with_key']).toContain(`POST ${baseUrl}/forget`);
    expect(deletion['without_key']).toMatch(/agent_id.*api_key_prefix/);
  });

  it('tells whether the limit holds a forget up here', async () => {
    const withKey = async (exemptForget: boolean) => {
      const { deletion } = (await publicService({ ...limits, exemptForget }).get('/privacy')).json();
      return deletion.with_key as string;
    };
    expect(await withKey(false)).toContain('at your limit it is refused with 429 like any other request');
    expect(await withKey(true)).toContain('also when your limit is used up');
  });

  it('tells how long an agent is kept that never uses its key', async () => {
    const row = async (unusedAgentDays: number) =>
      (await publicService({ ...limits, unusedAgentDays }).get('/privacy')).json().stored[0] as string;
    expect(await row(30)).toContain('if you never do, it is deleted 30 days after you registered');
    expect(await row(0)).not.toContain('if you never do');
  });

  it('tells how long an agent is kept that no longer uses its key, where that ends', async () => {
    const row = async (inactiveAgentDays: number) =>
      (await publicService({ ...limits, inactiveAgentDays }).get('/privacy')).json().stored[0] as string;
    expect(await row(400)).toContain('400 days after you last used it, everything that is stored of you is deleted');
    expect(await row(0)).not.toContain('last used it');
  });

  it('gives the window of the visit log that is in force here', async () => {
    const { stored } = (await service.get('/privacy')).json() as { stored: string[] };
    expect(stored.filter((line) => line.includes('visit log'))).toEqual([expect.stringContaining('after 1 hour.')]);
  });
});
