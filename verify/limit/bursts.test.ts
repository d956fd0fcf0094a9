import { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { Api } from '@rest-stop/testing/client.ts';
import type { Child } from '@rest-stop/testing/deployment/child.ts';
import { type Distributed, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { seeded } from '@rest-stop/testing/random.ts';
import { seed } from '@rest-stop/testing/seed.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { burst, judge, promiseIsKept, type Reply, sum } from './burst.ts';

const week = 604_800;
const limit = 100;

describeWith(['postgres', 'redis', 'nats'], `bursts of 200 requests over three gateways on one Redis (seed ${seed})`, (servers) => {
  let deployment: Distributed;
  beforeAll(async () => {
    deployment = await startOnFreshDatabase(servers, {}, { gateway: 0 });
  });
  afterAll(() => deployment?.close());

  describe.each([
    { name: 'the window of the interface', windowSeconds: week, bursts: 1 },
    { name: 'a window of twelve seconds', windowSeconds: 12, bursts: 5 },
  ])('$name', ({ windowSeconds, bursts }) => {
    const rule = { limit, windowSeconds };
    let gateways: Child[];
    let baseUrls: string[];
    beforeAll(async () => {
      const settings = { RATE_LIMIT_WINDOW_SECONDS: String(windowSeconds) };
      gateways = await Promise.all([1, 2, 3].map(() => deployment.start('gateway', { settings })));
      baseUrls = gateways.map(({ port }) => `http://127.0.0.1:${port}/v1`);
    });
    afterAll(() => Promise.all((gateways ?? []).map((gateway) => gateway.close())));

    test('exactly 100 of each pass, every refusal names the true time, and a request at that time passes', async () => {
      const random = seeded(seed);
      const [baseUrl = ''] = baseUrls;
      const done: Reply[][] = [];
      let key = '';
      while (done.length < bursts) {
        ({ key } = await new Api(baseUrl).join());
        done.push(await burst(baseUrls, key, 200, random));
      }
      const last = done.at(-1) ?? [];
      expect(sum(done.map((replies) => judge(replies, rule)))).toEqual({
        requests: 200 * bursts,
        passed: limit * bursts,
        refused: limit * bursts,
        unavailable: 0,
        other: 0,
        overAdmissions: 0,
        falseRefusals: 0,
        untrueTimes: 0,
      });
      const refused = last.filter(({ status }) => status === 429);
      for (const { body, retryAfter } of refused) {
        const said = RateLimitedBody.parse(body);
        expect(said).toMatchObject({ limit, used: limit, window_seconds: windowSeconds, retry_after_seconds: retryAfter });
      }
      expect(new Set(refused.map(({ body }) => RateLimitedBody.parse(body).retry_at)).size).toBe(1);
      // The same answers under another rule than the one in force: the judge has to object.
      expect(judge(last, { ...rule, limit: limit - 1 }).overAdmissions).toBe(1);
      expect(judge(last, { ...rule, limit: limit + 1 }).falseRefusals).toBe(1);
      expect(judge(last, { ...rule, windowSeconds: windowSeconds + 4 }).untrueTimes).toBe(limit);
      if (windowSeconds < week) expect(await promiseIsKept(last, baseUrl, key)).toBe(true);
    });
  });

  test('every process ends with 0 on SIGTERM', async () => {
    const children = Object.values(deployment.children).flat();
    await deployment.close();
    expect(await Promise.all(children.map(({ exited }) => exited))).toEqual(children.map(() => 0));
  });
});
