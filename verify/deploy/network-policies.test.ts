import { describe, expect, test } from 'vitest';
import { ofKind, picks, type Policy, render, renderer } from './render.ts';
import { services } from './sources.ts';

const program = renderer();
const title = 'network of the overlay prod';
const programs = [...services, 'migrate'];

(program ? describe : describe.skip)(program ? title : `${title} [skipped: neither kubectl nor kustomize is on this machine]`, () => {
  const policies = program ? ofKind(render(program, 'prod'), 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy) : [];
  const leaving = (name: string) => policies.filter(({ podSelector }) => picks(podSelector, name)).flatMap(({ egress }) => egress ?? []);
  const arriving = (name: string) => policies.filter(({ podSelector }) => picks(podSelector, name)).flatMap(({ ingress }) => ingress ?? []);
  const programsThat = (holds: (name: string) => boolean) => programs.filter(holds).sort();
  const mayLeaveBy = (port: number) => programsThat((name) => leaving(name).some(({ ports }) => ports?.some((p) => p.port === port)));

  test('nothing passes unless it is listed', () => {
    expect(policies).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const rule of programs.flatMap(leaving)) expect(rule.to?.length).toBeGreaterThan(0);
  });

  test('only the gateway is reached from anywhere', () => {
    expect(programsThat((name) => arriving(name).some(({ from }) => from === undefined))).toEqual(['gateway']);
  });

  test('identity, stay and public are reached by the gateway alone, but for their metrics', () => {
    const gateway = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } };
    for (const name of ['identity', 'stay', 'public'])
      expect(arriving(name), name).toContainEqual({ from: [gateway], ports: [{ port: 8080 }] });
  });

  test('all that else arrives anywhere are scrapers, at the port for metrics', () => {
    const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };
    const scraping = { from: [monitoring], ports: [{ port: 9464 }] };
    for (const name of services) expect(arriving(name), name).toHaveLength(name === 'ai-worker' ? 1 : 2);
    for (const name of services) expect(arriving(name), name).toContainEqual(scraping);
  });

  test('only the AI workers leave for the internet, and not for private or link-local addresses', () => {
    const blocks = (name: string) => leaving(name).flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    const open = (name: string) => blocks(name).filter(({ cidr }) => cidr.endsWith('/0'));
    expect(programsThat((name) => open(name).length > 0)).toEqual(['ai-worker']);
    const except = open('ai-worker').flatMap((block) => block.except ?? []);
    expect(except).toEqual(expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7']));
  });

  test('each backing service is open to those that use it', () => {
    expect(mayLeaveBy(5432)).toEqual(['identity', 'migrate', 'stay']);
    expect(mayLeaveBy(6379)).toEqual(['ai-worker', 'gateway']);
    expect(mayLeaveBy(4222)).toEqual([...services].sort());
    expect(mayLeaveBy(8080)).toEqual(['gateway']);
    expect(mayLeaveBy(4318)).toEqual([...services].sort());
  });
});
