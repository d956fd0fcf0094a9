import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const needed = {
  CALLER_SECRET: 'a secret for tests that has more than 32 characters',
  NATS_URL: 'nats://127.0.0.1:4222',
  DATABASE_URL: 'postgres://stay@127.0.0.1/rest_stop',
};

test('defaults', () => {
  expect(readConfig(needed)).toMatchObject({ port: 8082, host: '127.0.0.1', poolSize: 10, drainMs: 0 });
});

test.each(Object.keys(needed))('without %s the service does not start', (name) => {
  expect(() => readConfig({ ...needed, [name]: '' })).toThrow(`${name}: is required`);
});

test('bad settings are all named at once and never repeated', () => {
  const bad = { ...needed, PORT: '80a', DATABASE_POOL_SIZE: '0', DATABASE_URL: 'mysql://secret@host' };
  expect(() => readConfig(bad)).toThrow(/PORT[^]*DATABASE_URL[^]*DATABASE_POOL_SIZE/);
  expect(() => readConfig(bad)).not.toThrow(/secret@|80a/);
});
