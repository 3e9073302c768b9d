import { createScanner } from 'jsonc-parser';
import type { JSONScanner } from 'jsonc-parser';
import type { JsonFault, Position } from './dataProblem.ts';

/** jsonc-parser's `SyntaxKind` and `ScanError`: const enums, which can't be used where files are compiled one by one. */
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  firstLiteral: 7,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  endOfText: 17,
} as const;
const SCAN_ERROR = { none: 0, endOfString: 2 } as const;

const FOUND_LENGTH = 30;

export type JsonValueKind = 'object' | 'array' | 'scalar';

export interface JsonListener {
  /** A value begins. The root has depth 0, its members depth 1. */
  onValue(kind: JsonValueKind, depth: number): void;
  /** A member of an object that is itself at `depth - 1`. */
  onKey(name: string, depth: number): void;
}

/** Where a text stops being JSON. */
export interface JsonError extends Position {
  readonly fault: JsonFault;
  /** The beginning of what stands there. */
  readonly found: string;
}

/**
 * Walks through JSON text token by token, strictly (RFC 8259: no comments, no trailing commas), without building values and
 * without recursion, so that neither size nor depth matters.
 */
export class JsonWalk {
  readonly #text: string;
  readonly #scanner: JSONScanner;
  readonly #listener: JsonListener;
  /** The open brackets around the current place: true for an object. */
  readonly #open: boolean[] = [];

  constructor(text: string, listener: JsonListener) {
    this.#text = text;
    this.#scanner = createScanner(text, false);
    this.#listener = listener;
  }

  /** Where the current token begins. To be asked from within the listener. */
  get position(): Position {
    return { line: this.#scanner.getTokenStartLine() + 1, column: this.#scanner.getTokenStartCharacter() + 1 };
  }

  /** Walks to the end. Returns the first error, or undefined for JSON. */
  run(): JsonError | undefined {
    let token = this.#next();
    for (;;) {
      // A value begins at the current token.
      if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
        const isObject = token === TOKEN.openBrace;
        this.#listener.onValue(isObject ? 'object' : 'array', this.#open.length);
        this.#open.push(isObject);
        token = this.#next();
        if (token !== (isObject ? TOKEN.closeBrace : TOKEN.closeBracket)) {
          if (isObject) {
            if (!this.#readKey(token)) {
              return this.#error();
            }
            token = this.#next();
          }
          continue;
        }
        this.#open.pop();
      } else if (this.#isScalar(token)) {
        this.#listener.onValue('scalar', this.#open.length);
      } else {
        return this.#error();
      }

      // A value has ended: close what ends with it, then find where the next begins.
      for (;;) {
        token = this.#next();
        const isObject = this.#open.at(-1);
        if (isObject === undefined) {
          return token === TOKEN.endOfText ? undefined : this.#error('textAfterEnd');
        }
        if (token === (isObject ? TOKEN.closeBrace : TOKEN.closeBracket)) {
          this.#open.pop();
          continue;
        }
        if (token !== TOKEN.comma) {
          return this.#error();
        }
        token = this.#next();
        if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
          return this.#error('trailingComma');
        }
        if (isObject) {
          if (!this.#readKey(token)) {
            return this.#error();
          }
          token = this.#next();
        }
        break;
      }
    }
  }

  /** Reads `"name":`, whose first token is the current one. */
  #readKey(token: number): boolean {
    if (token !== TOKEN.string || !this.#isWhole()) {
      return false;
    }
    this.#listener.onKey(this.#scanner.getTokenValue(), this.#open.length);
    return this.#next() === TOKEN.colon;
  }

  #isScalar(token: number): boolean {
    return token >= TOKEN.firstLiteral && token <= TOKEN.number && this.#isWhole();
  }

  #isWhole(): boolean {
    return (this.#scanner.getTokenError() as number) === SCAN_ERROR.none;
  }

  #next(): number {
    let token: number;
    do {
      token = this.#scanner.scan();
    } while (token === TOKEN.trivia || token === TOKEN.lineBreak);
    return token;
  }

  /** What is wrong with the current token, `fault` where the token itself is fine. */
  #error(fault: JsonFault = 'unexpected'): JsonError {
    const offset = this.#scanner.getTokenOffset();
    const length = Math.min(this.#scanner.getTokenLength(), FOUND_LENGTH);
    return { ...this.position, fault: this.#tokenFault() ?? fault, found: this.#text.slice(offset, offset + length) };
  }

  #tokenFault(): JsonFault | undefined {
    const token: number = this.#scanner.getToken();
    const error: number = this.#scanner.getTokenError();
    if (token === TOKEN.endOfText) {
      return 'endOfText';
    }
    if (token === TOKEN.lineComment || token === TOKEN.blockComment) {
      return 'comment';
    }
    if (error === SCAN_ERROR.none) {
      return undefined;
    }
    if (token === TOKEN.number) {
      return 'badNumber';
    }
    return error === SCAN_ERROR.endOfString ? 'unterminatedString' : 'badString';
  }
}
