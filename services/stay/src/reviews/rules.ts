/**
 * The first of `items`, as many as fit into `maxBytes` of JSON together. Without this, reviews full of characters that JSON writes with six
 * bytes each could make the list larger than a message on the bus may be, and no review could be read.
 */
export function takeWithinBytes<T>(items: readonly T[], maxBytes: number): T[] {
  let left = maxBytes;
  const end = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return left < 0;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
