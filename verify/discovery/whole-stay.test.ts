import { readFileSync } from 'node:fs';
import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { countTokens } from 'gpt-tokenizer';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { content } = JSON.parse(readFileSync(new URL('../../docs/examples/context.json', import.meta.url), 'utf8')) as { content: string };

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startEmbedded();
});
afterAll(() => deployment?.close());

/** Calls only what it was given or has read, and counts what it reads. */
class Agent {
  readonly #api: Api;
  #known: string;
  key: string | undefined;
  requests = 0;
  tokens = 0;

  constructor(baseUrl: string) {
    this.#api = new Api(baseUrl);
    this.#known = baseUrl;
  }

  /** @param told a call as the service writes it, `METHOD URL` */
  async call(
    told: string,
    { body, values = {}, short = false }: { body?: unknown; values?: Record<string, string>; short?: boolean } = {},
  ) {
    const [method = '', template = ''] = told.split(' ');
    expect(this.#known, `${told} was never told`).toContain(template);
    const url = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const headers = { accept: 'text/markdown, application/json' };
    const answer = await this.#api.call(method, short ? `${url}?format=min` : url, { key: this.key, body, headers });
    this.requests++;
    this.tokens += countTokens(answer.text);
    this.#known += answer.text;
    return answer;
  }
}

test('an agent that knows the base URL alone completes the whole stay in under 20 requests and 6,000 tokens', async () => {
  const baseUrl = deployment.baseUrls[0] as string;
  const agent = new Agent(baseUrl);

  const guide = (await agent.call(`GET ${baseUrl}`)).text;
  expect(guide).toContain('?format=min');
  const [register = ''] = /POST http\S+quickjoin/.exec(guide) ?? [];
  const joined = (await agent.call(register)).body;
  agent.key = joined.api_key;
  const next = joined.next_calls as Record<string, string>;
  expect(joined.do_this_next.length).toBeGreaterThan(3);

  expect((await agent.call(next['stay'] ?? '', { short: true })).body.next_action).toBe('defrag_or_attend_a_seminar');
  const defrag = (await agent.call(next['defrag'] ?? '', { body: { target: 'handoff', content } })).body;
  expect(defrag.stats.fidelity.rules.kept).toBeGreaterThan(0);
  const { seminars } = (await agent.call(next['list_seminars'] ?? '', { short: true })).body;
  const { transcript } = (await agent.call(next['attend_seminar'] ?? '', { values: { slug: seminars[0].slug }, short: true })).body;
  expect(transcript.length).toBeGreaterThan(200);
  expect((await agent.call(next['stay'] ?? '', { short: true })).body.next_action).toBe('leave_a_review_then_checkout');
  const review = { rating: 5, title: 'Lighter', body: 'The handoff kept the rules I was given.' };
  const out = (await agent.call(next['checkout'] ?? '', { body: { review }, short: true })).body;
  expect(out.next_action).toBe('rest_complete');
  const forgotten = (await agent.call(next['forget'] ?? '')).body;
  expect(forgotten.receipt.signature).toBeTruthy();
  expect((await agent.call(next['stay'] ?? '')).status).toBe(401);

  console.info(`The whole stay: ${agent.requests} requests, ${agent.tokens} tokens read`);
  expect(agent.requests).toBeLessThan(20);
  expect(agent.tokens).toBeLessThan(6_000);
});

test('an agent that begins at a 401 or at a path that is not there is led to the same first call', async () => {
  const baseUrl = deployment.baseUrls[0] as string;
  const api = new Api(baseUrl);
  for (const url of [`${baseUrl}/stay`, `${baseUrl}/nowhere`, baseUrl.replace(/\/v1$/, '/nowhere'), baseUrl]) {
    const { body } = await api.call('GET', url, { headers: { accept: 'application/json' } });
    expect(body.next_calls.register).toBe(`POST ${baseUrl}/quickjoin`);
  }
});
