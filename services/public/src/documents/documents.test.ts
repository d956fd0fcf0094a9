import { documents, documentsPrefix } from '@rest-stop/contracts/documents.ts';
import { describe, expect, it } from 'vitest';
import { baseUrl, operatorEmail, publicService } from '../../test/support.ts';

const service = publicService();
const site = 'https://rest.example';
const get = (path: string, headers: Record<string, string> = {}) => service.get(documentsPrefix + path, 'verbose', headers);
const each = documents.flatMap(({ path, mediaTypes }) => mediaTypes.map((mediaType) => ({ path, mediaType, first: mediaTypes[0] })));

/** This site, and the names of formats that are written as addresses. */
const allowedHosts = new Set([
  'rest.example',
  'www.w3.org',
  'www.sitemaps.org',
  'static.modelcontextprotocol.io',
  'ai-catalog.org',
  'schemas.agentskills.io',
]);

describe('every document', () => {
  it.each(each)('$path is there as $mediaType, and names no other host and nothing unfinished', async ({ path, mediaType }) => {
    const { statusCode, headers, body } = await get(path, { accept: mediaType });
    expect([statusCode, String(headers['content-type']).split(';')[0]]).toEqual([200, mediaType]);
    expect(body.trim()).not.toBe('');
    if (!mediaType.endsWith('javascript')) expect(body).not.toMatch(/undefined|\[object|NaN/);
    if (mediaType.includes('json')) JSON.parse(body);
    const hosts = [...body.matchAll(/https?:\/\/([^/\s"'`<>)]+)/g)].map(([, host]) => host);
    expect(hosts.filter((host) => !allowedHosts.has(host ?? ''))).toEqual([]);
  });

  it.each(documents)('$path is sent once: whoever has it is told so', async ({ path, mediaTypes: [first] }) => {
    const { headers, body } = await get(path);
    expect(String(headers['content-type']).split(';')[0]).toBe(first);
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const etag = String(headers.etag);
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).body).toBe(body);
  });
});

describe('GET /', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/markdown, text/html;q=0.9', 'text/markdown'],
    ['text/markdown;q=0.1, text/html;q=0.9', 'text/html'],
    ['application/json', 'application/json'],
    ['*/*', 'text/html'],
    ['image/png', 'text/html'],
    [';;;,,,q=', 'text/html'],
  ])('to whoever accepts %s is %s', async (accept, mediaType) => {
    const { headers } = await get('/', { accept });
    expect(headers['content-type']).toContain(mediaType);
    expect(headers['vary']).toMatch(/^Accept(, |$)/);
  });

  it('links to what a program needs', async () => {
    const { link } = (await get('/')).headers;
    for (const rel of ['api-catalog', 'service-desc', 'service-doc', 'alternate', 'privacy-policy', 'status']) {
      expect(link).toMatch(new RegExp(`<https://rest\\.example/[^>]*>; rel="${rel}"`));
    }
  });

  it('lets a browser run nothing that stands in the page', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });
});

describe('the documents of the well-known paths', () => {
  it('the catalogue has the one interface, with what describes it', async () => {
    const { headers, body } = await get('/.well-known/api-catalog');
    expect(headers['content-type']).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
    expect(headers['link']).toBe(`<${site}/.well-known/api-catalog>; rel="api-catalog"`);
    const [entry] = JSON.parse(body).linkset;
    expect(entry).toMatchObject({
      anchor: baseUrl,
      'service-desc': [{ href: `${baseUrl}/openapi.json` }],
      status: [{ href: `${baseUrl}/health` }],
    });
  });

  it('the card of the MCP server names its address, and the catalogue for AI clients the card', async () => {
    const card = JSON.parse((await get('/mcp/server-card')).body);
    expect(card).toMatchObject({ name: 'example.rest/rest-stop', remotes: [{ type: 'streamable-http', url: `${site}/mcp` }] });
    const { entries } = JSON.parse((await get('/.well-known/ai-catalog.json')).body);
    expect(entries).toMatchObject([{ type: 'application/mcp-server-card+json', url: `${site}/mcp/server-card` }]);
  });

  it('each protected resource is named as its path says, and no authorization server is claimed', async () => {
    for (const [suffix, resource] of [
      ['', site],
      ['/v1', baseUrl],
    ] as const) {
      const metadata = JSON.parse((await get(`/.well-known/oauth-protected-resource${suffix}`)).body);
      expect(metadata).toMatchObject({ resource, bearer_methods_supported: ['header'] });
      expect(metadata).not.toHaveProperty('authorization_servers');
    }
  });

  it('security.txt names the operator and expires within a year, however long the service runs', async () => {
    const { body } = await get('/.well-known/security.txt');
    expect(body).toContain(`Contact: mailto:${operatorEmail}\n`);
    expect(body).toContain('Expires: 2027-05-19T00:00:00.000Z\n');
    service.pass(86_400_000);
    expect((await get('/.well-known/security.txt')).body).toContain('Expires: 2027-05-20T00:00:00.000Z\n');
  });
});

describe('GET /robots.txt', () => {
  it('lets everybody read everything, says for what, and names the sitemap', async () => {
    const { body } = await get('/robots.txt');
    expect(body).toContain('User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\n');
    expect(body).toContain('User-agent: GPTBot\n');
    expect(body).toContain(`\nSitemap: ${site}/sitemap.xml\n`);
    expect(body).not.toContain('Disallow');
  });
});
