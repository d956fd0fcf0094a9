import { hash } from 'node:crypto';

/** The codes of the routes that were asked for. Methods and route templates are few. */
const codes = new Map<string, bigint>();
const codeBits = 16n;
const ownBits = 47n;

/** What stands for a method and route template in the name of a visit: the first 16 bits of its SHA-256, so the same in every version. */
export function routeCode(label: string): bigint {
  const known = codes.get(label);
  if (known !== undefined) return known;
  const code = BigInt(`0x${hash('sha256', label).slice(0, 4)}`);
  codes.set(label, code);
  return code;
}

/**
 * The name of a visit, unique to its request: 47 random bits of the request's id and the code of the route. As a number of 63 bits it takes Redis 10
 * bytes in a short sorted set, where the two in full would take 70 and make the set a long one.
 * @param requestId a UUID (version 4)
 */
export function visitName(requestId: string, label: string): string {
  const own = BigInt.asUintN(Number(ownBits), BigInt(`0x${requestId.slice(-12)}`));
  return String((own << codeBits) | routeCode(label));
}
