import type { Cursor } from './cursor.ts';
import { fail } from './jsonListener.ts';
import type { JsonListener } from './jsonListener.ts';
import { STATE } from './jsonSyntax.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const STAR = 0x2a;
const SLASH = 0x2f;

/** Reads comments. JSON does not allow them, so each is reported, and the scan goes on after it. */
export class CommentReader {
  readonly #cursor: Cursor;
  readonly #listener: JsonListener;
  /** Offset of the comment's start; negative if it is in an earlier chunk. */
  #start = 0;
  /** The state after the comment. */
  #resume: number = STATE.value;

  constructor(cursor: Cursor, listener: JsonListener) {
    this.#cursor = cursor;
    this.#listener = listener;
  }

  /** Begins at the first slash. Returns the next state. `resume` is the state after the comment. */
  begin(resume: number): number {
    this.#start = this.#cursor.at++;
    this.#resume = resume;
    return STATE.afterSlash;
  }

  /** Reads the next byte of a comment. Returns the next state. */
  read(state: number): number {
    const cursor = this.#cursor;
    const byte = cursor.bytes[cursor.at] ?? 0;
    if (state === STATE.afterSlash) {
      return this.#readSecond(byte);
    }
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      cursor.skipLineBreak();
      return state === STATE.inLineComment ? this.#resume : STATE.inBlockComment;
    }
    cursor.at++;
    if (state === STATE.inLineComment) {
      return state;
    }
    if (state === STATE.afterStar && byte === SLASH) {
      return this.#resume;
    }
    return byte === STAR ? STATE.afterStar : STATE.inBlockComment;
  }

  /** Call this at the end of the text. Returns the final state. */
  end(state: number): number {
    switch (state) {
      case STATE.afterSlash:
        return this.#failAtSlash();
      case STATE.inLineComment:
        return this.#resume;
      default:
        return state;
    }
  }

  endChunk(state: number): void {
    // Later the start is no longer needed.
    if (state === STATE.afterSlash) {
      this.#start = this.#cursor.shifted(this.#start);
    }
  }

  #readSecond(byte: number): number {
    if (byte !== SLASH && byte !== STAR) {
      return this.#failAtSlash();
    }
    this.#listener.onFault?.('comment', byte === SLASH ? '//' : '/*', () => this.#cursor.positionOf(this.#start));
    this.#cursor.at++;
    return byte === SLASH ? STATE.inLineComment : STATE.inBlockComment;
  }

  #failAtSlash(): number {
    return fail(this.#listener, this.#cursor, 'unexpected', '/', this.#start);
  }
}
