/**
 * The result of `work`, or `late()` thrown after `ms`.
 * When the time is up, what has already arrived is read first: a stalled event loop is not the other side's silence.
 */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(late())), Math.max(0, ms));
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

const tickMs = 20;

/**
 * As `within`, but only time in which this process was awake counts: where it is held up, by its own work or by a machine that has too much to
 * do, the other side most likely is too, and is given so much more.
 */
export function withinAwake<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    let leftMs = ms;
    let timer: NodeJS.Timeout | undefined;
    const tick = () => {
      leftMs -= tickMs;
      if (leftMs > 0) timer = setTimeout(tick, Math.min(tickMs, leftMs));
      else setImmediate(() => reject(late()));
    };
    timer = setTimeout(tick, Math.min(tickMs, leftMs));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
