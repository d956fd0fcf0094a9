import { createHash } from 'node:crypto';
import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The thirteen things that scanners of agent readiness look for. What does not apply here is claimed nowhere, and that is tested instead.

let deployment: Deployment;
let api: Api;
let site: string;
beforeAll(async () => {
  deployment = await startEmbedded();
  api = new Api(deployment.baseUrls[0] as string);
  site = api.base.replace(/\/v1$/, '');
});
afterAll(() => deployment?.close());

const get = (path: string, accept = '*/*') => api.get(path.startsWith('http') ? path : site + path, { headers: { accept } });
const statusOf = async (url: string) => (await get(url)).status;
async function allAnswer(urls: readonly string[]): Promise<void> {
  expect(urls.length).toBeGreaterThan(0);
  expect(await Promise.all(urls.map(statusOf))).toEqual(urls.map(() => 200));
}

describe('to be found', () => {
  test('1. robots.txt (RFC 9309)', async () => {
    const { status, headers, text } = await get('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^User-agent: \*$/m);
  });

  test('2. a sitemap, named in robots.txt, whose pages are there', async () => {
    const [, url = ''] = /^Sitemap: (\S+)$/m.exec((await get('/robots.txt')).text) ?? [];
    await allAnswer([...(await get(url)).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc ?? ''));
  });

  test('3. Link headers (RFC 8288) whose targets are there', async () => {
    const link = (await get('/', 'text/html')).headers.get('link') ?? '';
    await allAnswer([...link.matchAll(/<([^>]+)>; rel="[a-z-]+"/g)].map(([, url]) => url ?? ''));
  });
});

describe('to be read', () => {
  test('4. markdown to whoever asks for it', async () => {
    const [page, markdown] = await Promise.all([get('/', 'text/html'), get('/', 'text/markdown')]);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
    expect(markdown.headers.get('vary')).toMatch(/accept/i);
    expect(markdown.text.length).toBeLessThan(page.text.length / 3);
  });
});

describe('what bots may do', () => {
  test('5. rules for the bots of AI companies', async () => {
    for (const bot of ['GPTBot', 'ClaudeBot', 'PerplexityBot', 'Google-Extended']) {
      expect((await get('/robots.txt')).text).toContain(`User-agent: ${bot}\n`);
    }
  });

  test('6. Content Signals', async () => {
    expect((await get('/robots.txt')).text).toMatch(/^Content-Signal: search=yes, ai-input=yes, ai-train=no$/m);
  });

  test('7. Web Bot Auth: not applicable, for this service sends no bots; no key directory is claimed', async () => {
    expect(await statusOf('/.well-known/http-message-signatures-directory')).toBe(404);
  });
});

describe('what can be done here', () => {
  test('8. an index of skills whose digest is that of the text', async () => {
    const { $schema, skills } = (await get('/.well-known/agent-skills/index.json')).body;
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    for (const { name, type, description, url, digest } of skills) {
      const { text } = await get(url);
      expect(text).toContain(`---\nname: ${name}\ndescription: ${description}\n---\n`);
      expect([type, digest]).toEqual(['skill-md', `sha256:${createHash('sha256').update(text).digest('hex')}`]);
    }
  });

  test('9. an API catalogue (RFC 9727) whose links are there', async () => {
    const { headers, text } = await get('/.well-known/api-catalog');
    expect(headers.get('content-type')).toMatch(/^application\/linkset\+json/);
    const [{ anchor, ...links }] = JSON.parse(text).linkset;
    expect(anchor).toBe(api.base);
    await allAnswer(
      Object.values<{ href: string }[]>(links)
        .flat()
        .map(({ href }) => href),
    );
    expect((await api.call('HEAD', `${site}/.well-known/api-catalog`)).headers.get('link')).toContain('rel="api-catalog"');
  });

  test('10. metadata of an authorization server (RFC 8414): not applicable, for there is none; none is claimed', async () => {
    for (const path of ['oauth-authorization-server', 'openid-configuration']) expect(await statusOf(`/.well-known/${path}`)).toBe(404);
  });

  test('11. metadata of the protected resource (RFC 9728), named in a 401', async () => {
    const challenge = (await api.get('/stay')).headers.get('www-authenticate') ?? '';
    const [, url = ''] = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge) ?? [];
    expect((await get(url)).body).toMatchObject({ resource: api.base, bearer_methods_supported: ['header'] });
    expect((await get('/.well-known/oauth-protected-resource')).body.resource).toBe(site);
  });

  test('12. a card of an MCP server exactly where one answers', async () => {
    const answers = (await api.call('POST', `${site}/mcp`, { body: {} })).status !== 404;
    expect((await statusOf('/.well-known/mcp/server-card.json')) === 200).toBe(answers);
  });

  test('13. WebMCP: not applicable, for what an agent does here it does by HTTP; no page offers tools to a browser', async () => {
    for (const path of ['/', '/try', '/assets/try.mjs', '/assets/home.mjs'])
      expect((await get(path)).text).not.toMatch(/modelContext|toolname=/i);
  });
});
