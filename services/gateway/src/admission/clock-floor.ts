/** Answers under way and clocks that are read a moment apart differ by less. */
const toleranceMs = 1_000;
/** No two clocks that are kept by NTP drift apart faster than that. */
const slowest = 0.999;

/**
 * What a clock must at least say by now, judged by what it said before and by this process's own time, which nobody can set.
 * A clock that is set back is thereby noticed and not believed; one that goes a little slower is followed.
 */
export type ClockFloor = {
  /** Milliseconds since the epoch; 0 as long as the clock was never heard. */
  ms(): number;
  /** The clock said `ms`. */
  observe(ms: number): void;
};

/** @param steady milliseconds on a clock that is never set */
export function clockFloor(steady: () => number = () => performance.now()): ClockFloor {
  let heard: { ms: number; at: number } | undefined;
  const ms = () => (heard ? Math.floor(heard.ms + (steady() - heard.at) * slowest) - toleranceMs : 0);
  return {
    ms,
    observe(said) {
      if (said > ms()) heard = { ms: said, at: steady() };
    },
  };
}
