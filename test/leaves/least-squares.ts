/** Weights by which sums of features come nearest to what was measured; where little is known of a feature, nearer to 0. */
export class LeastSquares {
  readonly #products: Float64Array[];
  readonly #sums: Float64Array;

  constructor(features: number) {
    this.#products = Array.from({ length: features }, () => new Float64Array(features));
    this.#sums = new Float64Array(features);
  }

  add(features: readonly number[], measured: number): void {
    for (const one of features) {
      this.#sums[one]! += measured;
      for (const other of features) this.#products[one]![other]! += 1;
    }
  }

  /** By elimination: `prior` counts as so many measurements of 0 for each feature. */
  weights(prior: number): Float64Array {
    const size = this.#sums.length;
    const rows = this.#products.map((row, index) => {
      const copy = Float64Array.from(row);
      copy[index]! += prior;
      return copy;
    });
    const right = Float64Array.from(this.#sums);
    for (let pivot = 0; pivot < size; pivot++)
      for (let below = pivot + 1; below < size; below++) {
        const times = rows[below]![pivot]! / rows[pivot]![pivot]!;
        if (times === 0) continue;
        for (let column = pivot; column < size; column++)
          rows[below]![column]! -= times * rows[pivot]![column]!;
        right[below]! -= times * right[pivot]!;
      }
    const weights = new Float64Array(size);
    for (let row = size - 1; row >= 0; row--) {
      let sum = right[row]!;
      for (let column = row + 1; column < size; column++) sum -= rows[row]![column]! * weights[column]!;
      weights[row] = sum / rows[row]![row]!;
    }
    return weights;
  }
}
