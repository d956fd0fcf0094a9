import { describe, expect, test } from 'vitest';
import { commonEnv, readEnv } from './env.ts';
import { knownSecrets } from './known-secrets.ts';
import { passGate, startGate } from './start-gate.ts';
import { z } from 'zod';

const Common = z.object(commonEnv);
const [known = ''] = knownSecrets;
const bad = {
  NODE_ENV: 'production',
  CALLER_SECRET: `${known},one of its own that has thirty-two characters`,
  DATABASE_URL: 'postgres://stay:stay@host/db',
};

function start(env: Record<string, string>) {
  const warned: unknown[] = [];
  passGate(
    startGate(env, readEnv(Common, env), 'redis-open'),
    { warn: (fields: unknown) => void warned.push(fields) },
    'nats-open',
    undefined,
  );
  return warned;
}

describe('the gate', () => {
  test('names all at once, with the settings and without their values', () => {
    const refused = () => start(bad);
    expect(refused).toThrow(
      /default-secrets: [^\n]* \(CALLER_SECRET, DATABASE_URL\)\n {2}bus-unsigned: .*\n {2}redis-open: .*\n {2}nats-open: /,
    );
    expect(refused).not.toThrow(known);
  });

  test('lets pass what is waived by name, and says so; the rest it refuses', () => {
    expect(() => start({ ...bad, ALLOW_INSECURE: 'redis-open,bus-unsigned, nats-open' })).toThrow(
      /^Not secure[^\n]*\n {2}default-secrets: [^\n]*\nWhat/,
    );
    expect(start({ ...bad, ALLOW_INSECURE: 'redis-open,bus-unsigned,nats-open,default-secrets' })).toHaveLength(4);
  });

  test.each(['redis-opened', 'all', '*', 'redis-open,'])('knows no waiver %j', (ALLOW_INSECURE) => {
    expect(() => start({ ...bad, ALLOW_INSECURE })).toThrow(/ALLOW_INSECURE: must be a list of default-secrets/);
  });

  test('waives nothing for `none`', () => {
    expect(() => start({ ...bad, ALLOW_INSECURE: 'none' })).toThrow('Not secure');
  });

  const reached = (setting: string, value: string) => () => {
    const env = { ...bad, [setting]: value, ALLOW_INSECURE: 'redis-open,bus-unsigned,nats-open,default-secrets' };
    const read = readEnv(z.object({ ...commonEnv, BIND_ADDRESS: z.string().optional(), PUBLIC_BASE_URL: z.string().optional() }), env);
    passGate(startGate(env, read, 'redis-open'), { warn: () => undefined }, 'nats-open');
  };

  test.each([
    ['BIND_ADDRESS', '127.0.0.1'],
    ['BIND_ADDRESS', '::1'],
    ['PUBLIC_BASE_URL', 'http://localhost:8080/v1'],
    ['PUBLIC_BASE_URL', 'http://[::1]:8080/v1'],
  ])('lets pass known secrets that are waived where only the machine itself is served: %s=%s', (setting, value) => {
    expect(reached(setting, value)).not.toThrow();
  });

  test.each([
    ['BIND_ADDRESS', '0.0.0.0'],
    ['BIND_ADDRESS', '::'],
    ['BIND_ADDRESS', '192.168.1.20'],
    ['PUBLIC_BASE_URL', 'https://stop.example/v1'],
    ['PUBLIC_BASE_URL', 'https://127.0.0.1.example/v1'],
  ])('refuses known secrets where others are served, waived or not, and says what to do: %s=%s', (setting, value) => {
    const advice = new RegExp(`default-secrets: .*DATABASE_URL; not to be waived where ${setting} let others in: give each`);
    expect(reached(setting, value)).toThrow(advice);
    expect(reached(setting, value)).not.toThrow(/redis-open/);
  });

  test.each(['development', 'test'])('is open in %s', (NODE_ENV) => {
    expect(start({ ...bad, NODE_ENV })).toEqual([]);
  });
});
