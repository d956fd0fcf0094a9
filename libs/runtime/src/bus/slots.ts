/**
 * How many calls may run at once. Subjects that are served with the same slots share them, so that an instance never runs more calls than
 * it has slots, whatever their subjects.
 *
 * A holder takes one more slot only while more are free than it holds (the dynamic threshold of switches that share their buffers): alone
 * it gets half of them, beside others less, and the first slot of a holder is refused only where none is free at all.
 */
export class Slots {
  readonly capacity: number;
  #inUse = 0;
  #refused = 0;
  readonly #held = new Map<string, number>();
  readonly #watchers = new Set<() => void>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get inUse(): number {
    return this.#inUse;
  }

  get free(): boolean {
    return this.#inUse < this.capacity;
  }

  /** How many calls found no slot for them since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes a slot for `holder`, or for nobody in particular. False when none is free for it, which counts as a refusal. */
  acquire(holder?: string): boolean {
    const held = (holder !== undefined && this.#held.get(holder)) || 0;
    if (this.capacity - this.#inUse <= held) {
      this.#refused++;
      return false;
    }
    if (holder !== undefined) this.#held.set(holder, held + 1);
    this.#inUse++;
    if (!this.free) this.#notify();
    return true;
  }

  /** Frees a slot that `holder` has taken. */
  release(holder?: string): void {
    const wasFull = !this.free;
    if (holder !== undefined) {
      const left = (this.#held.get(holder) ?? 0) - 1;
      if (left > 0) this.#held.set(holder, left);
      else this.#held.delete(holder);
    }
    this.#inUse--;
    if (wasFull) this.#notify();
  }

  /** Calls `changed` whenever the last free slot is taken or the first one is freed; returns a function that ends this. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  #notify(): void {
    for (const changed of this.#watchers) changed();
  }
}
