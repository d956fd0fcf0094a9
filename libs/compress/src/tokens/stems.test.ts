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
  const rarity = new Rarity([['port', 'redis'], ['port'], ['port', 'cache']]);

  test('the fewer units it stands in, the more it weighs', () => {
    expect(rarity.of('redis')).toBeCloseTo(Math.log(4));
    expect(rarity.of('port')).toBeCloseTo(Math.log(2));
    expect(rarity.of('unknown')).toBeCloseTo(Math.log(4));
  });

  test('by its number as by its name', () => {
    const [port, redis] = rarity.units[0]!;
    expect([rarity.weight(port!), rarity.weight(redis!)]).toEqual([rarity.of('port'), rarity.of('redis')]);
    expect([rarity.count(port!), rarity.count(redis!)]).toEqual([3, 1]);
    expect(rarity.units[2]![0]).toBe(port);
  });

  test('shares are of weight', () => {
    expect(rarity.share(['port', 'redis'], new Set(['redis']))).toBeCloseTo(2 / 3);
    expect(rarity.share(['port'], new Set(['port']))).toBe(1);
    expect(rarity.share([], new Set(['port']))).toBe(0);
  });
});
