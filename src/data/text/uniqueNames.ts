/** Makes names unique. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** The next number to try for each name, so that many equal names don't take quadratic time. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The name, or where it is taken, the name with the first free number: `total_2`. */
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
