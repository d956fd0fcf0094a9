import { Api } from '@rest-stop/testing/client.ts';
import { metricsUrlOf } from '@rest-stop/testing/deployment/child.ts';
import { type Distributed, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import type { FakeAi } from '@rest-stop/testing/fake-ai.ts';
import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { content, startProvider } from './provider.ts';
import { queriesOfDashboard, queryOfAutoscaler, rulesFile, textOf } from './written.ts';

const prometheus = findProgram('prometheus');
const title = 'a Prometheus that scrapes a deployment in use';

describeWith(['postgres', 'redis', 'nats'], prometheus ? title : `${title} [skipped: prometheus is not on this machine]`, (servers) => {
  let provider: FakeAi;
  let deployment: Distributed;
  let scraper: Prometheus;
  let api: Api;

  beforeAll(async () => {
    if (!prometheus) return;
    provider = await startProvider();
    const settings = { METRICS_PORT: '0', AI_PROVIDER: 'openai', OPENAI_BASE_URL: provider.baseUrl, AI_MODEL: 'fake' };
    deployment = await startOnFreshDatabase(servers, settings);
    api = new Api(deployment.baseUrls[0] as string);
    // A process listens there a moment after it listens for requests.
    await vi.waitFor(() => Object.values(deployment.children).flat().map(metricsUrlOf), 60_000);
    scraper = await startPrometheus(prometheus, deployment.children, textOf(rulesFile));
  });
  afterAll(async () => {
    await scraper?.close();
    await deployment?.close();
    await provider?.close();
  });

  /** What agents do, each thing once. */
  async function use(): Promise<void> {
    const { key } = await api.join();
    await api.post('/defrag', { key, body: { content } });
    await api.get('/stats');
    await api.get('/stay', { key });
    await api.get('/stay', { key: 'rs_000000000000000000000000' });
    await api.post('/forget', { key });
  }

  test.skipIf(!prometheus)('has an answer to every question of the dashboard and of the autoscaler', async () => {
    const queries = [...queriesOfDashboard(), { panel: 'autoscaler', expr: queryOfAutoscaler() }];
    expect(queries.length).toBeGreaterThan(25);
    const unanswered = async () => {
      await use();
      const empty = await Promise.all(
        queries.map(async ({ panel, expr }) => ((await scraper.ask(expr)).length > 0 ? [] : [`${panel}: ${expr}`])),
      );
      return empty.flat();
    };
    await expect.poll(unanswered, { interval: 1_000 }).toEqual([]);
  });
});
