/** Things of which the one worth most comes first (a binary heap); of what is worth the same, that which came first. What a thing is worth may only fall. */
export class Queue<T> {
  readonly #valueOf: (one: T) => number;
  readonly #heap: { one: T; value: number; number: number }[] = [];
  #pushed = 0;

  constructor(valueOf: (one: T) => number) {
    this.#valueOf = valueOf;
  }

  push(one: T): void {
    this.#heap.push({ one, value: this.#valueOf(one), number: this.#pushed++ });
    for (let at = this.#heap.length - 1; at > 0 && this.#isBefore(at, (at - 1) >> 1); at = (at - 1) >> 1) this.#swap(at, (at - 1) >> 1);
  }

  /** What is worth most now: what stands first is asked again what it is worth, until it has not fallen. */
  pop(): T | undefined {
    for (let first = this.#heap[0]; first; first = this.#heap[0]) {
      const now = this.#valueOf(first.one);
      if (now >= first.value) {
        this.#swap(0, this.#heap.length - 1);
        this.#heap.pop();
        this.#sink();
        return first.one;
      }
      first.value = now;
      this.#sink();
    }
    return undefined;
  }

  #sink(): void {
    for (let at = 0, child = 1; child < this.#heap.length; child = 2 * at + 1) {
      if (child + 1 < this.#heap.length && this.#isBefore(child + 1, child)) child++;
      if (!this.#isBefore(child, at)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a]!, this.#heap[b]!];
    return first.value > second.value || (first.value === second.value && first.number < second.number);
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b]!, this.#heap[a]!];
  }
}
