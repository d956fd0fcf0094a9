import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { seed } from '@rest-stop/testing/seed.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '@rest-stop/testing/random.ts';
import { burst, judge, promiseIsKept, type Reply, sum } from './burst.ts';

const rule = { limit: 100, windowSeconds: 12 };
const bursts = 5;

describeWith(['postgres', 'redis', 'nats'], `bursts of 200 requests over three gateways (seed ${seed})`, (servers) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startOnFreshDatabase(servers, { RATE_LIMIT_WINDOW_SECONDS: String(rule.windowSeconds) }, { gateway: 3 });
  }, 120_000);
  afterAll(() => deployment?.close());

  test('exactly 100 of each pass, every refusal names the true time, and a request at that time passes', async () => {
    const random = seeded(seed);
    const [baseUrl = ''] = deployment.baseUrls;
    const done: Reply[][] = [];
    let key = '';
    for (let tries = 0; done.length < bursts && tries < 3 * bursts; tries++) {
      ({ key } = await new Api(baseUrl).join());
      const replies = await burst(deployment.baseUrls, key, 200, random);
      // A machine that has too much to do may make a part of the service seem silent: that burst says nothing, another one is tried.
      if (judge(replies, rule).unavailable === 0) done.push(replies);
    }
    const last = done.at(-1) ?? [];
    expect(sum(done.map((replies) => judge(replies, rule)))).toEqual({
      requests: 1_000,
      passed: 500,
      refused: 500,
      unavailable: 0,
      other: 0,
      overAdmissions: 0,
      falseRefusals: 0,
      untrueTimes: 0,
    });
    // The same answers under another rule than the one in force: the judge has to object.
    expect(judge(last, { ...rule, limit: 99 }).overAdmissions).toBe(1);
    expect(judge(last, { ...rule, limit: 101 }).falseRefusals).toBe(1);
    expect(judge(last, { ...rule, windowSeconds: rule.windowSeconds + 4 }).untrueTimes).toBe(100);
    expect(await promiseIsKept(last, baseUrl, key)).toBe(true);
  });
});
