import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { parseAllDocuments } from 'yaml';
import { pathOf } from './sources.ts';

export type Container = {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: object };
  resources?: { requests?: object; limits?: object };
  securityContext?: { readOnlyRootFilesystem?: boolean; allowPrivilegeEscalation?: boolean };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
};
type Probe = { httpGet?: { path: string; port: string | number } };

export type Pod = {
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; runAsGroup?: number; fsGroup?: number };
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: unknown[];
  containers: Container[];
  volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[];
};

type Selector = { matchLabels?: Record<string, string>; matchExpressions?: { key: string; operator: string; values: string[] }[] };
type Peer = { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: { cidr: string; except?: string[] } };
export type Policy = {
  podSelector: Selector;
  policyTypes: string[];
  ingress?: { from?: Peer[]; ports?: { port: number }[] }[];
  egress?: { to?: Peer[]; ports?: { port: number }[] }[];
};

export type Manifest = {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec: { replicas?: number; template: { spec: Pod; metadata: { labels: Record<string, string> } } } & Record<string, unknown>;
};

/** The program on this machine that renders an overlay; undefined when there is none. */
export function renderer(): string[] | undefined {
  return [
    ['kubectl', 'kustomize'],
    ['kustomize', 'build'],
  ].find(([program = '']) => {
    try {
      execFileSync(program, program === 'kubectl' ? ['version', '--client'] : ['version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

export const overlays = readdirSync(pathOf('deploy/k8s/overlays'));
export const components = readdirSync(pathOf('deploy/k8s/components'));

/** Everything that `overlay` sends to a cluster. */
export function render(program: string[], overlay: string): Manifest[] {
  return build(program, pathOf(`deploy/k8s/overlays/${overlay}`));
}

/** Everything that an overlay of nothing but the base and `chosen` components, in this order, would send. */
export function renderWith(program: string[], chosen: readonly string[]): Manifest[] {
  const folder = temporaryDirectory();
  try {
    const at = (name: string) => relative(folder.path, pathOf(`deploy/k8s/${name}`));
    const kustomization = { resources: [at('base')], components: chosen.map((name) => at(`components/${name}`)) };
    writeFileSync(join(folder.path, 'kustomization.yaml'), JSON.stringify(kustomization));
    return build(program, folder.path);
  } finally {
    folder.remove();
  }
}

function build([program = '', ...args]: string[], folder: string): Manifest[] {
  const text = execFileSync(program, [...args, folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

export function ofKind(manifests: readonly Manifest[], ...kinds: string[]): Manifest[] {
  return manifests.filter(({ kind }) => kinds.includes(kind));
}

export function containersOf(manifest: Manifest): Container[] {
  return manifest.spec.template.spec.containers;
}

/** The environment variables of `container`, those from config maps included. */
export function variablesOf(container: Container, manifests: readonly Manifest[]): string[] {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) => {
    const map = ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef.name);
    if (!map) throw new Error(`there is no config map ${configMapRef.name}`);
    return Object.keys(map.data ?? {});
  });
  return [...(container.env ?? []).map(({ name }) => name), ...maps.flat()];
}

/** The environment of `container` with its values; those from Secrets are looked up in `secrets` by their key. */
export function environmentOf(container: Container, manifests: readonly Manifest[], secrets: readonly Manifest[]): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { configMapRef } of container.envFrom ?? []) {
    Object.assign(env, ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef.name)?.data);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const key = valueFrom?.secretKeyRef?.key ?? '';
    const secret = secrets.map(({ data }) => data?.[key]).find((encoded) => encoded !== undefined);
    if (secret !== undefined) env[name] = Buffer.from(secret, 'base64').toString();
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** Whether the policy's selector picks the pods of `service`. */
export function picks({ matchLabels = {}, matchExpressions = [] }: Selector, service: string): boolean {
  const labels: Record<string, string> = { 'app.kubernetes.io/name': service, 'app.kubernetes.io/part-of': 'rest-stop' };
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''))
  );
}
