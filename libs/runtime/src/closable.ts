/** Something that was started and can be ended. */
export type Closable = { close(): Promise<void> };

/** Closes `parts` in the order given, also when one of them fails; the first failure is thrown at the end. */
export async function closeAll(...parts: (Closable | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part?.close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
