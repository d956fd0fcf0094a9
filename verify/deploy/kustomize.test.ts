import { describe, expect, test } from 'vitest';
import { containersOf, environmentOf, type Manifest, ofKind, render, renderer, variablesOf } from './render.ts';
import { compose, readSettings, services, settingsOfProgram } from './sources.ts';

const program = renderer();
const describeRendered = program ? describe : describe.skip;
const named = (name: string): string => (program ? name : `${name} [skipped: neither kubectl nor kustomize is on this machine]`);

describeRendered.each(['dev', 'prod'])(named('overlay %s'), (overlay) => {
  const manifests = program ? render(program, overlay) : [];
  const secrets = program ? ofKind(render(program, 'dev'), 'Secret') : [];
  const workloads = ofKind(manifests, 'Deployment', 'StatefulSet', 'Job');
  const own = workloads.filter((workload) => containersOf(workload).some(({ image }) => /(^|\/)rest-stop:/.test(image)));

  test('runs every service and the migrations, each by its own command from one image', () => {
    expect(own.map(({ metadata }) => metadata.name).sort()).toEqual([...services, 'migrate'].sort());
    for (const workload of own) {
      const { name } = workload.metadata;
      const file = name === 'migrate' ? 'scripts/migrate.ts' : `services/${name}/src/main.ts`;
      expect(containersOf(workload).map(({ command }) => command)).toEqual([['node', file]]);
    }
    expect(new Set(own.flatMap(containersOf).map(({ image }) => image)).size).toBe(1);
  });

  test.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    '%s is not root and writes to volumes only',
    (_, workload) => {
      const pod = workload.spec.template.spec;
      expect(pod.securityContext?.runAsNonRoot).toBe(true);
      expect(pod.securityContext?.runAsUser, 'a number: the image names its user, which the kubelet cannot check').toBeGreaterThan(0);
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
        expect(resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
      }
    },
  );

  test.each(ofKind(own, 'Deployment').map((workload) => [workload.metadata.name, workload] as const))(
    '%s is probed and goes gently',
    (name, workload) => {
      const pod = workload.spec.template.spec;
      expect(pod.terminationGracePeriodSeconds).toBe(75);
      expect(pod.topologySpreadConstraints?.length).toBeGreaterThan(0);
      for (const { livenessProbe, readinessProbe, lifecycle } of pod.containers) {
        expect(livenessProbe?.httpGet?.path).toBe('/livez');
        expect(readinessProbe?.httpGet?.path).toBe('/readyz');
        expect(lifecycle?.preStop).toBeDefined();
      }
      const budgets = ofKind(manifests, 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
      expect(budgets).toContain(name);
    },
  );

  test('the gateway is probed on a port that no client reaches', () => {
    const [container] = own.filter(({ metadata }) => metadata.name === 'gateway').flatMap(containersOf);
    const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe].map((probe) => probe?.httpGet?.port);
    expect(probes).toEqual(['probes', 'probes', 'probes']);
    const port = container?.ports?.find(({ name }) => name === 'probes')?.containerPort;
    expect(String(port)).toBe(environmentOf(container!, manifests, secrets)['PROBE_PORT']);
    const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === 'gateway');
    expect(service?.spec['ports']).toEqual([expect.objectContaining({ targetPort: 'http' })]);
  });

  test('every service shows its metrics at a port that no Service of the cluster leads to', () => {
    for (const container of own.filter(({ kind }) => kind === 'Deployment').flatMap(containersOf)) {
      const port = container.ports?.find(({ name }) => name === 'metrics')?.containerPort;
      expect(String(port), container.command?.join(' ')).toBe(environmentOf(container, manifests, secrets)['METRICS_PORT']);
    }
    const targets = ofKind(manifests, 'Service').flatMap(({ spec }) =>
      (spec['ports'] as { targetPort?: unknown }[]).map((p) => p.targetPort),
    );
    for (const hidden of ['metrics', 9464, 'probes', 8081]) expect(targets).not.toContain(hidden);
  });

  test('every Deployment, of whatever image, has a readiness probe', () => {
    const blind = ofKind(workloads, 'Deployment', 'StatefulSet').filter((workload) =>
      containersOf(workload).some((c) => !c.readinessProbe),
    );
    expect(blind.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  test('a program gets only settings that it reads, each once', () => {
    for (const container of own.flatMap(containersOf)) {
      const command = container.command ?? [];
      const given = variablesOf(container, manifests);
      const known = settingsOfProgram(command);
      expect(
        given.filter((name) => !known.includes(name)),
        command.join(' '),
      ).toEqual([]);
      expect(given, command.join(' ')).toHaveLength(new Set(given).size);
    }
  });

  test.each(services)('%s finds all that it needs', async (service) => {
    const container = own.filter(({ metadata }) => metadata.name === service).flatMap(containersOf)[0];
    // The provider's key alone is not in the overlay dev.
    const env = { ...environmentOf(container!, manifests, secrets), ...(service === 'ai-worker' ? { OPENAI_API_KEY: 'key' } : {}) };
    await expect(readSettings(service, env)).resolves.toBeDefined();
  });

  test('one autoscaler, for the AI workers, whose Deployment leaves the number of replicas to it', () => {
    const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec['scaleTargetRef']);
    expect(scaled).toEqual([{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'ai-worker' }]);
    expect(own.find(({ metadata }) => metadata.name === 'ai-worker')?.spec.replicas).toBeUndefined();
  });
});

describeRendered(named('overlay prod: secrets'), () => {
  const manifests = program ? render(program, 'prod') : [];

  test('holds no secret: the operator makes them', () => {
    expect(ofKind(manifests, 'Secret')).toEqual([]);
    expect(secretsWrittenOut(manifests)).toEqual([]);
  });

  test('runs at least two of each service', () => {
    const few = ofKind(manifests, 'Deployment').filter(({ metadata, spec }) => metadata.name !== 'ai-worker' && (spec.replicas ?? 1) < 2);
    expect(few.map(({ metadata }) => metadata.name)).toEqual([]);
    expect(ofKind(manifests, 'HorizontalPodAutoscaler')[0]?.spec['minReplicas']).toBeGreaterThanOrEqual(2);
  });
});

describeRendered(named('overlay dev: backing services'), () => {
  const manifests = program ? render(program, 'dev') : [];

  test('one replica of everything', () => {
    expect(ofKind(manifests, 'Deployment', 'StatefulSet').filter(({ spec }) => (spec.replicas ?? 1) !== 1)).toEqual([]);
    expect(ofKind(manifests, 'HorizontalPodAutoscaler')[0]?.spec).toMatchObject({ minReplicas: 1, maxReplicas: 1 });
  });

  test.each(['postgres', 'redis', 'nats'])('%s is the same version with the same flags as in docker-compose.yml', (name) => {
    const { image, command } = compose()[name] ?? { image: '', command: [] };
    const container = containersOf(ofKind(manifests, 'Deployment', 'StatefulSet').find(({ metadata }) => metadata.name === name)!)[0];
    expect(container?.args).toEqual(command);
    expect(container?.image.split('-')[0]).toBe(image.split('-')[0]);
  });

  test('asks no AI provider', () => {
    const settings = ofKind(manifests, 'ConfigMap').find(({ data }) => data && 'AI_PROVIDER' in data);
    expect(settings?.data?.['AI_PROVIDER']).toBe('offline');
  });
});

/** Variables that are secret by name but come with their value. */
function secretsWrittenOut(manifests: readonly Manifest[]): string[] {
  const secret = /SECRET|PASSWORD|_KEY$|DATABASE_URL|REDIS_URL|NATS_URL/;
  const inMaps = ofKind(manifests, 'ConfigMap').flatMap(({ data }) => Object.keys(data ?? {}));
  const inPods = ofKind(manifests, 'Deployment', 'Job', 'StatefulSet')
    .flatMap(containersOf)
    .flatMap(({ env = [] }) => env);
  return [...inMaps, ...inPods.filter(({ valueFrom }) => !valueFrom?.secretKeyRef).map(({ name }) => name)].filter((name) =>
    secret.test(name),
  );
}
