import { StartupError } from '@rest-stop/runtime/env.ts';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const least = { CALLER_SECRET: 's'.repeat(32), NATS_URL: 'nats://n', DATABASE_URL: 'postgres://p' };
const production = { ...least, NODE_ENV: 'production' };

test('the secret that keys are derived from may be left out, but not in production', () => {
  expect(readConfig(least).keyDerivationSecret).toBeUndefined();
  expect(() => readConfig(production)).toThrow(StartupError);
  expect(() => readConfig(production)).toThrow('KEY_DERIVATION_SECRET: is required');
  expect(readConfig({ ...production, KEY_DERIVATION_SECRET: 'k'.repeat(32) }).keyDerivationSecret).toBe('k'.repeat(32));
  expect(() => readConfig({ ...least, KEY_DERIVATION_SECRET: 'k'.repeat(31) })).toThrow('at least 32 characters');
});
