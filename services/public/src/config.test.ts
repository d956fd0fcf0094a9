import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const needed = { CALLER_SECRET: 'x'.repeat(32), NATS_URL: 'nats://localhost:4222' };

describe('readConfig', () => {
  it('has defaults for what may be left out', () => {
    expect(readConfig(needed)).toMatchObject({
      host: '127.0.0.1',
      port: 8083,
      operatorEmail: 'operator@example.com',
      limits: { requests: 100, windowSeconds: 604_800, exemptForget: false, unusedAgentDays: 30, inactiveAgentDays: 0 },
    });
  });

  it('reads the limits that the other services enforce', () => {
    const { limits } = readConfig({
      ...needed,
      RATE_LIMIT_REQUESTS: '5',
      RATE_LIMIT_WINDOW_SECONDS: '60',
      RATE_LIMIT_EXEMPT_FORGET: 'true',
      UNUSED_AGENT_DAYS: '9',
      INACTIVE_AGENT_DAYS: '400',
    });
    expect(limits).toEqual({ requests: 5, windowSeconds: 60, exemptForget: true, unusedAgentDays: 9, inactiveAgentDays: 400 });
  });

  it('wants an operator in production', () => {
    expect(() => readConfig({ ...needed, NODE_ENV: 'production' })).toThrow(/OPERATOR_EMAIL: is required in production/);
    expect(readConfig({ ...needed, NODE_ENV: 'production', OPERATOR_EMAIL: 'a@b.example' }).operatorEmail).toBe('a@b.example');
  });

  it.each(['OPERATOR_EMAIL', 'RATE_LIMIT_REQUESTS', 'PORT', 'NATS_URL'])('names %s when it is bad and never repeats its value', (name) => {
    expect(() => readConfig({ ...needed, [name]: 'not-good' })).toThrow(new RegExp(`${name}: (?!.*not-good)`));
  });
});
