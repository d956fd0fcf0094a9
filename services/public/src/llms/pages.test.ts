import { targets } from '@rest-stop/contracts/defrag.ts';
import { documents, documentsPrefix } from '@rest-stop/contracts/documents.ts';
import { receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { describe, expect, it } from 'vitest';
import { baseUrl, publicService } from '../../test/support.ts';

const service = publicService();
const get = async (path: string) => (await service.get(documentsPrefix + path)).body;
const site = 'https://rest.example';

describe('GET /llms.txt', () => {
  it('begins as llmstxt.org asks: a title, then what it is about', async () => {
    expect(await get('/llms.txt')).toMatch(/^# .+\n\n> .+\n/);
  });

  it('every link leads to an endpoint, a document or the keys of receipts', async () => {
    const known = [
      ...routes.map(({ path }) => baseUrl + path),
      ...[...documents, { path: receiptKeysPath }].map(({ path }) => site + path),
    ];
    const links = [...(await get('/llms.txt')).matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url ?? '');
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((url) => !known.includes(url))).toEqual([]);
  });

  it('names every target and the limit that is in force', async () => {
    const text = await get('/llms.txt');
    for (const target of targets) expect(text).toContain(target);
    expect(text).toContain('7 requests in any 1 hour');
  });
});

describe('GET /llms-full.txt', () => {
  it('has the body of every endpoint that takes one', async () => {
    const text = await get('/llms-full.txt');
    for (const { method, path, body } of routes) {
      const title = `### ${method} ${path.replace(/:(\w+)/g, '{$1}')}\n`;
      expect(text).toContain(title);
      if (body) expect(text.split(title)[1]?.slice(0, 400)).toContain('Body: {');
    }
  });
});

describe('GET /skill.md', () => {
  it('has front matter with a name and a description within the limits of the format', async () => {
    const [, front = ''] = (await get('/skill.md')).split('---\n');
    const { name = '', description = '' } = Object.fromEntries(
      front
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/).slice(0, 2)),
    );
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThan(1_024);
    expect(description).not.toContain(': ');
  });

  it('says to which host the key goes', async () => {
    expect(await get('/skill.md')).toContain('Send it to rest.example alone');
  });
});
