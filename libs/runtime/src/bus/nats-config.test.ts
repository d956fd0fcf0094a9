import { serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import { expect, test } from 'vitest';
import { busPeers, createBusKey } from './keys.ts';
import { natsConfig } from './nats-config.ts';
import { rightsOf } from './nats-subjects.ts';

const [one, other] = [createBusKey().publicKey, createBusKey().publicKey];

/** The users of a configuration, by public key. */
function usersOf(config: string) {
  const lines = config.split('\n').filter((line) => line.includes('"nkey"'));
  return new Map(lines.map((line) => JSON.parse(line)).map(({ nkey, permissions }) => [nkey as string, permissions]));
}

test('a service with two keys has the same rights with each', () => {
  const users = usersOf(natsConfig(busPeers.parse(`stay=${one},stay=${other}`)));
  expect(users.size).toBe(2);
  expect(users.get(one)).toEqual(users.get(other));
});

test('one process that is all services may do what each of them may', () => {
  const permissions = usersOf(natsConfig(busPeers.parse(`rest-stop=${one}`))).get(one);
  for (const name of serviceNames) {
    const { publish, subscribe } = rightsOf(name);
    expect(permissions.publish).toEqual(expect.arrayContaining(publish));
    expect(permissions.subscribe).toEqual(expect.arrayContaining(subscribe));
  }
});

test('who only looks in says and hears nothing of the services', () => {
  const { publish, subscribe } = usersOf(natsConfig(busPeers.parse(`operator=${one}`))).get(one);
  expect([publish, subscribe]).toEqual([['$SRV.>'], ['inbox.operator.>']]);
});

test('what stands before every subject stands before every right, but for the discovery', () => {
  const { publish, subscribe } = usersOf(natsConfig(busPeers.parse(`gateway=${one}`), 'staging')).get(one);
  expect([...publish, ...subscribe].filter((subject) => !subject.startsWith('staging.') && !subject.startsWith('$SRV.'))).toEqual([]);
});

const misspelled = one.slice(0, -1) + (one.endsWith('A') ? 'B' : 'A');

test.each(['stay', `stay=${one.slice(1)}`, `nobody=${one}`, `stay=${misspelled}`, ''])('%j names no peer', (text) => {
  expect(busPeers.safeParse(text).success).toBe(false);
});
