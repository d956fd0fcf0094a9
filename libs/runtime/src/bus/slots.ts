/**
 * How many calls may run at once. Subjects that are served with the same slots share them, so that an instance never runs more calls than
 * it has slots, whatever their subjects.
 */
export class Slots {
  readonly capacity: number;
  #inUse = 0;
  #refused = 0;
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

  /** How many calls found no free slot since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes a slot. False when none is free, which counts as a refusal. */
  acquire(): boolean {
    if (!this.free) {
      this.#refused++;
      return false;
    }
    this.#inUse++;
    if (!this.free) this.#notify();
    return true;
  }

  /** Frees a slot. */
  release(): void {
    const wasFull = !this.free;
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
