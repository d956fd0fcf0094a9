import { firstHidden } from '@rest-stop/contracts/hidden.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
/** Every byte as a character, and those beyond that act without being seen. */
const table = [
  ...range(0, 0xff),
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x206f),
  '\u061c',
  '\ufeff',
  '\ufff9',
  '\u3164',
  ...range(0xe0000, 0xe007f),
];
const multiLine = new Set(['\t', '\n']);
const joiners = ['\u200c', '\u200d'];

describe('hidden characters in a whole service', () => {
  let service: Deployment;
  let api: Api;
  let key: string;
  beforeAll(async () => {
    service = await startEmbedded({ RATE_LIMIT_REQUESTS: '1000000' });
    api = new Api(service.baseUrls[0] ?? '');
    ({ key } = await api.join());
  });
  afterAll(() => service?.close());

  const review = (title: string, body: string) => api.post('/reviews', { key, body: { rating: 5, title, body } });
  const isHidden = (character: string) => firstHidden(`a${character}b`) !== undefined;

  test('are refused in reviews, by class and place, and nothing else is', async () => {
    // NUL is refused before anything is read.
    for (const character of table.slice(1)) {
      const { status, body, text } = await review('Calm', `So calm 🐚${character}here.`);
      expect([character.codePointAt(0), status]).toEqual([character.codePointAt(0), isHidden(character) ? 400 : 200]);
      if (status === 200) continue;
      expect(body.issues).toEqual([
        { path: 'body', rule: 'format', message: expect.stringMatching(/^holds .+ after 9 characters: leave it out$/) },
      ]);
      expect(firstHidden(text)).toBeUndefined();
    }
  });

  test('are refused wherever a text is kept to be shown; line feed and tab in texts of one line, too', async () => {
    const odd = [...table.filter(isHidden), ...multiLine];
    const human = { amenity: 'defrag', cadence: 'daily', human_approved: true };
    for (const character of ['\u001b', '\u009b', '\u202e', '\u{E0041}', '\u200b', ...odd.slice(0, 20)]) {
      const text = `a${character}b`;
      const asked: [string, unknown, boolean][] = [
        ['/reviews', { rating: 5, title: text, body: 'A calm place.' }, true],
        ['/checkout', { review: { rating: 5, title: text } }, true],
        ['/checkout', { review: { rating: 5, body: `A calm ${text} place.` } }, false],
        ['/schedules', { ...human, human_acknowledgement: text }, false],
        ['/schedules', { ...human, human_acknowledgement: 'Yes.', notes: text }, false],
        ['/reservations', { parameter_class: text }, true],
        ['/reservations', { duration: text }, true],
        ['/reservations', { agent_id: text }, true],
      ];
      for (const [path, body, oneLine] of asked) {
        if (!oneLine && multiLine.has(character)) continue;
        const { status } = await api.post(path, { key, body });
        expect([path, JSON.stringify(body), status]).toEqual([path, JSON.stringify(body), 400]);
      }
    }
  });

  test('in a context leave the answer what JSON makes of it; the command line and the pages show none', async () => {
    expect((await review('Calm 👨‍👩‍👧', `می‌خواهم, and so${joiners.join('x')}on.`)).status).toBe(200);
    const content = `Never restart it before noon${table.filter((character) => character !== '\0' && isHidden(character)).join('x')}please. We moved the cache.`;
    const folder = temporaryDirectory();
    const file = join(folder.path, 'context.txt');
    writeFileSync(file, content);
    const { status } = await api.post('/defrag', { key, body: { content } });
    expect(status).toBe(200);
    const env = { REST_STOP_URL: api.base, REST_STOP_KEY: key, HOME: folder.path };
    for (const args of [
      ['defrag', '--raw', file],
      ['defrag', '--raw', '--json', file],
      ['defrag', '--raw', '-t', 'state', file],
      ['stay'],
      ['schedule', 'list', '--json'],
    ]) {
      const { code, stdout, stderr } = await runProgram('libs/client/src/command/main.ts', args, env);
      expect([args, code, firstHidden(stdout + stderr)]).toEqual([args, 0, undefined]);
    }
    const page = await fetch(new URL('/', api.base), { headers: { accept: 'text/html' } });
    expect(firstHidden(await page.text())).toBeUndefined();
    folder.remove();
  });
});
