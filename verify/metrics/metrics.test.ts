import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { Api } from '@rest-stop/testing/client.ts';
import { metricsUrlOf } from '@rest-stop/testing/deployment/child.ts';
import { type Distributed, startEmbedded, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownNames, ownSeries, tableOf } from './shown.ts';

const table = tableOf(readFileSync(new URL('../../docs/operations/metrics.md', import.meta.url), 'utf8'));
const statuses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'left'];

describeWith(['postgres', 'redis', 'nats'], 'the metrics of every service', (servers) => {
  let deployment: Distributed;
  let api: Api;
  beforeAll(async () => {
    // Nothing is asked of this provider: it only makes the worker one that has the metrics of providers.
    const settings = { METRICS_PORT: '0', AI_PROVIDER: 'openai', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9' };
    deployment = await startOnFreshDatabase(servers, settings);
    api = new Api(deployment.baseUrls[0] as string);
  });
  afterAll(() => deployment?.close());

  const pageOf = async (service: string) => {
    const [child] = deployment.children[service] ?? [];
    return (await fetch(metricsUrlOf(child!))).text();
  };
  const services = ['gateway', 'identity', 'stay', 'public', 'ai-worker'];

  test.each(services)('of %s are those of the table, and no others', async (service) => {
    const documented = table.filter(({ shownBy }) => shownBy === 'every service' || shownBy.split(/, | with /).includes(service));
    expect(ownNames(await pageOf(service)).sort()).toEqual(documented.map(({ name }) => name).sort());
  });

  test('carry the labels of the table', async () => {
    await api.get('/stats');
    const pages = await Promise.all(services.map(pageOf));
    for (const { name, labels } of pages.flatMap(ownSeries)) {
      const row = table.find((one) => [one.name, `${one.name}_bucket`, `${one.name}_sum`, `${one.name}_count`].includes(name));
      expect([...Object.keys(labels), 'le'], name).toEqual(expect.arrayContaining(row?.labels ?? ['nowhere']));
      expect([...(row?.labels ?? []), 'le'], name).toEqual(expect.arrayContaining(Object.keys(labels)));
    }
  });

  test('are not to be had where clients are', async () => {
    for (const [service, [child]] of Object.entries(deployment.children)) {
      const answer = await fetch(`http://127.0.0.1:${child!.port}/metrics`);
      expect([401, 404], service).toContain(answer.status);
    }
  });

  test('tell how agents are let in', async () => {
    const outcomes = async (): Promise<Record<string, number>> => {
      const lines = [...(await pageOf('gateway')).matchAll(/rest_stop_admissions_total\{outcome="(\w+)"\} (\d+)/g)];
      return Object.fromEntries(lines.map(([, outcome, count]) => [outcome, Number(count)]));
    };
    const before = await outcomes();
    const { body } = await api.post('/quickjoin', { body: {} });
    const key = body.api_key as string;
    expect((await api.get('/stay', { key })).status).toBe(200);
    expect((await api.post('/forget', { key })).status).toBe(200);
    expect((await api.get('/stay', { key })).status).toBe(401);
    expect((await api.get('/stay', { key: unknownKey() })).status).toBe(401);
    const after = await outcomes();
    const added = Object.entries(after).map(([outcome, count]) => [outcome, count - (before[outcome] ?? Number.NaN)]);
    expect(Object.fromEntries(added)).toEqual({ admitted: 2, limited: 0, closed: 1, unknown: 1, unavailable: 0 });
  });

  test('time what a service waits for', async () => {
    await api.get('/stats');
    const counted = async (service: string, name: string) =>
      ownSeries(await pageOf(service)).filter((one) => one.name === `${name}_count` && one.labels['outcome'] === 'ok').length;
    expect(await counted('gateway', 'rest_stop_redis_seconds')).toBeGreaterThan(0);
    expect(await pageOf('gateway')).toContain('\nrest_stop_redis_evicted_keys 0\n');
    expect(await counted('public', 'rest_stop_bus_call_seconds')).toBeGreaterThan(0);
    expect(await counted('identity', 'rest_stop_postgres_seconds')).toBeGreaterThan(0);
    expect(await counted('stay', 'rest_stop_postgres_seconds')).toBeGreaterThan(0);
  });

  test('have no more time series after 1,000 requests by paths, methods and keys that nobody has seen', async () => {
    const text = () => randomBytes(9).toString('base64url');
    const paths = [
      () => `${new URL(api.base).origin}/${text()}`,
      () => `/${text()}`,
      () => `/memories/${text()}`,
      () => `/receipts/${text()}`,
      () => `/seminars/${text()}?format=${text()}`,
      () => '/stay',
    ];
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    const keys = [unknownKey, text, () => undefined];
    const kinds = paths.flatMap((path) => methods.flatMap((method) => keys.map((key) => ({ path, method, key }))));
    const send = ({ path, method, key }: (typeof kinds)[number]) => api.attempt(method, path(), { key: key() });
    const seriesOf = async () => {
      const series = (await Promise.all(services.map(pageOf))).flatMap(ownSeries);
      for (const { labels } of series) expect([...statuses, undefined]).toContain(labels['status']);
      // How busy the machine is decides which classes of status are among the answers.
      return new Set(series.map(({ name, labels }) => JSON.stringify([name, { ...labels, status: undefined }])));
    };

    for (let i = 0; i < kinds.length; i += 20) await Promise.all(kinds.slice(i, i + 20).map(send));
    const before = await seriesOf();
    for (let i = 0; i < 50; i++) await Promise.all(Array.from({ length: 20 }, (_, j) => send(kinds[(i * 20 + j) % kinds.length]!)));
    expect([...(await seriesOf())].filter((one) => !before.has(one))).toEqual([]);
    expect(before.size).toBeLessThan(1_000);
  }, 240_000);

  test('tell of an erasure that a service does not confirm', async () => {
    const waiting = async (name: string) => Number(new RegExp(`\n${name} (\\S+)`).exec(await pageOf('identity'))?.[1]);
    expect([await waiting('rest_stop_erasures_pending'), await waiting('rest_stop_erasures_oldest_seconds')]).toEqual([0, 0]);
    await deployment.children['stay']![0]!.kill('SIGKILL');
    const { body } = await api.post('/quickjoin', { body: {} });
    await api.post('/forget', { key: body.api_key });
    expect(await waiting('rest_stop_erasures_pending')).toBe(1);
    expect(await waiting('rest_stop_erasures_oldest_seconds')).toBeGreaterThan(0);
  });
});

test('one process counts credentials and shows none', async () => {
  const deployment = await startEmbedded({ METRICS_PORT: '0' });
  const api = new Api(deployment.baseUrls[0] as string);
  const { body } = await api.post('/quickjoin', { body: {} });
  const credential = `ghp_${randomBytes(18).toString('hex')}`;
  const content = `The build broke at 09:12. Never push to main. The deployment uses ${credential} for the registry. Find out why it broke.`;
  const answer = await api.post('/defrag', { key: body.api_key, body: { content } });
  const [child] = deployment.children['embedded'] ?? [];
  const page = await (await fetch(metricsUrlOf(child!))).text();
  await deployment.close();
  expect(answer.status, answer.text).toBe(200);
  expect(page).toContain('\nrest_stop_credentials_found_total 1\n');
  for (const secret of [credential, body.api_key, body.agent_id, 'registry']) expect(page).not.toContain(secret);
});

test('one process shows the metrics of all its services, each under its name', async () => {
  const deployment = await startEmbedded({ METRICS_PORT: '0' });
  const [child] = deployment.children['embedded'] ?? [];
  await new Api(deployment.baseUrls[0] as string).get('/stats');
  const page = await (await fetch(metricsUrlOf(child!))).text();
  await deployment.close();
  const measured = new Set(ownSeries(page).flatMap(({ labels }) => labels['service'] ?? []));
  expect([...measured].sort()).toEqual(['ai-worker', 'gateway', 'identity', 'public', 'stay']);
});

/** Well-formed, and no agent's. */
function unknownKey(): string {
  return `rs_${randomBytes(12).toString('hex')}`;
}
