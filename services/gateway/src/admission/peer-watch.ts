export type PeerWatch = {
  /** To be called whenever the peer has said anything. */
  heard(): void;
  /** Milliseconds since it last did. */
  silentMs(): number;
  /** Whether it has been silent so long after an answer was given up that asking it once more is no use. */
  isGone(): boolean;
  /** The result of `work`, or `late()` thrown when the peer has been silent too long. */
  answer<T>(work: Promise<T>, late: () => Error): Promise<T>;
};

type Bounds = {
  /** A peer that says nothing to anybody for so long while an answer is awaited is taken for gone. */
  silenceMs: number;
  /** What an answer may take when the peer is alive but slow. */
  totalMs: number;
};

/** A peer that was only held up says something so soon after. */
const graceMs = 300;

/**
 * Waits for answers of one peer as long as it shows signs of life: one that works through a long queue is waited for, one that hangs is not.
 * Time counts only after what has already arrived was read: a stall of this process is not the peer's silence.
 */
export function watchPeer({ silenceMs, totalMs }: Bounds): PeerWatch {
  let heardAt = performance.now();
  let lostAt: number | undefined;
  return {
    heard() {
      heardAt = performance.now();
      lostAt = undefined;
    },
    silentMs: () => performance.now() - heardAt,
    isGone: () => lostAt !== undefined && performance.now() - lostAt > graceMs,
    answer<T>(work: Promise<T>, late: () => Error) {
      const sentAt = performance.now();
      return new Promise<T>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const look = () => {
          const now = performance.now();
          const silentMs = now - Math.max(sentAt, heardAt);
          if (silentMs >= silenceMs) lostAt ??= now;
          const leftMs = Math.min(silenceMs - silentMs, sentAt + totalMs - now);
          if (leftMs <= 0) reject(late());
          else timer = setTimeout(setImmediate, Math.ceil(leftMs), look);
        };
        look();
        work.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    },
  };
}
