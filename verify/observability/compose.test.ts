import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { pathOf, textOf } from './written.ts';

type Service = { profiles?: string[]; environment?: Record<string, string>; networks: string[]; volumes?: string[]; command: string[] };
const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const scrape = parse(textOf('deploy/observability/prometheus.yaml')) as {
  scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
};
const observing = ['prometheus', 'collector', 'grafana'];
const promtool = findProgram('promtool');

test('nothing observes unless the profile is asked for', () => {
  const optional = Object.entries(services).filter(([, { profiles = [] }]) => profiles.length > 0);
  expect(optional.map(([name]) => name)).toEqual(observing);
});

test('every process that shows metrics is scraped, where it shows them', () => {
  const showing = Object.entries(services).flatMap(([name, { environment }]) =>
    environment?.['METRICS_PORT'] ? [{ name, port: Number(environment['METRICS_PORT']) }] : [],
  );
  const scraped = scrape.scrape_configs.flatMap(({ dns_sd_configs }) =>
    dns_sd_configs.flatMap(({ names, port }) => names.map((name) => ({ name, port }))),
  );
  expect(scraped).toHaveLength(showing.length);
  expect(scraped).toEqual(expect.arrayContaining(showing));
  for (const { name } of scraped) expect(services[name]?.networks, name).toContain('figures');
});

test('what is mounted from this folder is there', () => {
  const mounted = observing.flatMap((name) => services[name]?.volumes ?? []).filter((volume) => volume.startsWith('./'));
  expect(mounted.length).toBeGreaterThan(3);
  expect(mounted.map((volume) => volume.split(':')[0]!).filter((path) => !existsSync(pathOf(path)))).toEqual([]);
});

test.skipIf(!promtool)(`Prometheus takes its settings${promtool ? '' : ' [skipped: promtool is not on this machine]'}`, () => {
  const said = execFileSync(promtool ?? '', ['check', 'config', pathOf('deploy/observability/prometheus.yaml')], { encoding: 'utf8' });
  expect(said).toContain('SUCCESS: 1 rule files found');
});
