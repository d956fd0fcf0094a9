import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { parse, stringify } from 'yaml';

const root = new URL('../../', import.meta.url);
export const pathOf = (file: string): string => fileURLToPath(new URL(file, root));
export const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

export type Rule = { record?: string; alert?: string; expr: string; annotations?: { runbook?: string } };
export const rulesFile = 'deploy/observability/rules.yaml';
export const rules = (parse(textOf(rulesFile)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

export const operatorFile = 'deploy/observability/prometheus-rule.yaml';

/** The same rules as an object of the Prometheus operator. kustomize cannot put one file into another, so this one is written from the first. */
export function operatorRule(): string {
  const object = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'rest-stop' },
    spec: parse(textOf(rulesFile)),
  };
  return `# Written by \`npm run rules\` from rules.yaml, which is to be changed in its place.\n${stringify(object, { lineWidth: 0 })}`;
}

export type Query = { panel: string; expr: string };
type Panel = { title: string; targets?: { expr: string }[] };

/** What the panels of the dashboard ask, for every namespace, over the last minute where they leave that to Grafana. */
export function queriesOfDashboard(): Query[] {
  const { panels } = JSON.parse(textOf('deploy/observability/grafana/dashboard.json')) as { panels: Panel[] };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ panel: title, expr: expr.replaceAll('$namespace', '.*').replaceAll('$__rate_interval', '1m') })),
  );
}

/** The query by which KEDA counts the AI workers that are wanted. */
export function queryOfAutoscaler(): string {
  const scaled = parse(textOf('deploy/k8s/components/keda/ai-worker.yaml')) as { spec: { triggers: { metadata: { query?: string } }[] } };
  return scaled.spec.triggers[0]?.metadata.query ?? '';
}

/** The names of all metrics that there are: those of the table in the documentation, of every process, and those that rules record. */
export async function knownMetrics(): Promise<Set<string>> {
  const documented = [...textOf('docs/operations/metrics.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const ofProcess = [...(await processRegistry().metrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
  const recorded = rules.map(({ record }) => record);
  return new Set([...documented, ...ofProcess, ...recorded].filter((name) => name !== undefined));
}

/** The metrics that a query names. */
export function metricsIn(expr: string): string[] {
  const named = expr.replaceAll(/"[^"]*"/g, '').match(/\b(?:rest_stop|gen_ai|nodejs|process)_?[\w:]*/g) ?? [];
  return named.filter((name) => !/^gen_ai_(request_model|token_type|operation_name|provider_name)$/.test(name));
}
