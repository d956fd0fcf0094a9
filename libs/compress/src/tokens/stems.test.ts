import { describe, expect, test } from 'vitest';
import { Rarity, stemsOf } from './stems.ts';
import { tokenise } from './tokens.ts';

describe('what a text speaks of', () => {
  test.each([
    ['longer words by their first letters', 'The deployments are deployed', ['deploy']],
    ['no short words, no signs', 'it is (not) so', []],
    ['names and what is written in capitals, however short', 'ask Ana, use TLS', ['ana', 'tls']],
    ['numbers and ids whole', 'port 80 in src/application.ts', ['port', '80', 'src/application.ts']],
    ['pairs of characters where no spaces are written', '東京へ', ['東京', '京へ']],
    ['each once', 'Server and servers', ['server']],
  ])('%s', (_, text, stems) => {
    expect(stemsOf(tokenise(text))).toEqual(stems);
  });
});

describe('how rare a stem is', () => {
  const rarity = new Rarity(['port redis port', 'ports', 'port cache'].map((text) => tokenise(text)));
  const [port, redis] = rarity.units[0] as [number, number];

  test('the fewer units it stands in, the more it weighs', () => {
    expect(rarity.weight(redis)).toBeCloseTo(Math.log(4));
    expect(rarity.weight(port)).toBeCloseTo(Math.log(2.5));
  });

  test('each stands once for a unit, under the same number in all', () => {
    expect(rarity.units[0]).toHaveLength(2);
    expect(rarity.units[2]![0]).toBe(port);
    expect([rarity.count(port), rarity.count(redis), rarity.size]).toEqual([2, 1, 4]);
    expect(rarity.numbersOf(tokenise('a new port, redis or not'))).toEqual([port, redis]);
  });

  test('shares are of weight', () => {
    const all = rarity.weight(port) + rarity.weight(redis);
    expect(rarity.share([port, redis], new Set([redis]))).toBeCloseTo(rarity.weight(redis) / all);
    expect(rarity.share([port], new Set([port]))).toBe(1);
    expect(rarity.share([], new Set([port]))).toBe(0);
    expect(rarity.shareOf(0, 2)).toBeCloseTo(rarity.weight(port) / all);
  });

  test('the unit that was marked last holds its own stems alone', () => {
    rarity.hold(0);
    rarity.hold(2);
    expect([rarity.holds(port), rarity.holds(redis)]).toEqual([true, false]);
    rarity.hold(0);
    expect([rarity.holds(port), rarity.holds(redis)]).toEqual([true, true]);
  });
});
