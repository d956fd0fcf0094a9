import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import type { Manifest } from './render.ts';
import { pathOf } from './sources.ts';

/** Packages whose types are made from the schemas of custom resources; all else is of Kubernetes itself. */
const packages: Record<string, string> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'external-secrets.io': '@kubernetes-models/external-secrets',
};
/** The package has not seen that the version lost its `beta`, and nothing else changed with that. */
const typedAs: Record<string, string> = { 'external-secrets.io/v1': 'external-secrets.io/v1beta1' };

/**
 * What is wrong with `manifests` by the schemas of Kubernetes 1.34 and of the custom resources: fields that do not exist or are missing, and
 * values of another type. One line for each object, which names it. The compiler checks them, as object literals.
 */
export async function typeErrors(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = temporaryDirectory();
  try {
    writeFileSync(join(folder.path, 'objects.ts'), manifests.map(typed).join('\n'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      paths: { '*': [pathOf('node_modules/*')] },
    };
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['objects.ts'] }));
    const output = await compile(folder.path);
    return [...output.matchAll(/^.*objects\.ts[(:](\d+)\D.*?(error TS.*)$/gm)].map(([, line, error]) => {
      const { kind, metadata } = manifests[Number(line) - 1]!;
      return `${kind} ${metadata.name}: ${error}`;
    });
  } finally {
    folder.remove();
  }
}

function typed(manifest: Manifest & { apiVersion?: string }, index: number): string {
  const apiVersion = typedAs[manifest.apiVersion ?? ''] ?? manifest.apiVersion ?? '';
  const group = apiVersion.split('/')[0] ?? '';
  const file = `${packages[group] ?? 'kubernetes-models'}/${apiVersion}/${manifest.kind}`;
  const type = `import('${file}').I${manifest.kind}`;
  return `export const object${index}: ${type} = ${JSON.stringify({ ...manifest, apiVersion })};`;
}

function compile(folder: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(pathOf('node_modules/.bin/tsc'), ['-p', folder], { maxBuffer: 64e6 }, (_error, stdout) => resolve(stdout));
  });
}
