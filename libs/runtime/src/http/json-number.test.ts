import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfNumber, survivesDouble } from './json-number.ts';

/** Compares two decimals exactly, as digits times a power of ten, in BigInt. */
function sameByBigInt(a: string, b: string): boolean {
  const [one, other] = [a, b].map((token) => {
    const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token) ?? [];
    return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
  }) as [{ digits: bigint; exponent: number }, { digits: bigint; exponent: number }];
  if (one.digits === 0n || other.digits === 0n) return one.digits === other.digits;
  const least = Math.min(one.exponent, other.exponent);
  return one.digits * 10n ** BigInt(one.exponent - least) === other.digits * 10n ** BigInt(other.exponent - least);
}

const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
const number = fc
  .tuple(fc.constantFrom('', '-'), digits(18), fc.option(digits(18)), fc.option(fc.integer({ min: -345, max: 345 })))
  .map(([sign, whole, fraction, exponent]) => {
    const mantissa = `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}`;
    return exponent === null ? mantissa : `${mantissa}e${exponent}`;
  });

describe('a number survives a double', () => {
  test('exactly when the double holds the same value, compared without any double', () => {
    fc.assert(
      fc.property(number, (token) => {
        const value = Number(token);
        const same = Number.isFinite(value) && sameByBigInt(token, String(value));
        expect(survivesDouble(`[${token}]`, 1, 1 + token.length)).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['0', true],
    ['-0.000', true],
    ['0e999999', true],
    ['1e-400', false],
    ['4.9e-324', false],
    ['5e-324', true],
    ['1.7976931348623157e308', true],
    ['9007199254740993', false],
    ['123456789012345', true],
    ['0.1000000000000000055511151231257827', false],
  ])('%s: %s', (token, same) => {
    expect(survivesDouble(token, 0, token.length)).toBe(same);
  });

  test('and its end is found where the digits end', () => {
    expect(endOfNumber('[-1.5e+10,2]', 1)).toBe(9);
  });
});
