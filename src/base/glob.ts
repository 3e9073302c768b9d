const MAX_PATTERN_LENGTH = 1_000;

/**
 * Parses a glob with VS Code's syntax into a predicate on relative paths: `*` and `?` match within a path segment, `**`
 * across segments, `{a,b}` alternatives, `[a-z]` and `[!a-z]` one character. A pattern without a slash matches the file name
 * in any folder. Case-sensitive. Undefined for an invalid pattern.
 *
 * Patterns come from settings of the workspace, so matching must not backtrack: its time is proportional to the length of
 * the pattern times that of the path. Glob libraries compile to regular expressions, which take exponential time for `*a*a*a…`.
 */
export function parseGlob(pattern: string): ((path: string) => boolean) | undefined {
  if (pattern === '' || pattern.length > MAX_PATTERN_LENGTH) {
    return undefined;
  }
  const body = pattern.startsWith('./') ? pattern.slice(2) : pattern;
  const automaton = new PathAutomaton();
  const start = pattern.includes('/') ? automaton.start : anyFolder(automaton);
  const end = new GlobParser(body, automaton).parse(start);
  return end === undefined ? undefined : (path) => automaton.accepts(path, end);
}

/**
 * Whether a glob matches a path. Where the path has the same names as the glob, in its first folders or as a whole, brackets and
 * braces in these match themselves.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  if (pattern === '') {
    return false;
  }
  const segments = pattern.replace(/^\.\//, '').split('/');
  const names = path.split('/');
  if (parseGlob(pattern)?.(path) === true || (!pattern.includes('/') && names.at(-1) === pattern)) {
    return true;
  }
  const firstDifferent = segments.findIndex((segment, index) => segment !== names[index]);
  if (firstDifferent === -1) {
    // As a whole, or for a folder that the path is in, which does not count.
    return segments.length === names.length && pattern.includes('/');
  }
  if (firstDifferent === 0) {
    return false;
  }
  const withoutSame = (parts: readonly string[]): string => ['folder', ...parts.slice(firstDifferent)].join('/');
  return parseGlob(withoutSame(segments))?.(withoutSame(names)) === true;
}

/** Matches any folder prefix, including none. */
function anyFolder(automaton: PathAutomaton): number {
  const inFolder = automaton.repeat(automaton.start, isAny);
  const next = automaton.step(inFolder, isSlash);
  automaton.connect(automaton.start, next);
  return next;
}

/** Recursive-descent parser that adds states to the automaton. */
class GlobParser {
  readonly #characters: readonly string[];
  readonly #automaton: PathAutomaton;
  #at = 0;

  constructor(pattern: string, automaton: PathAutomaton) {
    this.#characters = Array.from(pattern);
    this.#automaton = automaton;
  }

  /** Parses the whole pattern. Returns its final state; undefined if it is invalid. */
  parse(start: number): number | undefined {
    return this.#parseSequence(start, { isInBraces: false, before: '/' });
  }

  /** Within braces, stops at a comma or the closing brace. `before`: the character before the sequence; a slash at the start. */
  #parseSequence(
    start: number,
    { isInBraces, before }: { readonly isInBraces: boolean; readonly before: string },
  ): number | undefined {
    let state: number | undefined = start;
    let previous = before;
    while (state !== undefined && this.#at < this.#characters.length) {
      const character = this.#characters[this.#at] ?? '';
      if (isInBraces && (character === ',' || character === '}')) {
        break;
      }
      state = this.#parseOne(state, character, previous);
      previous = this.#characters[this.#at - 1] ?? '';
    }
    return state;
  }

  #parseOne(state: number, character: string, previous: string): number | undefined {
    const automaton = this.#automaton;
    this.#at++;
    switch (character) {
      case '*':
        return this.#parseStars(state, previous);
      case '?':
        return automaton.step(state, isNotSlash);
      case '{':
        return this.#parseAlternatives(state, previous);
      case '[': {
        const test = this.#parseSet();
        return test && automaton.step(state, test);
      }
      default:
        return automaton.step(state, (other) => other === character);
    }
  }

  /** After the first `*`. */
  #parseStars(state: number, previous: string): number {
    const automaton = this.#automaton;
    const characters = this.#characters;
    if (characters[this.#at] !== '*') {
      return automaton.repeat(state, isNotSlash);
    }
    this.#at++;
    if (previous !== '/' || characters[this.#at] !== '/') {
      return automaton.repeat(state, isAny);
    }
    // `**/` matches whole segments, or none.
    this.#at++;
    const outside = automaton.repeat(state);
    const inside = automaton.repeat(automaton.step(outside, isNotSlash), isNotSlash);
    automaton.connect(inside, outside, isSlash);
    return outside;
  }

  /** After the opening brace. Each alternative follows what is before the brace. */
  #parseAlternatives(state: number, before: string): number | undefined {
    const automaton = this.#automaton;
    const next = automaton.add();
    for (;;) {
      const end = this.#parseSequence(state, { isInBraces: true, before });
      const closing = this.#characters[this.#at++];
      if (end === undefined || closing === undefined) {
        return undefined;
      }
      automaton.connect(end, next);
      if (closing === '}') {
        return next;
      }
    }
  }

  /** After the opening bracket. */
  #parseSet(): CharacterTest | undefined {
    const end = this.#characters.indexOf(']', this.#at);
    const content = this.#characters.slice(this.#at, Math.max(end, this.#at));
    if (content.length === 0 || content.includes('/')) {
      return undefined;
    }
    this.#at = end + 1;
    const isNegated = content[0] === '!' && content.length > 1;
    const ranges = rangesOf(isNegated ? content.slice(1) : content);
    const isListed = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
    return (character) => isNotSlash(character) && isListed(character.codePointAt(0) ?? 0) !== isNegated;
  }
}

/** Code point ranges of a set: for `a-cx`, a to c and x. */
function rangesOf(characters: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [from: number, to: number][] = [];
  for (let at = 0; at < characters.length; at++) {
    const isRange = characters[at + 1] === '-' && at + 2 < characters.length;
    const from = characters[at]?.codePointAt(0) ?? 0;
    if (isRange) {
      at += 2;
    }
    ranges.push([from, characters[at]?.codePointAt(0) ?? 0]);
  }
  return ranges;
}

function isAny(): boolean {
  return true;
}

function isSlash(character: string): boolean {
  return character === '/';
}

function isNotSlash(character: string): boolean {
  return character !== '/';
}

type CharacterTest = (character: string) => boolean;

/** A transition on a character that passes the test; without a test, an epsilon transition. */
interface Edge {
  readonly test: CharacterTest | undefined;
  readonly to: number;
}

/** A nondeterministic finite automaton. Matching tracks the set of all reachable states, so it never backtracks. */
class PathAutomaton {
  readonly #states: Edge[][] = [];
  readonly start = this.add();

  add(): number {
    return this.#states.push([]) - 1;
  }

  connect(from: number, to: number, test?: CharacterTest): void {
    this.#states[from]?.push({ test, to });
  }

  /** Adds a transition on one character. Returns the new state. */
  step(from: number, test: CharacterTest): number {
    const to = this.add();
    this.connect(from, to, test);
    return to;
  }

  /** Adds zero or more such characters (without a test: none). Returns the new state. */
  repeat(from: number, test?: CharacterTest): number {
    const to = this.add();
    this.connect(from, to);
    if (test !== undefined) {
      this.connect(to, to, test);
    }
    return to;
  }

  /** Whether reading the whole path from the start can end in the state `end`. */
  accepts(path: string, end: number): boolean {
    let states = this.#closure([this.start]);
    for (const character of path) {
      const next: number[] = [];
      for (const state of states) {
        for (const { test, to } of this.#states[state] ?? []) {
          if (test?.(character) === true) {
            next.push(to);
          }
        }
      }
      states = this.#closure(next);
    }
    return states.has(end);
  }

  /** The epsilon closure of the states. */
  #closure(states: readonly number[]): ReadonlySet<number> {
    const all = new Set(states);
    // A set's iteration includes elements that are added during it.
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
