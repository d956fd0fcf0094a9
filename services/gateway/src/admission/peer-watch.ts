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

/** How long nothing at all may come from a peer while an answer is awaited: short, so that a client hears of its outage within 300 ms. */
export const defaultSilenceMs = 200;
/** While other answers come, an answer may take so many times as long as silence. */
export const patience = 10;

/** A peer that was only held up for a moment sends something within this time. */
const graceMs = 300;

/**
 * Waits for answers of a server as long as it sends anything: one that works through a long queue is waited for, one that hangs is not.
 * Before an answer is given up, whatever has arrived is read, so that a stall of this process does not count as silence of the server.
 */
export function watchPeer(silenceMs: number): PeerWatch {
  const totalMs = patience * silenceMs;
  let heardAt = performance.now();
  let lostAt: number | undefined;
  /** The oldest first, which is also the first to be given up: so one timer is enough for all. */
  const awaited = new Set<{ sentAt: number; giveUp(): void }>();
  let looking = false;

  const look = () => {
    looking = false;
    const now = performance.now();
    for (const answer of awaited) {
      const silentMs = now - Math.max(answer.sentAt, heardAt);
      if (silentMs >= silenceMs) lostAt ??= now;
      const leftMs = Math.min(silenceMs - silentMs, answer.sentAt + totalMs - now);
      if (leftMs > 0) return lookIn(leftMs);
      awaited.delete(answer);
      answer.giveUp();
    }
  };
  const lookIn = (ms: number) => {
    looking = true;
    setTimeout(setImmediate, Math.ceil(ms), look);
  };

  return {
    heard() {
      heardAt = performance.now();
      lostAt = undefined;
    },
    silentMs: () => performance.now() - heardAt,
    isGone: () => lostAt !== undefined && performance.now() - lostAt > graceMs,
    answer<T>(work: Promise<T>, late: () => Error) {
      return new Promise<T>((resolve, reject) => {
        const answer = { sentAt: performance.now(), giveUp: () => reject(late()) };
        awaited.add(answer);
        if (!looking) lookIn(silenceMs);
        work.then(resolve, reject).finally(() => awaited.delete(answer));
      });
    },
  };
}
