/** More than the error of comparing two clocks: an answer is on its way for some time, and they are not read at the same moment. */
const toleranceMs = 1_000;
/** Clocks that NTP corrects drift by less than a thousandth. */
const minRate = 0.999;

/**
 * The least time that a server's clock can show now: what it showed before, plus the time that has passed in this process by a clock that
 * cannot be set. A server clock that was set back shows less, and is then not used; one that is only a little slow stays above.
 */
export type ClockFloor = {
  /** Milliseconds since the epoch; 0 before the first `observe`. */
  ms(): number;
  /** To be called with each time that the server's clock has shown. */
  observe(ms: number): void;
};

/** @param steady milliseconds on a clock that is never set */
export function clockFloor(steady: () => number = () => performance.now()): ClockFloor {
  let latest: { ms: number; at: number } | undefined;
  const ms = () => (latest ? Math.floor(latest.ms + (steady() - latest.at) * minRate) - toleranceMs : 0);
  return {
    ms,
    observe(shown) {
      if (shown > ms()) latest = { ms: shown, at: steady() };
    },
  };
}
