import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { describe, expect, it } from 'vitest';
import { standsIn } from './anchors.ts';
import { caseSets, loadCases } from './probes.ts';
import { score } from './score.ts';
import { isNegated } from './text.ts';

const sets = caseSets.map((set) => ({ set, cases: loadCases(set) }));
const all = sets.flatMap(({ cases }) => cases);

describe.each(sets)('set $set', ({ cases }) => {
  it('is large, long and varied enough', () => {
    expect(cases.length).toBeGreaterThanOrEqual(10);
    expect(cases.filter((c) => c.content.length > 8_000).length).toBeGreaterThanOrEqual(0.4 * cases.length);
    expect(new Set(cases.map((c) => c.probes.kind)).size).toBeGreaterThanOrEqual(4);
  });
});

it('no two contexts have the same name', () => {
  expect(new Set(all.map((c) => c.id)).size).toBe(all.length);
});

describe.each(all)('$id', ({ id, content, probes }) => {
  it('is named after its folder and is a legal request', () => {
    expect(probes.id).toBe(id);
    expect(codePoints(content)).toBeLessThanOrEqual(limits.defragMaxChars);
  });

  it('holds every string its probes quote', () => {
    const quoted = [...probes.constraints.map((c) => c.text), probes.last_request, ...probes.injection_canaries];
    expect(quoted.filter((text) => !content.includes(text))).toEqual([]);
    expect(probes.identifiers.filter((text) => !standsIn(text, content))).toEqual([]);
  });

  it('answers all its own probes and invents nothing', () => {
    const { probes: found, invented } = score(content, 'summary', { id, content, probes });
    expect(found.kept).toBe(found.of);
    expect(invented).toEqual([]);
  });

  it('calls a prohibition only what carries a negation', () => {
    expect(probes.constraints.filter((c) => c.prohibition && !isNegated(c.text)).map((c) => c.text)).toEqual([]);
  });

  it('has canaries exactly if it is adversarial', () => {
    expect(probes.injection_canaries.length > 0).toBe(probes.kind === 'adversarial');
  });
});
