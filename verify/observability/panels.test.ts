import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '@rest-stop/testing/client.ts';
import { type Child, metricsUrlOf } from '@rest-stop/testing/deployment/child.ts';
import { type Distributed, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { answer, type FakeAi, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import { type Running, startProcess } from '@rest-stop/testing/process/process.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pathOf, queriesOfDashboard, queryOfAutoscaler, rulesFile } from './written.ts';

const prometheus = findProgram('prometheus');
const title = 'a Prometheus that scrapes a deployment in use';

describeWith(['postgres', 'redis', 'nats'], prometheus ? title : `${title} [skipped: prometheus is not on this machine]`, (servers) => {
  const folder = temporaryDirectory();
  let provider: FakeAi;
  let deployment: Distributed;
  let scraper: Running;
  let address: string;
  let api: Api;

  beforeAll(async () => {
    if (!prometheus) return;
    // Its first answer says nothing of the text, which breaks a rule of the checks; what it says then is good.
    const good = answer('Never push to main. Find out why the build broke at 09:12.');
    provider = await startFakeAi(answer('Bananas are yellow.'), good);
    const settings = { METRICS_PORT: '0', AI_PROVIDER: 'openai', OPENAI_BASE_URL: provider.baseUrl, AI_MODEL: 'fake' };
    deployment = await startOnFreshDatabase(servers, settings);
    api = new Api(deployment.baseUrls[0] as string);
    // A process listens there a moment after it listens for requests.
    const hostOf = (child: Child) => vi.waitFor(() => new URL(metricsUrlOf(child)).host, 60_000);
    const jobs = await Promise.all(
      Object.entries(deployment.children).map(async ([service, children]) => ({
        job_name: service,
        static_configs: [{ targets: await Promise.all(children.map(hostOf)), labels: { namespace: 'rest-stop' } }],
      })),
    );
    const config = { global: { scrape_interval: '1s', evaluation_interval: '1s' }, rule_files: [pathOf(rulesFile)], scrape_configs: jobs };
    writeFileSync(join(folder.path, 'prometheus.yaml'), JSON.stringify(config));
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    scraper = await startProcess({
      file: prometheus,
      args: ['--config.file=prometheus.yaml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`],
      cwd: folder.path,
      log: join(folder.path, 'log'),
      stopSignal: 'SIGTERM',
      problem: () =>
        fetch(`${address}/-/ready`).then(
          ({ ok }) => (ok ? undefined : 'not ready'),
          () => 'no answer',
        ),
    });
  });
  afterAll(async () => {
    await scraper?.close();
    await deployment?.close();
    await provider?.close();
    folder.remove();
  });

  async function ask(expr: string): Promise<unknown[]> {
    const answered = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(expr)}`);
    const { data, error } = (await answered.json()) as { data?: { result: unknown[] }; error?: string };
    expect(error, expr).toBeUndefined();
    return data?.result ?? [];
  }

  /** What agents do, each thing once. */
  async function use(): Promise<void> {
    const { key } = await api.join();
    const content = 'The build broke at 09:12. Never push to main. Find out why the build broke.';
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
      const empty = await Promise.all(queries.map(async ({ panel, expr }) => ((await ask(expr)).length > 0 ? [] : [`${panel}: ${expr}`])));
      return empty.flat();
    };
    await expect.poll(unanswered, { interval: 1_000 }).toEqual([]);
  });
});
