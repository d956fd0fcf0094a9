import { expect, test } from 'vitest';
import { z } from 'zod';
import { callerEnv, port, readEnv, StartupError, serviceEnv, wholeNumber } from './env.ts';

const Env = z.object({ ...serviceEnv, ...callerEnv, PORT: port.default(1), LIMIT: wholeNumber(1, 10).default(5) });
const good = { CALLER_SECRET: 's'.repeat(32), NATS_URL: 'nats://localhost:4222' };

test('reads settings, with defaults for what is unset or empty', () => {
  expect(readEnv(Env, { ...good, PORT: '8080', LIMIT: '' })).toMatchObject({ PORT: 8080, LIMIT: 5, HOST: '127.0.0.1' });
});

test('every bad variable is named at once, and no value is repeated', () => {
  const bad = () => readEnv(Env, { CALLER_SECRET: 'short-secret', NATS_URL: 'http://planted', PORT: '8e3', LIMIT: '11' });
  expect(bad).toThrow(StartupError);
  for (const name of ['CALLER_SECRET', 'NATS_URL', 'PORT', 'LIMIT']) expect(bad).toThrow(name);
  expect(bad).not.toThrow(/planted|short-secret|8e3/);
  expect(() => readEnv(Env, {})).toThrow(/NATS_URL: is required[\s\S]*CALLER_SECRET: is required/);
});

test('two secrets stand for a change from one to the other, and no more than two', () => {
  const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
  expect(readEnv(Env, { ...good, CALLER_SECRET: `${one}, ${other}` }).CALLER_SECRET).toEqual([one, other]);
  for (const bad of [`${one},`, `${one},${other},${one}`, `${one},short`]) {
    expect(() => readEnv(Env, { ...good, CALLER_SECRET: bad })).toThrow('CALLER_SECRET');
  }
});
