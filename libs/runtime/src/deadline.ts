/**
 * Calls `late` once, `ms` from now at the earliest. When the time is up, what has already arrived is read first: a process that stood still
 * must not take its own stall for the other side's silence.
 * @returns cancels it; allowed at any time, also when it has been called
 */
export function deadline(ms: number, late: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(late);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
