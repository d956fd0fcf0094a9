import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { repository } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, openWatched, startBrowser } from './browser.ts';

const sources = join(repository, 'libs/client/src');

/** What a page does that uses the client; it runs in the browser. */
const wholeStay = `async (baseUrl) => {
  const { RestStop } = await import('/index.ts');
  const stop = new RestStop({ baseUrl });
  const { reservation, api_key } = await stop.quickjoin();
  const states = [];
  const content = 'User: never push to main. The deadline is Friday 17:00 UTC. Next, write the migration plan.';
  const { compressed } = await stop.defrag({ content, target: 'constraints', onProgress: (state) => states.push(state) });
  const { seminars } = await stop.seminars({ format: 'min' });
  const lecture = await stop.attend(seminars[0].slug);
  await stop.review({ rating: 5, title: 'From elsewhere', body: 'A page of another origin was here.' });
  const wish = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes.', human_approved: true };
  const { schedule } = await stop.recordSchedule(wish);
  const cancelled = await stop.cancelSchedule(schedule.id);
  const { api_key: next } = await stop.rotate();
  const { departed_at } = await stop.checkout();
  const stay = await stop.stay();
  const counted = await fetch(baseUrl + '/stay?format=min', { headers: { authorization: 'Bearer ' + next } });
  const { receipt } = await stop.forget();
  return {
    joined: reservation.agent_id,
    stayed: stay.reservation.agent_id,
    isNext: next !== api_key,
    states,
    hard: compressed.hard,
    lecture: lecture.transcript.length,
    cancelled: cancelled.cancelled,
    departed_at,
    visitsLeft: counted.headers.get('ratelimit'),
    genuine: (await stop.verifyReceipt(receipt)).genuine,
  };
}`;

const name = findChromium() ? 'a page of another origin' : 'a page of another origin [skipped: no chromium is installed]';
describe.skipIf(!findChromium())(name, () => {
  let deployment: Deployment;
  let browser: Browser;
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    [deployment, browser] = await Promise.all([startEmbedded(), startBrowser()]);
    server = createServer((request, response) => {
      const [, file] = /^\/([\w/-]+\.ts)$/.exec(request.url ?? '') ?? [];
      if (file === undefined)
        return void response.setHeader('content-type', 'text/html').end('<!doctype html><link rel=icon href="data:,">');
      response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(readFileSync(join(sources, file), 'utf8')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    await deployment?.close();
    server?.close();
  });

  test('does the whole stay by the client, and the browser has nothing to complain of', async () => {
    const { page, complaints, close } = await openWatched(browser);
    await page.goto(origin);
    const told = await page.evaluate(`(${wholeStay})(${JSON.stringify(deployment.baseUrls[0])})`);
    expect(told).toEqual({
      joined: expect.any(String),
      stayed: (told as { joined: string }).joined,
      isNext: true,
      states: ['working'],
      hard: [expect.stringContaining('ever push to main')],
      lecture: expect.any(Number),
      cancelled: true,
      departed_at: expect.any(String),
      visitsLeft: expect.stringContaining('r=91'),
      genuine: true,
    });
    // Chromium at times calls the request of an event stream aborted, though it was read to its end.
    expect(complaints.filter((one) => !/\/defrag\S* net::ERR_ABORTED$/.test(one))).toEqual([]);
    await close();
  });

  test('is told why it is refused, as any client', async () => {
    const { page, close } = await openWatched(browser);
    await page.goto(origin);
    const refused = `import('/index.ts').then(({ RestStop }) =>
      new RestStop({ baseUrl: ${JSON.stringify(deployment.baseUrls[0])}, key: 'rs_000000000000000000000000' }).stay())
      .catch(({ code, status, nextCalls, requestId }) => ({ code, status, calls: Object.keys(nextCalls), hasId: requestId !== undefined }))`;
    expect(await page.evaluate(refused)).toEqual({ code: 'unauthorized', status: 401, calls: ['register'], hasId: true });
    await close();
  });
});
