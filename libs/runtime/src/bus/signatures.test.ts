import { describe, expect, test } from 'vitest';
import { busPeers, createBusKey } from './keys.ts';
import { type Statement, signatures } from './signatures.ts';

const pairs = { identity: createBusKey(), stay: createBusKey(), successor: createBusKey(), everything: createBusKey() };
const peers = busPeers.parse(
  [
    `identity=${pairs.identity.publicKey}`,
    `stay=${pairs.stay.publicKey}`,
    `stay=${pairs.successor.publicKey}`,
    `rest-stop=${pairs.everything.publicKey}`,
  ].join(','),
);
const statement: Statement = { kind: 'confirmation', subject: 's', reply: 'inbox.identity.x', data: Buffer.from('{"left":0}') };
const signed = (by: keyof typeof pairs, what = statement, at = Date.now()) =>
  signatures({ seed: pairs[by].seed, peers }, () => at).sign(what) ?? '';
const verifier = signatures({ seed: pairs.identity.seed, peers });

describe('a signature', () => {
  test.each(['stay', 'successor', 'everything'] as const)('of %s counts for stay', (by) => {
    expect(verifier.isBy('stay', statement, signed(by))).toBe(true);
  });

  test.each([
    ['of another service', signed('identity'), statement],
    ['of another kind', signed('stay', { ...statement, kind: 'event' }), statement],
    ['for another event', signed('stay', { ...statement, reply: 'inbox.identity.y' }), statement],
    ['on another subject', signed('stay', { ...statement, subject: 't' }), statement],
    ['of other words', signed('stay', { ...statement, data: Buffer.from('{"left":1}') }), statement],
    ['of long ago', signed('stay', statement, Date.now() - 61_000), statement],
    ['of the future', signed('stay', statement, Date.now() + 61_000), statement],
    ['with another time', signed('stay').replace(/^\d+/, String(Date.now() + 1_000)), statement],
    ['that is none', 'x', statement],
    ['that is missing', '', statement],
  ])('%s does not', (_, signature, what) => {
    expect(verifier.isBy('stay', what, signature)).toBe(false);
  });

  test('for a name that nobody has counts for nobody but one process that is all', () => {
    expect(verifier.isBy('nobody', statement, signed('stay'))).toBe(false);
  });
});
