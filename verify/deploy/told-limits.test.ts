import { describe, expect, test } from 'vitest';
import { containersOf, environmentOf, ofKind, render, renderer } from './render.ts';
import { compose } from './sources.ts';

const program = renderer();
const limits = ['RATE_LIMIT_REQUESTS', 'RATE_LIMIT_WINDOW_SECONDS', 'RATE_LIMIT_EXEMPT_FORGET'];
const ofThose = (environment: Record<string, string> = {}) => Object.fromEntries(limits.map((name) => [name, environment[name]]));

/** The limits that a service of an overlay is given. */
function limitsIn(overlay: string, service: string) {
  const manifests = program ? render(program, overlay) : [];
  const deployment = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === service);
  const [container] = deployment ? containersOf(deployment) : [];
  return ofThose(container && environmentOf(container, manifests, ofKind(program ? render(program, 'dev') : [], 'Secret')));
}

const named = (name: string): string => (program ? name : `${name} [skipped: neither kubectl nor kustomize is on this machine]`);

describe('public tells the limits that the gateway enforces', () => {
  test('in docker-compose.yml', () => {
    expect(ofThose(compose()['public']?.environment)).toEqual(ofThose(compose()['gateway']?.environment));
  });

  test.skipIf(!program).each(['dev', 'prod'])(named('in the overlay %s'), (overlay) => {
    expect(limitsIn(overlay, 'public')).toEqual(limitsIn(overlay, 'gateway'));
  });
});

test('public tells how long identity keeps an agent that never uses its key', () => {
  const days = (service: string) => compose()[service]?.environment?.['UNUSED_AGENT_DAYS'];
  expect(days('identity')).toBeDefined();
  expect(days('public')).toBe(days('identity'));
});

test.skipIf(!program)(named('the overlay prod lets a forget pass at the limit'), () => {
  expect(limitsIn('prod', 'gateway')).toMatchObject({ RATE_LIMIT_REQUESTS: '100', RATE_LIMIT_EXEMPT_FORGET: 'true' });
});
