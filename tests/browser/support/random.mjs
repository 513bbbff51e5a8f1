// Numbers at random that a seed gives again: the generator mulberry32.

export class Random {
  #state;

  /** `seed`: a whole number from 0 to 2³² − 1. */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to 2³² − 1. */
  bits() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  uniform(from = 0, to = 1) {
    return from + (to - from) * (this.bits() / 2 ** 32);
  }

  /** A whole number from 0 to `count` − 1. */
  below(count) {
    return Math.floor(this.uniform(0, count));
  }

  oneIn(count) {
    return this.below(count) === 0;
  }

  /** An entry of a list that is not empty. */
  any(list) {
    return list[this.below(list.length)];
  }
}
