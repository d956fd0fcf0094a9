import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const programs = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser that is installed on this machine; undefined when there is none. */
export function findChromium(): string | undefined {
  return programs.map((program) => findProgram(program)).find((file) => file !== undefined);
}

/** A headless browser. Its sandbox is off, because tests may run as root, where it cannot be had. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** A page that notes whatever a browser complains of: errors, refused and failed requests, dialogs. */
export type Watched = { page: Page; complaints: string[]; close(): Promise<void> };

export async function openWatched(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Watched> {
  const context: BrowserContext = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => complaints.push(`request: ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints, close: () => context.close() };
}

/** What axe finds on the page, with the elements it means. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** By how many pixels the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
}
