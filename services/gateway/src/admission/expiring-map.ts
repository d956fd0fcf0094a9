/** A map that drops each value after its time to live, and the oldest one when there are more than `max`. */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, { value: V; until: number }>();
  readonly #ttlMs: number;
  readonly #max: number;

  constructor(ttlMs: number, max: number) {
    this.#ttlMs = ttlMs;
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What is in it at the time of the call, what has expired and was not dropped yet included. */
  entries(): [string, V][] {
    return [...this.#entries].map(([key, { value }]) => [key, value]);
  }

  /** @param now milliseconds, on the same clock in every call */
  get(key: string, now: number): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.until > now) return entry?.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: V, now: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now + this.#ttlMs });
    if (this.#entries.size <= this.#max) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Drops all that has expired: `get` drops only the value that it is asked for. */
  sweep(now: number): void {
    for (const [key, { until }] of this.#entries) {
      if (until > now) return;
      this.#entries.delete(key);
    }
  }
}
