import { passGate, type StartGate } from '@rest-stop/runtime/start-gate.ts';
import { describe, expect, test } from 'vitest';
import { containersOf, ofKind, render, renderer } from './render.ts';
import { compose, composeFile, readSettings, services, settingsOfProgram, textOf } from './sources.ts';

test('only the gateway has a port on the machine, and Grafana where it is asked for; only the machine itself reaches them', () => {
  const published = Object.entries(compose()).filter(
    ([, { ports, network_mode = 'none' }]) => (ports?.length ?? 0) > 0 || network_mode !== 'none',
  );
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
    ['gateway', ['${BIND_ADDRESS:-127.0.0.1}:${PORT:-8080}:8080']],
    ['grafana', ['127.0.0.1:${GRAFANA_PORT:-3000}:3000']],
  ]);
});

test.each(Object.entries(compose()))('%s can do nothing but its work', (_, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.any(String),
  });
  // The image of the services has a user that is not root.
  expect(service.image === 'rest-stop' || service.user).toBeTruthy();
});

const program = renderer();
test.skipIf(!program)(
  `each has the memory that it has in deploy/k8s${program ? '' : ' [skipped: neither kubectl nor kustomize is here]'}`,
  () => {
    const manifests = program ? ofKind(render(program, 'dev'), 'Deployment', 'StatefulSet', 'Job') : [];
    const limits = manifests.map((manifest) => {
      const [{ resources } = {}] = containersOf(manifest);
      return [manifest.metadata.labels?.['app.kubernetes.io/name'], (resources as { limits?: { memory?: string } }).limits?.memory];
    });
    const inBytes = (text = '') =>
      Number.parseInt(text, 10) * { m: 2 ** 20, g: 2 ** 30 }[/[mg]/i.exec(text)?.[0].toLowerCase() as 'm' | 'g'];
    const byName = (all: [string | undefined, string | undefined][]) =>
      Object.fromEntries(all.map(([name, size]) => [name, inBytes(size)]));
    const given = Object.entries(compose()).map(([name, { mem_limit }]): [string, string | undefined] => [name, mem_limit]);
    expect(byName(given)).toMatchObject(byName(limits as [string, string][]));
  },
);

describe('the networks', () => {
  const { services: all, networks } = composeFile();
  const reaches = (name: string) => Object.keys(all).filter((other) => all[other]?.networks?.some((n) => all[name]?.networks?.includes(n)));

  test('lead nobody but the gateway, the AI workers and Grafana out of the machine', () => {
    const open = Object.keys(networks).filter((name) => !networks[name]?.internal);
    const outside = Object.keys(all).filter(
      (name) => all[name]?.network_mode !== 'none' && !all[name]?.networks?.every((n) => !open.includes(n)),
    );
    expect(outside.sort()).toEqual(['ai-worker', 'gateway', 'grafana']);
  });

  test.each([
    ['postgres', ['identity', 'migrate', 'stay']],
    ['redis', ['ai-worker', 'gateway']],
    ['nats', services],
  ])('let only those reach %s who use it', (server, users) => {
    expect(reaches(server).sort()).toEqual([...users, server].sort());
  });
});

test('a variable that is empty in .env counts as unset', () => {
  const found = [...textOf('docker-compose.yml').matchAll(/\$\{[A-Z0-9_]+(.{2})/g)].map(([, operator]) => operator);
  expect(new Set(found)).toEqual(new Set([':-']));
});

test('each program gets only settings that it reads', () => {
  const own = Object.entries(compose()).filter(([, { image }]) => image === 'rest-stop');
  expect(own.map(([name]) => name).sort()).toEqual([...services, 'migrate', 'server-users'].sort());
  for (const [name, { command, environment }] of own) {
    const known = settingsOfProgram(command);
    const unknown = Object.keys(environment ?? {}).filter((variable) => !known.includes(variable));
    expect(unknown, name).toEqual([]);
  }
});

test.each(services)('%s finds all that it needs when .env is a plain copy of .env.example', async (service) => {
  const environment = Object.entries(compose()[service]?.environment ?? {});
  const env = Object.fromEntries(environment.map(([name, value]) => [name, withDefaults(value)]));
  await expect(readSettings(service, env)).resolves.toBeDefined();
});

test.each(services)('%s does not start with the secrets of this file where its port is open to others', async (service) => {
  const environment = Object.entries(compose()[service]?.environment ?? {});
  const env = Object.fromEntries(environment.map(([name, value]) => [name, withDefaults(value)]));
  const gateOf = async (address: string) => {
    const { gate } = (await readSettings(service, { ...env, BIND_ADDRESS: address })) as { gate: StartGate };
    return () => passGate(gate, { warn: () => undefined });
  };
  expect(env['BIND_ADDRESS']).toBe('127.0.0.1');
  expect(await gateOf('127.0.0.1')).not.toThrow();
  expect(await gateOf('0.0.0.0')).toThrow(/default-secrets: .* where BIND_ADDRESS let others in/);
});

/** `${NAME:-default}` replaced by its default, from the innermost out. */
function withDefaults(value: string): string {
  const next = value.replace(/\$\{[A-Z0-9_]+:-([^${}]*)\}/g, '$1');
  return next === value ? value : withDefaults(next);
}
