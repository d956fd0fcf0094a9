import { expect, test } from 'vitest';
import { z } from 'zod';
import { port, readEnv, StartupError, serviceEnv, wholeNumber } from './env.ts';

const Env = z.object({ ...serviceEnv, PORT: port.default(1), LIMIT: wholeNumber(1, 10).default(5) });
const good = { INTERNAL_SECRET: 's'.repeat(32), NATS_URL: 'nats://localhost:4222' };

test('reads settings, with defaults for what is unset or empty', () => {
  expect(readEnv(Env, { ...good, PORT: '8080', LIMIT: '' })).toMatchObject({ PORT: 8080, LIMIT: 5, HOST: '127.0.0.1' });
});

test('every bad variable is named at once, and no value is repeated', () => {
  const bad = () => readEnv(Env, { INTERNAL_SECRET: 'short-secret', NATS_URL: 'http://planted', PORT: '8e3', LIMIT: '11' });
  expect(bad).toThrow(StartupError);
  expect(bad).toThrow(/INTERNAL_SECRET[\s\S]*NATS_URL[\s\S]*PORT[\s\S]*LIMIT/);
  expect(bad).not.toThrow(/planted|short-secret|8e3/);
  expect(() => readEnv(Env, {})).toThrow(/INTERNAL_SECRET: is required[\s\S]*NATS_URL: is required/);
});
