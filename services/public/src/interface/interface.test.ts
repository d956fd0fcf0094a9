import { isStructured, structuredResults, targets } from '@rest-stop/contracts/defrag.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { describe, expect, it } from 'vitest';
import { errorsOf } from './errors-of.ts';
import { simplestFlow } from './flow.ts';
import { timeSpan } from './rate-limit.ts';
import { targetSentences } from './targets.ts';

it.each([
  [604_800, '7 days'],
  [86_400, '1 day'],
  [5_400, '90 minutes'],
  [61, '61 seconds'],
  [1, '1 second'],
])('timeSpan(%i) is %s', (seconds, text) => {
  expect(timeSpan(seconds)).toBe(text);
});

describe('errorsOf', () => {
  const of = (name: string) => errorsOf(routes.find((route) => route.name === name) ?? expect.fail(name));

  it('has key and limit errors on routes with a key only', () => {
    expect(of('stay')).toEqual(expect.arrayContaining(['unauthorized', 'rate_limited']));
    expect(of('stats')).not.toContain('unauthorized');
    expect(of('stats')).not.toContain('rate_limited');
  });

  it('has body errors on routes with a body only', () => {
    expect(of('defrag')).toEqual(expect.arrayContaining(['invalid_json', 'value_too_large', 'unsupported_media_type', 'ai_error']));
    expect(of('stay')).not.toContain('value_too_large');
  });

  it('names no code twice', () => {
    for (const route of routes) expect(new Set(errorsOf(route)).size).toBe(errorsOf(route).length);
  });
});

it('names every key of every structured target', () => {
  for (const target of targets.filter(isStructured)) {
    for (const key of Object.keys(structuredResults[target].shape)) expect(targetSentences[target]).toContain(key);
  }
});

it('shows a flow that calls existing endpoints only', () => {
  const called = simplestFlow('BASE').flatMap(({ command }) => /BASE(\S+)/.exec(command)?.[1] ?? []);
  const known = routes.map((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`));
  expect(called.length).toBeGreaterThan(4);
  for (const path of called)
    expect(
      known.some((pattern) => pattern.test(path)),
      path,
    ).toBe(true);
});
