import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, metricsUrlOf } from '@rest-stop/testing/deployment/child.ts';
import { type Running, startProcess } from '@rest-stop/testing/process/process.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';

/** A Prometheus that scrapes processes every second. */
export type Prometheus = {
  /** The series that answer a query. @throws when Prometheus does not understand it */
  ask(expr: string): Promise<unknown[]>;
  /** The names of the alerts that fire. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
};

/** Starts `program` on the processes of each service, with `rules`. */
export async function startPrometheus(program: string, children: Record<string, Child[]>, rules: string): Promise<Prometheus> {
  const folder = temporaryDirectory();
  const scraped = Object.entries(children).map(([service, all]) => ({
    job_name: service,
    static_configs: [{ targets: all.map((child) => new URL(metricsUrlOf(child)).host), labels: { namespace: 'rest-stop' } }],
  }));
  const config = { global: { scrape_interval: '1s', evaluation_interval: '1s' }, rule_files: ['rules.yaml'], scrape_configs: scraped };
  writeFileSync(join(folder.path, 'prometheus.yaml'), JSON.stringify(config));
  writeFileSync(join(folder.path, 'rules.yaml'), rules);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const running: Running = await startProcess({
    file: program,
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
  const get = async (path: string) => (await (await fetch(`${address}/api/v1/${path}`)).json()) as { data?: any; error?: string };
  return {
    async ask(expr) {
      const { data, error } = await get(`query?query=${encodeURIComponent(expr)}`);
      if (error) throw new Error(`${expr}: ${error}`);
      return data.result;
    },
    async firing() {
      const { data } = await get('alerts');
      const alerts = data.alerts as { state: string; labels: { alertname: string } }[];
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    async close() {
      await running.close();
      folder.remove();
    },
  };
}
