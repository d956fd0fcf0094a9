import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { routeCode, visitName } from './visit-name.ts';

const labels = [...endpoints.map(({ label }) => label), ...METHODS.map((method) => `${method} (unlisted)`)];

describe('the name of a visit', () => {
  test('is a number that Redis packs into eight bytes', () => {
    for (const label of labels) {
      const name = visitName('ffffffff-ffff-4fff-bfff-ffffffffffff', label);
      expect(name).toMatch(/^[1-9]\d*$/);
      expect(BigInt(name)).toBeLessThan(2n ** 63n);
    }
  });

  test('tells the route', () => {
    expect(new Set(labels.map(routeCode)).size).toBe(labels.length);
    for (const label of labels) expect(BigInt(visitName(randomUUID(), label)) % 65_536n).toBe(routeCode(label));
  });

  test('is the same for the same request alone', () => {
    const ids = Array.from({ length: 1_000 }, () => randomUUID());
    expect(new Set(ids.map((id) => visitName(id, 'GET /v1/stay'))).size).toBe(ids.length);
    expect(visitName(ids[0] ?? '', 'GET /v1/stay')).toBe(visitName(ids[0] ?? '', 'GET /v1/stay'));
  });
});
