/**
 * Places for calls worked on at once. Subjects served with the same slots share them, so that an instance never works on more calls
 * than it has places, whichever subject they came by.
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

  /** How many calls found no place since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes a place; false, and counted as refused, when there is none. */
  acquire(): boolean {
    if (!this.free) {
      this.#refused++;
      return false;
    }
    this.#inUse++;
    if (!this.free) this.#tell();
    return true;
  }

  /** Gives a place back. */
  release(): void {
    const wasFull = !this.free;
    this.#inUse--;
    if (wasFull) this.#tell();
  }

  /** Calls `changed` whenever the last place is taken or the first one comes free again; returns how to stop that. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  #tell(): void {
    for (const changed of this.#watchers) changed();
  }
}
