// Judges by a fixed row of numbers: takes in the row, and gives the probability of each label.

/**
 * A fitted model over a fixed row of numbers as it lies in `data/`: one row of weights for each label, in thousandths; the last one is the
 * bias.
 */
export type DenseFile = { labels: string[]; weights: number[][] };

const UNIT = 1_000;

/** One logistic regression for each label over a fixed row of numbers. */
export class DenseModel {
  readonly labels: readonly string[];
  /** The weights of the bias for each label, then those of the first number, of the second, and so on; a row of zeros last. */
  readonly #weights: Float64Array;
  readonly #sums: Float64Array;

  constructor({ labels, weights }: DenseFile) {
    const [first = []] = weights;
    const rows = first.map((_, i) => weights.map((row) => row.at(i - 1)! / UNIT));
    this.labels = labels;
    this.#weights = Float64Array.from([...rows, labels.map(() => 0)].flat());
    this.#sums = new Float64Array(labels.length);
  }

  /** The probability of each label, put into `found`. */
  probabilities(values: ArrayLike<number>, found: Float32Array = new Float32Array(this.labels.length)): Float32Array {
    const sums = this.#sums;
    const width = sums.length;
    for (let k = 0; k < width; k++) sums[k] = this.#weights[k]!;
    let i = 0;
    for (; i + 3 < values.length; i += 4) this.#addFour(values[i]!, values[i + 1]!, values[i + 2]!, values[i + 3]!, (i + 1) * width);
    for (; i < values.length; i += 2) this.#addTwo(values[i]!, i + 1 < values.length ? values[i + 1]! : 0, (i + 1) * width);
    for (let k = 0; k < width; k++) found[k] = 1 / (1 + Math.exp(-sums[k]!));
    return found;
  }

  /** The probability of the label of a model that has but one. */
  chance(values: readonly number[]): number {
    const weights = this.#weights;
    let sum = weights[0]!;
    for (let i = 0; i < values.length; i++) sum += values[i]! * weights[i + 1]!;
    return 1 / (1 + Math.exp(-sum));
  }

  /**
   * Adds what four numbers say to the sums, which are so loaded and stored a quarter as often. Zeros cost nothing. `at`: where the first one's
   * weights begin.
   */
  #addFour(first: number, second: number, third: number, fourth: number, at: number): void {
    if (first === 0 && second === 0) return this.#addTwo(third, fourth, at + 2 * this.#sums.length);
    const sums = this.#sums;
    const weights = this.#weights;
    const width = sums.length;
    const [b, c, d] = [at + width, at + 2 * width, at + 3 * width];
    for (let k = 0; k < width; k++)
      sums[k] = sums[k]! + (first * weights[at + k]! + second * weights[b + k]!) + (third * weights[c + k]! + fourth * weights[d + k]!);
  }

  /** Adds what two numbers say to the sums. */
  #addTwo(one: number, other: number, at: number): void {
    if (one === 0 && other === 0) return;
    const sums = this.#sums;
    const weights = this.#weights;
    const width = sums.length;
    const next = at + width;
    for (let k = 0; k < width; k++) sums[k]! += one * weights[at + k]! + other * weights[next + k]!;
  }
}
