import type { Cursor } from './cursor.ts';
import { fail } from './jsonListener.ts';
import type { JsonListener } from './jsonListener.ts';
import { STATE } from './jsonSyntax.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const STAR = 0x2a;
const SLASH = 0x2f;

/** Reads comments, which JSON does not have but people write. */
export class CommentReader {
  readonly #cursor: Cursor;
  readonly #listener: JsonListener;
  /** Where the comment begins; an offset, as `place` understands it. */
  #start = 0;
  /** The state behind the comment. */
  #resume: number = STATE.value;

  constructor(cursor: Cursor, listener: JsonListener) {
    this.#cursor = cursor;
    this.#listener = listener;
  }

  /** The first slash is looked at. Returns the state to be in; `resume` is the one behind the comment. */
  begin(resume: number): number {
    this.#start = this.#cursor.at++;
    this.#resume = resume;
    return STATE.afterSlash;
  }

  /** Reads the next byte of a comment. Returns the state to be in. */
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

  /** The text has ended. Returns the state that it ended in. */
  end(state: number): number {
    switch (state) {
      case STATE.afterSlash:
        return this.#failAlone();
      case STATE.inLineComment:
        return this.#resume;
      default:
        return state;
    }
  }

  /** The bytes at hand are about to go. */
  endChunk(state: number): void {
    // Behind its second character nobody asks where it began.
    if (state === STATE.afterSlash) {
      this.#start = this.#cursor.shifted(this.#start);
    }
  }

  #readSecond(byte: number): number {
    if (byte !== SLASH && byte !== STAR) {
      return this.#failAlone();
    }
    this.#listener.onFault?.('comment', byte === SLASH ? '//' : '/*', () => this.#cursor.positionOf(this.#start));
    this.#cursor.at++;
    return byte === SLASH ? STATE.inLineComment : STATE.inBlockComment;
  }

  /** No comment begins with one slash. */
  #failAlone(): number {
    return fail(this.#listener, this.#cursor, 'unexpected', '/', this.#start);
  }
}
