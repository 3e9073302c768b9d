/** Gives out names that none has had before. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** Of each name, the first number that may be free behind it. Without it, equal names would be counted anew each time. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The name, or with the first number behind it that no other has: `total_2`. */
  take(name: string): string {
    let unique = name;
    let number = this.#numbers.get(name) ?? 2;
    for (; this.#taken.has(unique); number++) {
      unique = `${name}_${number}`;
    }
    this.#numbers.set(name, number);
    this.#taken.add(unique);
    return unique;
  }
}
