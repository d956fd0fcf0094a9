/** Times that the weights are looked at in the second half of a fit. */
const LOOKS = 64;

/**
 * The mean of the weights over the second half of a fit (Polyak and Juditsky, 1992): the last ones alone depend on which examples came last, so that a
 * few more texts would move every figure.
 */
export class MeanOf {
  readonly #weights: Float64Array;
  readonly #sum: Float64Array;
  readonly #from: number;
  readonly #step: number;
  #looks = 0;

  /** `weights` change while they are fitted, in so many `steps`. */
  constructor(weights: Float64Array, steps: number) {
    this.#weights = weights;
    this.#sum = new Float64Array(weights.length);
    this.#from = Math.floor(steps / 2);
    this.#step = Math.max(1, Math.floor(steps / 2 / LOOKS));
  }

  /** Looks at the weights after so many steps, where it is time to. */
  after(steps: number): void {
    if (steps < this.#from || steps % this.#step !== 0) return;
    for (let k = 0; k < this.#sum.length; k++) this.#sum[k] += this.#weights[k];
    this.#looks++;
  }

  found(): Float64Array {
    return this.#sum.map((one) => one / this.#looks);
  }
}
