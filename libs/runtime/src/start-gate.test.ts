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

  test.each(['development', 'test'])('is open in %s', (NODE_ENV) => {
    expect(start({ ...bad, NODE_ENV })).toEqual([]);
  });
});
