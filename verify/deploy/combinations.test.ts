import { describe, expect, test } from 'vitest';
import { components, containersOf, type Manifest, ofKind, overlays, render, renderer, renderWith } from './render.ts';
import { typeErrors } from './types.ts';

const program = renderer();
const title = 'every combination of components';
const skipped = program ? '' : ' [skipped: neither kubectl nor kustomize is on this machine]';

/** Each with each is enough: a component changes objects of the base, and one other at most. */
const pairs = components.flatMap((one, i) => components.slice(i + 1).map((other) => [one, other]));

(program ? describe : describe.skip)(`${title}${skipped}`, () => {
  const rendered = program
    ? [
        ...overlays.map((name) => ({ of: `overlay ${name}`, manifests: render(program, name) })),
        ...[[], ...pairs, components].map((chosen) => ({ of: chosen.join(' with '), manifests: renderWith(program, chosen) })),
      ]
    : [];
  const [base] = program ? [renderWith(program, ['autoscaling', 'http-route', 'keda', 'pod-monitor', 'external-secrets'])] : [[]];

  test('is of objects that Kubernetes and the operators know, with the fields that these have', async () => {
    const distinct = new Map(rendered.flatMap(({ manifests }) => manifests).map((manifest) => [JSON.stringify(manifest), manifest]));
    expect(distinct.size).toBeGreaterThan(50);
    expect(await typeErrors([...distinct.values()])).toEqual([]);
  });

  test('refers to what is there', () => {
    for (const { of, manifests } of rendered) expect(dangling(manifests), of).toEqual([]);
  });

  type Plant = (of: (kind: string) => Record<string, any>) => void;
  const planted: Record<string, Plant> = {
    'a field that does not exist': (of) => {
      of('Deployment')['spec'].replica = 3;
    },
    'a field in a container that does not exist': (of) => {
      of('Deployment')['spec'].template.spec.containers[0].imge = 'x';
    },
    'text for a number': (of) => {
      of('Deployment')['spec'].replicas = '3';
    },
    'a number for text': (of) => {
      of('ConfigMap')['data'] = { LOG_LEVEL: 1 };
    },
    'a required field that is missing': (of) => {
      delete of('PodDisruptionBudget')['spec'].selector;
      delete of('HorizontalPodAutoscaler')['spec'].scaleTargetRef;
    },
    'a kind that does not exist': (of) => {
      of('Service')['kind'] = 'Servce';
    },
    'a version that is gone': (of) => {
      of('HorizontalPodAutoscaler')['apiVersion'] = 'autoscaling/v2beta9';
    },
    'a field of a custom resource that does not exist': (of) => {
      of('ScaledObject')['spec'].maxReplicas = 3;
    },
    'a value of a custom resource of another type': (of) => {
      of('HTTPRoute')['spec'].rules[0].timeouts.request = 65;
    },
    'another field of a custom resource': (of) => {
      of('PodMonitor')['spec'].podMetricsEndpoints[0].prot = 'metrics';
    },
    'a missing field of a custom resource': (of) => {
      delete of('ExternalSecret')['spec'].dataFrom[0].extract.key;
    },
  };
  test.each(Object.entries(planted))('%s would be noticed', async (_name, plant) => {
    const manifests = structuredClone(base ?? []);
    plant((kind) => manifests.find((one) => one.kind === kind) as unknown as Record<string, any>);
    expect(await typeErrors(manifests)).not.toEqual([]);
  });

  const loose: Record<string, (manifests: Manifest[]) => void> = {
    'a map of settings that is not there': (manifests) => manifests.splice(indexOf(manifests, 'ConfigMap', /^identity-settings/), 1),
    'a claim that is not there': (manifests) => manifests.splice(indexOf(manifests, 'PersistentVolumeClaim', /erasures/), 1),
    'a Service whose selector picks nobody': (manifests) => {
      manifests[indexOf(manifests, 'Service', /gateway/)]!.spec['selector'] = { 'app.kubernetes.io/name': 'gate' };
    },
    'a port by a name that no container has': (manifests) => {
      manifests[indexOf(manifests, 'Service', /gateway/)]!.spec['ports'] = [{ port: 80, targetPort: 'web' }];
    },
    'two autoscalers for one Deployment': (manifests) => {
      const again = structuredClone(manifests[indexOf(manifests, 'HorizontalPodAutoscaler', /gateway/)]!);
      again.metadata.name = 'again';
      manifests.push(again);
    },
    'a way in that leads nowhere': (manifests) => {
      Object.assign(manifests[indexOf(manifests, 'HTTPRoute', /gateway/)]!.spec, { rules: [{ backendRefs: [{ name: 'gate', port: 1 }] }] });
    },
  };
  test.each(Object.entries(loose))('%s would be noticed', (_name, plant) => {
    const manifests = structuredClone(base ?? []);
    plant(manifests);
    expect(dangling(manifests)).toHaveLength(1);
  });
});

function indexOf(manifests: readonly Manifest[], kind: string, name: RegExp): number {
  return manifests.findIndex((one) => one.kind === kind && name.test(one.metadata.name));
}

/** References of objects to others that `manifests` lack or have twice. Secrets are left out: the operator makes them. */
function dangling(manifests: readonly Manifest[]): string[] {
  const names = (...kinds: string[]) => new Set(ofKind(manifests, ...kinds).map(({ metadata }) => metadata.name));
  const workloads = ofKind(manifests, 'Deployment', 'StatefulSet', 'Job');
  const services = ofKind(manifests, 'Service');
  const missing: string[] = [];
  const refer = (from: string, to: string, known: Set<string>) => known.has(to) || missing.push(`${from} → ${to}`);

  for (const workload of workloads) {
    const { name } = workload.metadata;
    for (const { envFrom = [] } of containersOf(workload)) {
      for (const { configMapRef } of envFrom) refer(name, configMapRef.name, names('ConfigMap'));
    }
    for (const { persistentVolumeClaim } of workload.spec.template.spec.volumes ?? []) {
      if (persistentVolumeClaim) refer(name, persistentVolumeClaim.claimName, names('PersistentVolumeClaim'));
    }
  }
  for (const { metadata, spec } of services) {
    const selector = Object.entries(spec['selector'] as Record<string, string>);
    const picked = workloads.filter(({ spec: { template } }) => selector.every(([key, value]) => template.metadata.labels[key] === value));
    if (picked.length === 0) missing.push(`Service ${metadata.name} → nobody`);
    const ports = new Set(picked.flatMap(containersOf).flatMap(({ ports: open = [] }) => open.flatMap((p) => [p.name, p.containerPort])));
    for (const { port, targetPort = port } of spec['ports'] as { port: number; targetPort?: string | number }[]) {
      if (picked.length > 0 && !ports.has(targetPort)) missing.push(`Service ${metadata.name} → port ${targetPort}`);
    }
  }
  const scaled = ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').map(
    ({ spec }) => (spec['scaleTargetRef'] as { name: string }).name,
  );
  for (const name of scaled) refer('an autoscaler', name, names('Deployment'));
  for (const name of new Set(scaled.filter((one, i) => scaled.indexOf(one) !== i))) missing.push(`${name} has two autoscalers`);
  for (const { spec } of ofKind(manifests, 'HTTPRoute')) {
    const rules = spec['rules'] as { backendRefs: { name: string }[] }[];
    for (const { name } of rules.flatMap(({ backendRefs }) => backendRefs)) refer('HTTPRoute', name, names('Service'));
  }
  for (const { spec } of ofKind(manifests, 'Ingress')) {
    const rules = spec['rules'] as { http: { paths: { backend: { service: { name: string } } }[] } }[];
    for (const { backend } of rules.flatMap(({ http }) => http.paths)) refer('Ingress', backend.service.name, names('Service'));
  }
  return missing;
}
