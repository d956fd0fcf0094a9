import { expect, test } from 'vitest';
import { formatRate, namedRates, nonSecretRate, percent, prefixRates, total } from './rates.ts';

const SEEDS = [1, 2, 3];
const DRAWS = 400;

test.each(SEEDS)('nearly all formats are masked, with seed %i', async (seed) => {
  const rate = await formatRate(seed);
  expect(percent(rate), rate.bad.join(', ')).toBeGreaterThanOrEqual(95);
});

test.each(SEEDS)('nearly all random values with a known prefix are masked, with seed %i', async (seed) => {
  for (const rate of await prefixRates(seed, DRAWS))
    expect(percent(rate), `${rate.name}: ${rate.bad.join('; ')}`).toBeGreaterThanOrEqual(99.5);
});

test.each(SEEDS)('nearly all random values after a name are masked, with seed %i', async (seed) => {
  const rate = total(await namedRates(seed, DRAWS));
  expect(percent(rate), rate.bad.join('; ')).toBeGreaterThanOrEqual(98);
});

test.each(SEEDS)('at most one kind of non-secret is masked, with seed %i', async (seed) => {
  const { good, of, bad } = await nonSecretRate(seed);
  expect(of - good, bad.join(', ')).toBeLessThanOrEqual(1);
});
