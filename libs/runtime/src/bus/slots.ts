/**
 * How many calls may run at once. Subjects that are served with the same slots share them, so that an instance never runs more calls than
 * it has slots, whatever their subjects.
 *
 * A holder takes one more slot only while more are free than it holds (the dynamic threshold of switches that share their buffers): alone
 * it gets half of them, beside others less, and the first slot of a holder is refused only where none is free at all.
 *
 * A call may leave `reserve` slots to the other subjects: it takes one only while more than that are free.
 */
export class Slots {
  readonly capacity: number;
  #inUse = 0;
  #refused = 0;
  readonly #held = new Map<string, number>();
  readonly #watchers = new Map<() => void, number>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get inUse(): number {
    return this.#inUse;
  }

  /** Whether a slot is free for a call that leaves `reserve` of them. */
  isFree(reserve = 0): boolean {
    return this.capacity - this.#inUse > reserve;
  }

  /** How many calls found no slot for them since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes a slot for `holder`, or for nobody in particular. False when none is free for it, which counts as a refusal. */
  acquire(holder?: string, reserve = 0): boolean {
    const held = (holder !== undefined && this.#held.get(holder)) || 0;
    if (!this.isFree(Math.max(held, reserve))) {
      this.#refused++;
      return false;
    }
    if (holder !== undefined) this.#held.set(holder, held + 1);
    this.#change(1);
    return true;
  }

  /** Frees a slot that `holder` has taken. */
  release(holder?: string): void {
    if (holder !== undefined) {
      const left = (this.#held.get(holder) ?? 0) - 1;
      if (left > 0) this.#held.set(holder, left);
      else this.#held.delete(holder);
    }
    this.#change(-1);
  }

  /** Calls `changed` whenever the answer of `isFree(reserve)` changes; returns a function that ends this. */
  watch(changed: () => void, reserve = 0): () => void {
    this.#watchers.set(changed, reserve);
    return () => void this.#watchers.delete(changed);
  }

  #change(by: 1 | -1): void {
    const before = this.capacity - this.#inUse;
    this.#inUse += by;
    const after = before - by;
    for (const [changed, reserve] of this.#watchers) if (before > reserve !== after > reserve) changed();
  }
}
