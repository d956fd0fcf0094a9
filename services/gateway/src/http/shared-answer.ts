type Options = {
  /** How old an answer may be; as long lies between two reads, also when they fail. */
  maxAgeMs: number;
  /** How old an answer may be when no newer one can be had. */
  staleMs: number;
  /** Milliseconds on a clock that is never set. */
  steady?: () => number;
};

/** What `read` returns, shared by all who ask: however many they are, their number does not reach whoever is read from. */
export function sharedAnswer<T>(
  read: () => Promise<T>,
  { maxAgeMs, staleMs, steady = () => performance.now() }: Options,
): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  let good: { at: number; answer: T } | undefined;

  async function begin(at: number): Promise<T> {
    try {
      const answer = await read();
      good = { at, answer };
      return answer;
    } catch (error) {
      if (good && at - good.at < staleMs) return good.answer;
      throw error;
    }
  }

  return () => {
    const at = steady();
    if (!last || at - last.at >= maxAgeMs) last = { at, answer: begin(at) };
    return last.answer;
  };
}
