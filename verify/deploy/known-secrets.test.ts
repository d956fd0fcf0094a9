import { startGate } from '@rest-stop/runtime/start-gate.ts';
import { expect, test } from 'vitest';
import { compose, textOf } from './sources.ts';

/** The settings that hold a secret, or a URL with one, each with the value that this repository gives it. */
function secretsOf(env: [string, string][]): [string, string][] {
  const filled = env.map(([name, value]): [string, string] => [name, value.replace(/\$\{[A-Z0-9_]+:-([^${}]*)\}/g, '$1')]);
  return filled.filter(([name, value]) => /SECRET|SEED/.test(name) || /:\/\/[^/]*@/.test(value));
}

const ofCompose = Object.values(compose()).flatMap(({ environment }) => Object.entries(environment ?? {}));
const ofOverlay = [...textOf('deploy/k8s/overlays/dev/kustomization.yaml').matchAll(/^ +- ([A-Z_]+)=(.+)$/gm)].map(
  ([, name = '', value = '']): [string, string] => [name, value],
);

test.each([
  ['docker-compose.yml', secretsOf(ofCompose)],
  ['the overlay dev', secretsOf(ofOverlay)],
])('no service starts in production with a secret that stands in %s', (_, secrets) => {
  expect(secrets.length).toBeGreaterThan(8);
  const passed = secrets.filter(([name, value]) => {
    const { found } = startGate({ [name]: value }, { NODE_ENV: 'production', ALLOW_INSECURE: [], BUS_SEED: 'set' });
    return found.every(({ reason }) => reason !== 'default-secrets');
  });
  expect(passed).toEqual([]);
});
