import { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { type Deployment, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, Api } from '@rest-stop/testing/client.ts';

describeWith(['postgres', 'redis', 'nats'], 'three gateways on one Redis', (servers) => {
  for (const [name, windowSeconds] of [
    ['the window of the interface', 604_800],
    ['a window of ten seconds', 10],
  ] as const) {
    describe(name, () => {
      let deployment: Deployment;
      let apis: Api[];
      beforeAll(async () => {
        const settings = { RATE_LIMIT_WINDOW_SECONDS: String(windowSeconds) };
        deployment = await startOnFreshDatabase(servers, settings, { gateway: 3 });
        apis = deployment.baseUrls.map((url) => new Api(url));
      }, 120_000);
      afterAll(async () => {
        await deployment?.close();
      });

      test('of 200 parallel requests with one key exactly 100 pass, and the refusals agree on when to return', async () => {
        const [first] = apis as [Api];
        const { key } = await first.join();
        const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => (apis[i % 3] as Api).get('/memories', { key })));
        const refused = answers.filter(({ status }) => status === 429);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
        expect(refused).toHaveLength(100);
        for (const answer of refused) expectRefusal(answer, windowSeconds);
        const retryAt = new Set(refused.map(({ body }) => body.retry_at));
        expect(retryAt.size).toBe(1);

        if (windowSeconds > 60) return;
        await sleep(Math.max(...refused.map(({ body }) => body.retry_after_seconds)) * 1_000);
        expect((await first.get('/memories', { key })).status).toBe(200);
      });

      test('every process ends with 0 on SIGTERM', async () => {
        const children = Object.values(deployment.children).flat();
        await deployment.close();
        expect(await Promise.all(children.map(({ exited }) => exited))).toEqual(children.map(() => 0));
      });
    });
  }
});

function expectRefusal({ headers, body }: Answer, windowSeconds: number): void {
  expect(RateLimitedBody.parse(body)).toMatchObject({ limit: 100, used: 100, window_seconds: windowSeconds });
  expect(headers.get('retry-after')).toBe(String(body.retry_after_seconds));
}
