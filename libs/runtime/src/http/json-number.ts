const zero = 0x30;
const nine = 0x39;

/** A decimal of up to so many digits comes back unchanged from a double (IEEE 754 binary64), unless it is close to the limits of a double. */
const safeDigits = 15;
const [safelyAbove, safelyBelow] = [1e-290, 1e290];

/** The index after the number that begins at `from`. A malformed number is left for the parser to refuse. */
export function endOfNumber(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && isOfNumber(text.charCodeAt(i))) i++;
  return i;
}

/** Whether the number from `start` to `end` has the same value after a round trip through a double. Takes time linear in its length. */
export function survivesDouble(text: string, start: number, end: number): boolean {
  const token = text.slice(start, end);
  const value = Number(token);
  if (Number.isNaN(value)) return true;
  const size = Math.abs(value);
  if (size === 0) return nothing.test(token);
  if (token.length <= safeDigits && size > safelyAbove && size < safelyBelow) return true;
  return Number.isFinite(value) && isSame(decimalOf(token), decimalOf(String(value)));
}

const nothing = /^-?[0.]+(?:e|$)/i;

function isOfNumber(c: number): boolean {
  return (c >= zero && c <= nine) || c === 0x2e || c === 0x2d || c === 0x2b || c === 0x65 || c === 0x45;
}

/** The significant digits without sign, and the power of ten they are multiplied by: the same for `1.50e1`, `15` and `15.0`. */
type Decimal = { digits: string; exponent: number };

function isSame(one: Decimal, other: Decimal): boolean {
  return one.digits === other.digits && one.exponent === other.exponent;
}

function decimalOf(token: string): Decimal {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all.charCodeAt(first) === zero) first++;
  let last = all.length;
  while (last > first && all.charCodeAt(last - 1) === zero) last--;
  return { digits: all.slice(first, last), exponent: Number(exponent) - fraction.length + all.length - last };
}
