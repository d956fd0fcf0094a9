import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { containersOf, environmentOf, type Manifest, ofKind, render, renderer, variablesOf } from './render.ts';
import { compose, pathOf, readSettings, services, settingsOfProgram } from './sources.ts';

const program = renderer();
const describeRendered = program ? describe : describe.skip;
const named = (name: string): string => (program ? name : `${name} [skipped: neither kubectl nor kustomize is on this machine]`);

describeRendered.each(['dev', 'prod'])(named('overlay %s'), (overlay) => {
  const manifests = program ? render(program, overlay) : [];
  const secrets = program ? ofKind(render(program, 'dev'), 'Secret') : [];
  const workloads = ofKind(manifests, 'Deployment', 'StatefulSet', 'Job');
  const own = workloads.filter((workload) => containersOf(workload).some(({ image }) => /(^|\/)rest-stop:/.test(image)));

  test('runs every service and the migrations, each by its own command from one image', () => {
    expect(own.map(nameOf).sort()).toEqual([...services, 'migrate'].sort());
    for (const workload of own) {
      const name = nameOf(workload);
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

  test('the job of the migrations is named by the version of its image: another version makes another job', () => {
    const [job] = ofKind(manifests, 'Job');
    const [, version] = containersOf(job!)[0]?.image.split(':') ?? [];
    expect(job?.metadata.name).toBe(`migrate-${version}`);
  });

  test('whose number belongs to an autoscaler names none', () => {
    const scaled = autoscalers(manifests).map(({ target }) => target);
    for (const { metadata, spec } of ofKind(own, 'Deployment').filter(({ metadata: { name } }) => scaled.includes(name)))
      expect(spec.replicas, metadata.name).toBeUndefined();
  });
});

describeRendered(named('overlay prod: secrets'), () => {
  const manifests = program ? render(program, 'prod') : [];

  test('holds no secret: the operator makes them', () => {
    expect(ofKind(manifests, 'Secret')).toEqual([]);
    expect(secretsWrittenOut(manifests)).toEqual([]);
  });

  test('runs at least two of each service', () => {
    const least = new Map(autoscalers(manifests).map(({ target, min }) => [target, min]));
    const few = ofKind(manifests, 'Deployment').filter(({ metadata, spec }) => (spec.replicas ?? least.get(metadata.name) ?? 1) < 2);
    expect(few.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  test('scales the gateway and stay by processor time, the AI workers by the jobs in hand', () => {
    expect(autoscalers(manifests).map(({ by, target }) => `${target} by ${by}`)).toEqual([
      'gateway by HorizontalPodAutoscaler',
      'stay by HorizontalPodAutoscaler',
      'ai-worker by ScaledObject',
    ]);
  });

  test.each(services)('%s starts with the secrets that the example makes, and nothing is waived', async (service) => {
    const secret = exampleSecret();
    const container = ofKind(manifests, 'Deployment')
      .filter(({ metadata }) => metadata.name === service)
      .flatMap(containersOf)[0];
    const env = environmentOf(container!, manifests, [secret]);
    const { gate } = (await readSettings(service, { ...env, ...(service === 'ai-worker' ? { OPENAI_API_KEY: 'key' } : {}) })) as {
      gate: { production: boolean; found: unknown[] };
    };
    expect(gate).toMatchObject({ production: true, found: [] });
    expect(env['ALLOW_INSECURE']).toBeUndefined();
  });

  test('the example makes every key that a pod asks for, and no other', () => {
    const asked = ofKind(manifests, 'Deployment', 'Job')
      .flatMap(containersOf)
      .flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []))
      .filter(({ name, optional }) => name === 'rest-stop' && !optional);
    const forTheServers = ['REDIS_GATEWAY_PASSWORD', 'REDIS_AI_WORKER_PASSWORD'];
    expect(Object.keys(exampleSecret().data ?? {}).sort()).toEqual([...new Set([...asked.map(({ key }) => key), ...forTheServers])].sort());
  });
});

describeRendered(named('overlay ai-workers'), () => {
  const manifests = program ? render(program, 'ai-workers') : [];

  test('runs the AI workers and nothing else, as the overlay prod does', () => {
    const inProd = program ? ofKind(render(program, 'prod'), 'Deployment').filter(({ metadata }) => metadata.name === 'ai-worker') : [];
    const specs = (all: Manifest[]) => all.map(({ spec }) => ({ ...spec, template: { ...spec.template, metadata: undefined } }));
    expect(specs(ofKind(manifests, 'Deployment', 'StatefulSet', 'Job'))).toEqual(specs(inProd));
  });

  test('has what a worker needs of the secrets, and nothing that others prove themselves with', () => {
    const keys = ofKind(manifests, 'Deployment')
      .flatMap(containersOf)
      .flatMap(({ env = [] }) => env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.key));
    const own = ['NATS_URL', 'BUS_PEERS', 'AI_WORKER_BUS_SEED', 'AI_WORKER_REDIS_URL', 'OPENAI_API_KEY', 'AI_FALLBACK_API_KEY'];
    expect(new Set(keys)).toEqual(new Set(own));
  });
});

describeRendered.each(['prod', 'ai-workers'])(named('overlay %s: figures'), (overlay) => {
  test('the autoscaler asks for the workers of its own namespace', () => {
    const manifests = program ? render(program, overlay) : [];
    const [scaled] = ofKind(manifests, 'ScaledObject');
    const namespaces = [...JSON.stringify(scaled?.spec).matchAll(/namespace=\\"([\w-]+)\\"/g)].map(([, name]) => name);
    expect(new Set(namespaces)).toEqual(new Set([scaled?.metadata.namespace]));
    expect(namespaces).toHaveLength(2);
  });
});

describeRendered(named('overlay dev: backing services'), () => {
  const manifests = program ? render(program, 'dev') : [];

  test('one replica of everything', () => {
    expect(ofKind(manifests, 'Deployment', 'StatefulSet').filter(({ spec }) => (spec.replicas ?? 1) !== 1)).toEqual([]);
    expect(autoscalers(manifests)).toEqual([]);
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

function nameOf({ metadata }: Manifest): string {
  return metadata.labels?.['app.kubernetes.io/name'] ?? '';
}

type Autoscaler = { by: string; target: string; min: number };
function autoscalers(manifests: readonly Manifest[]): Autoscaler[] {
  return ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').map(({ kind, spec }) => ({
    by: kind,
    target: (spec['scaleTargetRef'] as { name: string }).name,
    min: Number(spec['minReplicas'] ?? spec['minReplicaCount']),
  }));
}

/** The Secret that an operator makes with the commands of the example. */
function exampleSecret(): Manifest {
  const lines = execFileSync('sh', ['rest-stop.secret.example'], { cwd: pathOf('deploy/k8s'), encoding: 'utf8' })
    .trim()
    .split('\n');
  const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  const data = Object.fromEntries(pairs.map(([name, value]) => [name, Buffer.from(value).toString('base64')]));
  return { kind: 'Secret', metadata: { name: 'rest-stop' }, data } as unknown as Manifest;
}

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
