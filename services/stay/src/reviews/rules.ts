/**
 * The first of `items` whose JSON fits together into `maxBytes`: a list of reviews made of characters that JSON writes with six bytes
 * would be larger than a message on the bus may be, and nobody could read any review.
 */
export function takeWithinBytes<T>(items: readonly T[], maxBytes: number): T[] {
  let left = maxBytes;
  const end = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return left < 0;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
