/** So many rows of numbers in one piece of memory, which takes far less time than one piece for each. */
export function rowsOf(count: number, width: number): Float32Array[] {
  const all = new Float32Array(count * width);
  return Array.from({ length: count }, (_, i) => all.subarray(i * width, (i + 1) * width));
}
