/** A sum of 64-bit hashes, modulo 2 to the power of 64. It does not depend on their order. */
export class HashSum {
  /** The halves of the sum, as unsigned numbers. */
  low = 0;
  high = 0;

  add(low: number, high: number): void {
    const sum = this.low + low;
    this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    this.low = sum >>> 0;
  }

  clear(): void {
    this.low = 0;
    this.high = 0;
  }
}
