import { placeOf } from './letter-sum.ts';

/** Numbers by the sum of letters. A hot path: typed arrays, emptied and filled again each turn. */
export class SumTable {
  #sums = new Int32Array(256);
  /** And 1 more. */
  #numbers = new Int32Array(256);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#numbers.fill(0);
    this.#count = 0;
  }

  /** -1: there is none. */
  get(sum: number): number {
    return this.#numbers[this.#placeOf(sum)]! - 1;
  }

  /** It is not there yet. */
  add(sum: number, number: number): void {
    if (2 * this.#count >= this.#sums.length) this.#grow();
    const place = this.#placeOf(sum);
    this.#sums[place] = sum;
    this.#numbers[place] = number + 1;
    this.#count++;
  }

  #placeOf(sum: number): number {
    const last = this.#sums.length - 1;
    for (let place = placeOf(sum, 24); ; place++) {
      place &= last;
      if (this.#numbers[place] === 0 || this.#sums[place] === sum) return place;
    }
  }

  #grow(): void {
    const [sums, numbers] = [this.#sums, this.#numbers];
    this.#sums = new Int32Array(sums.length * 2);
    this.#numbers = new Int32Array(sums.length * 2);
    this.#count = 0;
    for (const [place, number] of numbers.entries()) if (number !== 0) this.add(sums[place]!, number - 1);
  }
}
