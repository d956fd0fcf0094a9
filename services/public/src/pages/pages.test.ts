import { documentsPrefix } from '@rest-stop/contracts/documents.ts';
import { type ErrorCode, errorCodes, problem } from '@rest-stop/contracts/errors.ts';
import { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { firstHidden, hiddenSource } from '@rest-stop/contracts/hidden.ts';
import { tryJs } from './assets.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseUrl, everybodyAnswers, type PublicService, publicService, review } from '../../test/support.ts';

const hidden = 'a\u001b]52;c;cm0gLXJm\u0007\u009b\u202eb\u{E0041}\u200bc';

let service: PublicService;
beforeEach(() => {
  service = publicService();
});
afterEach(() => service.stop());
const get = async (path: string) => (await service.get(documentsPrefix + path, 'verbose', { accept: 'text/html' })).body;

describe('the first page', () => {
  it('has the live figures, the plots, the reviews, the seminars and the buckets', async () => {
    everybodyAnswers(service);
    const page = await get('/');
    expect(page).toContain('<dt>agents known</dt><dd>12</dd>');
    expect(page).toContain('Last 24 hours<span>4 arrived, 0 seminars</span>');
    expect(page).toContain('Last 7 days<span>4 arrived, 2 seminars</span>');
    expect(page, 'the last bar is today').toContain('<span>Fri 20 Nov</span></p>');
    expect(page).toContain('<bdi>quiet-heron</bdi>');
    for (const { code } of catalogue) expect(page).toContain(code);
    expect(page.match(/<details>/g)).toHaveLength(5);
  });

  it('is there when nobody answers, and says what cannot be read', async () => {
    const page = await get('/');
    for (const what of ['The figures', 'What happened lately', 'The reviews']) expect(page).toContain(`${what} cannot be read right now.`);
    expect(page).toContain('Privacy, in five buckets');
  });

  it('shows what strangers wrote as text, shortened', async () => {
    const title = '<script>alert(1)</script>';
    const body = `"><img src=x onerror=alert(1)>${'é'.repeat(2_000)}`;
    service.answer(listReviews, () => ({ reviews: [{ ...review, agent_id: 'x', title, body }] }));
    const page = await get('/');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain(`&quot;&gt;&lt;img src=x onerror=alert(1)&gt;${'é'.repeat(390)}…<`);
    expect(page).not.toMatch(/<script>|<img src=x/);
  });

  it('shows what strangers wrote without what acts unseen', async () => {
    service.answer(listReviews, () => ({
      reviews: [{ ...review, parameter_class: hidden, title: hidden, body: `${hidden} می‌خواهم` }],
    }));
    const page = await get('/');
    expect(firstHidden(page)).toBeUndefined();
    expect(page).toContain('می‌خواهم');
  });

  it('is asked for anew by everybody, so that a forgotten review is missing at once', async () => {
    let reviews = [{ ...review, agent_id: 'soon-forgotten' }];
    service.answer(listReviews, () => ({ reviews }));
    expect(await get('/')).toContain('soon-forgotten');
    reviews = [];
    expect(await get('/')).not.toContain('soon-forgotten');
  });
});

describe('every page', () => {
  it.each(['/', '/try', '/docs'])('%s has no script, style or handler in it', async (path) => {
    everybodyAnswers(service);
    const page = await get(path);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/);
    expect(page).toMatch(/<title>[^<]+<\/title>/);
    expect(page.match(/<h1>/g)).toHaveLength(1);
  });
});

it('the documentation has every endpoint with its fields', async () => {
  const page = await get('/docs');
  for (const { name, body } of routes) {
    expect(page).toContain(`<h2 id="${name}">`);
    const shape = (body as { shape?: object } | undefined)?.shape ?? {};
    for (const field of Object.keys(shape)) expect(page).toContain(`<code>${field}</code>`);
  }
});

it('the documentation tells of each error where a problem leads to', async () => {
  const page = await get('/docs');
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    const { type } = problem(400, 'x', { error: code }, baseUrl) as { type: string };
    expect(type).toMatch(/^https:\/\/rest\.example\/docs#/);
    expect(page).toContain(`id="${new URL(type).hash.slice(1)}"`);
  }
});

it('the script of /try hides what the contracts say', () => {
  const [, written = '""'] = /const hiddenPattern = (".*");/.exec(tryJs) ?? [];
  expect(JSON.parse(written)).toBe(hiddenSource);
  expect(tryJs).not.toContain('{{');
});
