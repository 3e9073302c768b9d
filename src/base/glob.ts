import { PathAutomaton } from './pathAutomaton.ts';
import type { CharacterTest } from './pathAutomaton.ts';

/** A longer pattern is a mistake. */
const MAX_PATTERN_LENGTH = 1_000;

/**
 * Turns a glob into a test of paths, as VS Code writes them: `*` and `?` stay within a folder, `**` does not, `{a,b}` is
 * either, `[a-z]` and `[!a-z]` one character. A pattern without a slash is about the file's name, wherever it is. Case counts.
 * Undefined for what is no glob. A test takes time in proportion to the lengths of pattern and path, whatever they are.
 */
export function parseGlob(pattern: string): ((path: string) => boolean) | undefined {
  if (pattern === '' || pattern.length > MAX_PATTERN_LENGTH) {
    return undefined;
  }
  const body = pattern.startsWith('./') ? pattern.slice(2) : pattern;
  const automaton = new PathAutomaton();
  const start = body.includes('/') ? automaton.start : anyFolder(automaton);
  const end = new GlobReader(body, automaton).read(start);
  return end === undefined ? undefined : (path) => automaton.leads(path, end);
}

/** Whatever ends in a slash, or nothing. */
function anyFolder(automaton: PathAutomaton): number {
  const inFolder = automaton.repeat(automaton.start, isAny);
  const behind = automaton.step(inFolder, isSlash);
  automaton.connect(automaton.start, behind);
  return behind;
}

/** Makes an automaton's states of a pattern, from left to right. */
class GlobReader {
  readonly #characters: readonly string[];
  readonly #automaton: PathAutomaton;
  #at = 0;

  constructor(pattern: string, automaton: PathAutomaton) {
    this.#characters = Array.from(pattern);
    this.#automaton = automaton;
  }

  /** The whole pattern. Returns the state behind it. */
  read(start: number): number | undefined {
    return this.#readSequence(start, false);
  }

  /** In braces, as far as a comma or the closing brace. */
  #readSequence(start: number, isInBraces: boolean): number | undefined {
    let state: number | undefined = start;
    while (state !== undefined && this.#at < this.#characters.length) {
      const character = this.#characters[this.#at] ?? '';
      if (isInBraces && (character === ',' || character === '}')) {
        break;
      }
      state = this.#readOne(state, character);
    }
    return state;
  }

  #readOne(state: number, character: string): number | undefined {
    const automaton = this.#automaton;
    this.#at++;
    switch (character) {
      case '*':
        return this.#readStars(state);
      case '?':
        return automaton.step(state, isInStep);
      case '{':
        return this.#readAlternatives(state);
      case '[': {
        const test = this.#readSet();
        return test && automaton.step(state, test);
      }
      default:
        return automaton.step(state, (other) => other === character);
    }
  }

  /** The first star has been read. */
  #readStars(state: number): number {
    const automaton = this.#automaton;
    const characters = this.#characters;
    if (characters[this.#at] !== '*') {
      return automaton.repeat(state, isInStep);
    }
    const before = characters[this.#at - 2] ?? '/';
    this.#at++;
    if (before !== '/' || characters[this.#at] !== '/') {
      return automaton.repeat(state, isAny);
    }
    // Whole folders, or none.
    this.#at++;
    const outside = automaton.repeat(state);
    const inside = automaton.repeat(automaton.step(outside, isInStep), isInStep);
    automaton.connect(inside, outside, isSlash);
    return outside;
  }

  /** The opening brace has been read. */
  #readAlternatives(state: number): number | undefined {
    const automaton = this.#automaton;
    const behind = automaton.add();
    for (;;) {
      const end = this.#readSequence(state, true);
      const closing = this.#characters[this.#at++];
      if (end === undefined || closing === undefined) {
        return undefined;
      }
      automaton.connect(end, behind);
      if (closing === '}') {
        return behind;
      }
    }
  }

  /** The opening bracket has been read. */
  #readSet(): CharacterTest | undefined {
    const end = this.#characters.indexOf(']', this.#at);
    const content = this.#characters.slice(this.#at, Math.max(end, this.#at));
    if (content.length === 0 || content.includes('/')) {
      return undefined;
    }
    this.#at = end + 1;
    const isNegated = content[0] === '!' && content.length > 1;
    const ranges = rangesOf(isNegated ? content.slice(1) : content);
    const isListed = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
    return (character) => isInStep(character) && isListed(character.codePointAt(0) ?? 0) !== isNegated;
  }
}

/** Of `a-cx` the codes from a to c, and x. */
function rangesOf(characters: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [from: number, to: number][] = [];
  for (let at = 0; at < characters.length; at++) {
    const isRange = characters[at + 1] === '-' && at + 2 < characters.length;
    const [from, to] = [characters[at], isRange ? characters[at + 2] : characters[at]];
    ranges.push([from?.codePointAt(0) ?? 0, to?.codePointAt(0) ?? 0]);
    at += isRange ? 2 : 0;
  }
  return ranges;
}

function isAny(): boolean {
  return true;
}

function isSlash(character: string): boolean {
  return character === '/';
}

function isInStep(character: string): boolean {
  return character !== '/';
}
