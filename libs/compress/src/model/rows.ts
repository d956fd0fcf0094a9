// Rows of numbers: takes in how many there are and how wide, or rows to be joined, and gives rows.

/** So many rows of numbers in one piece of memory, which takes far less time than one piece for each. */
export function rowsOf(count: number, width: number): Float32Array[] {
  const all = new Float32Array(count * width);
  return Array.from({ length: count }, (_, i) => all.subarray(i * width, (i + 1) * width));
}

/** Rows of numbers, one behind the other, as one row; to spread them into one takes several times as long. */
export function joined(rows: readonly (readonly number[])[]): number[] {
  const all: number[] = [];
  for (const row of rows) for (let i = 0; i < row.length; i++) all.push(row[i]!);
  return all;
}
