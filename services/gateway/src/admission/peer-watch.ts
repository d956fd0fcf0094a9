export type PeerWatch = {
  /** To be called whenever the peer has sent anything. */
  heard(): void;
  /** Milliseconds since it last sent anything. */
  silentMs(): number;
  /** Whether an answer was given up, and nothing has come from the peer for some time after that: then new requests can fail at once. */
  isGone(): boolean;
  /** The result of `work`. Throws `late()` when the peer has been silent for too long. */
  answer<T>(work: Promise<T>, late: () => Error): Promise<T>;
};

type Bounds = {
  /** How long nothing at all may come from the peer while an answer is awaited. */
  silenceMs: number;
  /** How long an answer may take while other answers come. */
  totalMs: number;
};

/** A peer that was only held up for a moment sends something within this time. */
const graceMs = 300;

/**
 * Waits for answers of a server as long as it sends anything: one that works through a long queue is waited for, one that hangs is not.
 * Before an answer is given up, whatever has arrived is read, so that a stall of this process does not count as silence of the server.
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
