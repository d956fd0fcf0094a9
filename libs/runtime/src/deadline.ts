/*
 * Timeouts for waiting on another process. When this process was blocked past the timeout, the answer may be here already, unread; so after
 * the timer one more turn of the event loop reads the sockets before `onTimeout` is called. Each function returns a function that cancels the
 * timeout, which may be called at any time.
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
 * Calls `onTimeout` once, after `ms` in which this process could run. Time in which it was blocked, by its own work or by a busy machine, does
 * not count, because the other side was most likely held up too.
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
