/** The brackets that are open, in any depth, without recursion. */
export class OpenBrackets {
  /** Of each one, whether it is an object's. */
  #isObject = new Uint8Array(64);
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  /** Whether the one at this depth is an object's; 0 is the outermost. */
  isObjectAt(depth: number): boolean {
    return this.#isObject[depth] === 1;
  }

  open(isObject: boolean): void {
    if (this.#depth === this.#isObject.length) {
      const larger = new Uint8Array(this.#depth * 2);
      larger.set(this.#isObject);
      this.#isObject = larger;
    }
    this.#isObject[this.#depth++] = isObject ? 1 : 0;
  }

  close(): void {
    this.#depth--;
  }
}
