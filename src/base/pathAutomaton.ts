export type CharacterTest = (character: string) => boolean;

/** Where a state leads: by a character that passes the test; without one, by nothing. */
interface Edge {
  readonly test: CharacterTest | undefined;
  readonly to: number;
}

/**
 * A nondeterministic automaton over the characters of a path. It is in all states at once that the characters so far can lead
 * to, so that it never tries again what it has tried: a regular expression would, once for each way to share a path among
 * several stars.
 */
export class PathAutomaton {
  readonly #states: Edge[][] = [];
  readonly start = this.add();

  add(): number {
    return this.#states.push([]) - 1;
  }

  connect(from: number, to: number, test?: CharacterTest): void {
    this.#states[from]?.push({ test, to });
  }

  /** One character. Returns the state behind it. */
  step(from: number, test: CharacterTest): number {
    const to = this.add();
    this.connect(from, to, test);
    return to;
  }

  /** Any number of such characters, none included. Returns the state behind them. Without a test, a state of its own. */
  repeat(from: number, test?: CharacterTest): number {
    const to = this.add();
    this.connect(from, to);
    if (test !== undefined) {
      this.connect(to, to, test);
    }
    return to;
  }

  /** Whether the whole path leads to the state. */
  leads(path: string, end: number): boolean {
    let states = this.#withFollowers([this.start]);
    for (const character of path) {
      const next: number[] = [];
      for (const state of states) {
        for (const { test, to } of this.#states[state] ?? []) {
          if (test?.(character) === true) {
            next.push(to);
          }
        }
      }
      states = this.#withFollowers(next);
    }
    return states.has(end);
  }

  /** The states, and all that they lead to by nothing. */
  #withFollowers(states: readonly number[]): ReadonlySet<number> {
    const all = new Set(states);
    // What is added while a set is walked through is walked through, too.
    for (const state of all) {
      for (const { test, to } of this.#states[state] ?? []) {
        if (test === undefined) {
          all.add(to);
        }
      }
    }
    return all;
  }
}
