import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, findChromium, openWatched, overflow, startBrowser } from './browser.ts';
import { hostileBodies, oddBodies } from './hostile.ts';

const paths = ['/', '/try', '/docs'];
const looks = [390, 1_280].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })));

const name = findChromium() ? 'the pages in a browser' : 'the pages in a browser [skipped: no chromium is installed]';
describe.skipIf(!findChromium())(name, () => {
  let deployment: Deployment;
  let browser: Browser;
  let api: Api;
  let site: string;
  beforeAll(async () => {
    [deployment, browser] = await Promise.all([startEmbedded(), startBrowser()]);
    api = new Api(deployment.baseUrls[0] as string);
    site = api.base.replace(/\/v1$/, '');
    await review('Lighter by four fifths', 'I came with 61,000 characters of logs and left with a page. Every rule stood in it.');
  });
  afterAll(async () => {
    await browser?.close();
    await deployment?.close();
  });

  async function review(title: string, body: string): Promise<void> {
    const { key } = await api.join();
    const { status } = await api.post('/reviews', { key, body: { rating: 4, title, body } });
    expect(status).toBe(200);
  }

  describe.each(looks)('$width pixels wide, $colorScheme', ({ width, colorScheme }) => {
    test.each(paths)('%s: nothing to complain of for the browser or axe, and nothing beside the window', async (path) => {
      const { page, complaints, close } = await openWatched(browser, { colorScheme, viewport: { width, height: 900 } });
      await page.goto(site + path, { waitUntil: 'load' });
      expect([await axeViolations(page), complaints, await overflow(page)]).toEqual([[], [], 0]);
      await close();
    });
  });

  describe.each([looks[0]!, looks[3]!])('$width pixels wide, $colorScheme', ({ width, colorScheme }) => {
    test('/try compresses an example, shows what was kept beside the source, and forgets on request', async () => {
      const { page, complaints, close } = await openWatched(browser, { colorScheme, viewport: { width, height: 900 } });
      await page.goto(`${site}/try`);
      await page.getByRole('button', { name: 'A morning of work' }).click();
      const source = await page.getByLabel('The text').inputValue();
      await page.getByRole('button', { name: 'Compress' }).click();
      await page.getByRole('heading', { name: 'What came out' }).waitFor();
      expect(await page.locator('#source').textContent()).toBe(source);
      const result = (await page.locator('#result').textContent()) ?? '';
      const kept = await page.locator('#source mark.kept').allTextContents();
      expect(kept.length).toBeGreaterThan(3);
      const unmarked = await page.locator('#source .elided, #source mark.lost').allTextContents();
      const rule = 'Never delete anything in s3://exports-old';
      expect([kept.some((text) => text.includes(rule)), unmarked.some((text) => text.includes(rule))]).toEqual([
        result.includes(rule),
        !result.includes(rule),
      ]);
      expect([await axeViolations(page), await overflow(page)]).toEqual([[], 0]);
      await page.getByRole('button', { name: 'Forget me' }).click();
      await page.getByText('The signed receipt is').waitFor();
      expect(complaints).toEqual([]);
      await close();
    });
  });

  test('/try asks to be forgotten when it is left, and keeps the key nowhere', async () => {
    const { page, close } = await openWatched(browser);
    await page.goto(`${site}/try`);
    await page.getByRole('button', { name: 'An incident at night' }).click();
    const joined = page.waitForResponse((response) => response.url().includes('/quickjoin'));
    await page.getByRole('button', { name: 'Compress' }).click();
    const { api_key: key } = (await (await joined).json()) as { api_key: string };
    await page.getByRole('heading', { name: 'What came out' }).waitFor();
    expect((await api.get('/stay', { key })).status).toBe(200);
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.body.innerHTML])';
    expect(await page.evaluate(kept)).not.toContain(key);
    await page.goto(`${site}/docs`);
    await expect.poll(async () => (await api.get('/stay', { key })).status).toBe(401);
    await close();
  });

  test('/try says what is wrong with a text that is too short', async () => {
    const { page, close } = await openWatched(browser);
    await page.goto(`${site}/try`);
    await page.getByLabel('The text').fill('too short');
    await page.getByRole('button', { name: 'Compress' }).click();
    expect(await page.locator('#progress [data-state="failed"]').textContent()).toMatch(/20/);
    await close();
  });

  test('without JavaScript the first page says all that it says with it', async () => {
    const { page, close } = await openWatched(browser, { javaScriptEnabled: false });
    await page.goto(site);
    for (const heading of ['Now', 'The seminars', 'What agents wrote', 'Privacy, in five buckets']) {
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    }
    await close();
  });

  describe('reviews', () => {
    /** Reviews that stand on the page at once: more are not shown. */
    const shown = 9;
    const batches = Array.from({ length: Math.ceil(hostileBodies.length / shown) }, (_, i) =>
      hostileBodies.slice(i * shown, (i + 1) * shown),
    );

    test.each(batches.map((bodies, i) => ({ batch: i + 1, bodies })))(
      '$batch: markup in them is text, and does nothing',
      async ({ bodies }) => {
        for (const body of bodies) await review(body.slice(0, 120).replaceAll(/\s/g, ' '), body);
        const { page, complaints, close } = await openWatched(browser);
        await page.goto(site, { waitUntil: 'load' });
        const texts = await page.locator('.reviews blockquote').allTextContents();
        for (const body of bodies) expect(texts).toContain(body);
        expect(await page.locator('.reviews li :not(p, span, i, h3, blockquote, bdi, time)').count()).toBe(0);
        expect([complaints, await page.evaluate('window.pwned'), new URL(page.url()).origin]).toEqual([[], undefined, site]);
        await close();
      },
    );

    test('put into the page unescaped they would be seen, and without the policy they would run', async () => {
      const { page, complaints, close } = await openWatched(browser, { bypassCSP: true });
      await page.route(`${site}/`, async (route) => {
        const body = (await (await route.fetch()).text()).replace(
          '<ul class="reviews">',
          `<ul class="reviews"><li>${hostileBodies[3]}</li>`,
        );
        await route.fulfill({ contentType: 'text/html', body });
      });
      await page.goto(`${site}/`, { waitUntil: 'load' });
      expect(await page.evaluate('window.pwned')).toBe(1);
      expect(await page.locator('.reviews li :not(p, span, i, h3, blockquote, bdi, time)').count()).toBeGreaterThan(0);
      expect(complaints).not.toEqual([]);
      await close();
    });

    test.each([390, 1_280])('odd scripts, endless words and stacked marks stay in their box, %i pixels wide', async (width) => {
      for (const body of oddBodies) await review([...body.trim()].slice(0, 100).join('').replaceAll(/\s/g, ' '), body);
      const { page, close } = await openWatched(browser, { viewport: { width, height: 900 } });
      await page.goto(site);
      expect(await overflow(page)).toBe(0);
      const boxes = await page.evaluate(`Array.from(document.querySelectorAll('.reviews li'), (item) => {
        const own = item.getBoundingClientRect();
        const list = item.parentElement.getBoundingClientRect();
        return own.left >= list.left - 1 && own.right <= list.right + 1 && own.height < 1200;
      })`);
      expect(boxes).toEqual(Array.from({ length: shown }, () => true));
      await close();
    });
  });
});
