import { StartupError } from '@rest-stop/runtime/env.ts';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const secret = 's'.repeat(32);
const secrets = { CALLER_SECRET_IDENTITY: secret, CALLER_SECRET_STAY: `${secret},${secret}`, CALLER_SECRET_PUBLIC: secret };
const least = { ...secrets, NATS_URL: 'nats://n', REDIS_URL: 'redis://r' };
const upstreams = { IDENTITY_URL: 'http://i', STAY_URL: 'http://s', PUBLIC_URL: 'http://p' };

function problemOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
  }
  return '';
}

describe('the settings', () => {
  test('have defaults for everything on one machine', () => {
    expect(readConfig({ ...least, PORT: '9000' })).toMatchObject({
      port: 9000,
      baseUrl: 'http://localhost:9000/v1',
      silenceMs: 200,
      upstreams: { identity: 'http://127.0.0.1:8081', stay: 'http://127.0.0.1:8082', public: 'http://127.0.0.1:8083' },
      limits: { requests: 100, windowSeconds: 604_800, exemptForget: false },
    });
  });

  test('have no default upstream in production', () => {
    const production = { ...least, NODE_ENV: 'production' };
    expect(problemOf(production)).toMatch(/IDENTITY_URL: is required\n.*STAY_URL: is required\n.*PUBLIC_URL: is required/);
    expect(problemOf({ ...production, ...upstreams })).toBe('');
  });

  test.each(['http://h', 'http://h/v1/', 'http://h/v2', 'ftp://h/v1', 'v1'])('refuse %s as the public base URL', (url) => {
    expect(problemOf({ ...least, PUBLIC_BASE_URL: url })).toContain('PUBLIC_BASE_URL');
  });

  test.each(['0', '-1', '1e3', '100.0', 'many'])('refuse a limit of %s', (requests) => {
    expect(problemOf({ ...least, RATE_LIMIT_REQUESTS: requests })).toContain('RATE_LIMIT_REQUESTS');
  });

  test('take more names of this host, with commas between', () => {
    expect(readConfig(least).allowedHosts).toEqual([]);
    expect(readConfig({ ...least, ALLOWED_HOSTS: 'Gateway, rest.internal' }).allowedHosts).toEqual(['gateway', 'rest.internal']);
  });

  test.each(['https://gateway', 'gateway:8080', '*', 'gateway,,rest', '.internal'])('refuse %s as names of this host', (hosts) => {
    expect(problemOf({ ...least, ALLOWED_HOSTS: hosts })).toContain('ALLOWED_HOSTS');
  });
});
