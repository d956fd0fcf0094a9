/*
 * When one of these is up, what has already arrived is read first: a process that stood still must not take its own stall for the other side's
 * silence. Each returns what cancels it; that is allowed at any time, also when `late` has been called.
 */

/** Calls `late` once, `ms` from now at the earliest. */
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

const tickMs = 20;

/**
 * Calls `late` once, when this process was awake for `ms`: where it is held up, by its own work or by a machine that has too much to do, the other
 * side most likely is too, and is given so much more.
 */
export function awakeDeadline(ms: number, late: () => void): () => void {
  let cancel = () => {};
  const wait = (leftMs: number) => {
    if (leftMs <= tickMs) {
      cancel = deadline(leftMs, late);
      return;
    }
    const timer = setTimeout(() => wait(leftMs - tickMs), tickMs);
    cancel = () => clearTimeout(timer);
  };
  wait(ms);
  return () => cancel();
}
