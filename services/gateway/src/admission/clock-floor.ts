/** More than the error of comparing two clocks: an answer is on its way for some time, and they are not read at the same moment. */
const toleranceMs = 1_000;
/** Clocks that NTP corrects drift by less than a thousandth. */
const minRate = 0.999;

/**
 * How far a time of before may be ahead of the gateway's own clock and still hold: more than a time zone that was mistaken for another. A
 * clock that was further ahead and is right again holds nobody up for longer than this.
 */
export const maxAheadMs = 86_400_000;

/**
 * The least time that a server's clock can show now: what it showed before, plus the time that has passed in this process by a clock that
 * cannot be set. A server clock that was set back shows less, and is then not used; one that is only a little slow stays above.
 */
export type ClockFloor = {
  /** Milliseconds since the epoch; 0 before the first `observe`, and when it is so far ahead of `own` that what was shown was wrong. */
  ms(): number;
  /** To be called with each time that the server's clock has shown. */
  observe(ms: number): void;
  /** This process's own clock, in milliseconds since the epoch. Setting it back does not move it. */
  own(): number;
};

/**
 * @param steady milliseconds on a clock that is never set
 * @param wall milliseconds since the epoch, by this process's clock, which may be set
 */
export function clockFloor(steady: () => number = () => performance.now(), wall: () => number = Date.now): ClockFloor {
  const started = { ms: wall(), at: steady() };
  const own = () => Math.floor(Math.max(wall(), started.ms + steady() - started.at));
  let latest: { ms: number; at: number } | undefined;
  const ms = () => {
    const least = latest ? Math.floor(latest.ms + (steady() - latest.at) * minRate) - toleranceMs : 0;
    return least > own() + maxAheadMs ? 0 : least;
  };
  return {
    ms,
    own,
    observe(shown) {
      if (shown > ms()) latest = { ms: shown, at: steady() };
    },
  };
}
