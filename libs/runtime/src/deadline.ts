/*
 * When one of these is up, what has already arrived is read first: a process that stood still must not take its own stall for the other side's
 * silence. Each returns what cancels it; that is allowed at any time, also when `onTimeout` has been called.
 */

/** Calls `onTimeout` once, `ms` from now at the earliest. */
export function deadline(ms: number, onTimeout: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(onTimeout);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

const tickMs = 20;

/**
 * Calls `onTimeout` once, when this process was awake for `ms`: where it is held up, by its own work or by a machine that has too much to do, the other
 * side most likely is too, and is given so much more.
 */
export function awakeDeadline(ms: number, onTimeout: () => void): () => void {
  let cancel = () => {};
  const wait = (leftMs: number) => {
    if (leftMs <= tickMs) {
      cancel = deadline(leftMs, onTimeout);
      return;
    }
    const timer = setTimeout(() => wait(leftMs - tickMs), tickMs);
    cancel = () => clearTimeout(timer);
  };
  wait(ms);
  return () => cancel();
}
