import { describe, expect, test } from 'vitest';
import { read, verify } from '../src/index.ts';
import { constraintsOf } from './asked.ts';
import { leaky, secrets } from './leaky.ts';
import { inEveryTarget, missingIn, stringsOf } from './results.ts';

describe('a credential is never repeated', () => {
  test.each(Object.entries(secrets))('%s, in any target', async (_, secret) => {
    for (const [target, result] of await inEveryTarget(leaky)) {
      const said = stringsOf(result).join('\n');
      for (const piece of [secret.slice(0, 12), secret.slice(-12)]) expect(said.includes(piece), target).toBe(false);
    }
  });

  test('its sentence is told, with a mask that says what it is', async () => {
    expect(
      missingIn(await constraintsOf(leaky), [
        'The password for the harbour portal is [credential: password], never write it into a ticket.',
      ]),
    ).toEqual([]);
  });

  test('and each is reported by its kind', async () => {
    const { credentials } = await read(leaky);
    const kinds = ['GitHub token', 'AWS access key id', 'password', 'connection string', 'rest stop key'];
    expect(credentials).toEqual(expect.arrayContaining(kinds));
    expect(credentials.filter((kind) => ['JSON web token', 'bearer token'].includes(kind))).not.toEqual([]);
  });

  test('nor in what is reported as lost', async () => {
    const reading = await read(leaky);
    const lost = JSON.stringify(verify(reading, 'Nothing to report.'));
    expect(Object.values(secrets).filter((secret) => lost.includes(secret))).toEqual([]);
  });
});
