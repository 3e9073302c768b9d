import { Mark } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { fail } from './jsonListener.ts';
import type { JsonListener } from './jsonListener.ts';
import { STATE } from './jsonSyntax.ts';
import { CARRIAGE_RETURN, LINE_FEED, SLASH, STAR } from '../text/ascii.ts';

/** Reads comments. JSON does not allow them, so each is reported, and the scan goes on after it. */
export class CommentReader {
  readonly #cursor: Cursor;
  readonly #listener: JsonListener;
  /** The start of the comment. */
  readonly #start: Mark;
  /** The state after the comment. */
  #resume: number = STATE.value;

  constructor(cursor: Cursor, listener: JsonListener) {
    this.#cursor = cursor;
    this.#listener = listener;
    this.#start = new Mark(cursor);
  }

  /** Begins at the first slash. Returns the next state. `resume` is the state after the comment. */
  begin(resume: number): number {
    this.#start.set(this.#cursor.at++);
    this.#resume = resume;
    return STATE.afterSlash;
  }

  /** Reads on in a comment. Returns the next state. */
  read(state: number): number {
    const cursor = this.#cursor;
    if (state === STATE.afterSlash) {
      return this.#readSecond(cursor.bytes[cursor.at] ?? 0);
    }
    return state === STATE.inLineComment ? this.#readLine() : this.#readBlock(state);
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
      this.#start.endChunk();
    }
  }

  #readLine(): number {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    while (cursor.at < bytes.length) {
      const byte = bytes[cursor.at++];
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        return this.#resume;
      }
    }
    return STATE.inLineComment;
  }

  #readBlock(state: number): number {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    let isAfterStar = state === STATE.afterStar;
    while (cursor.at < bytes.length) {
      const byte = bytes[cursor.at++];
      if (isAfterStar && byte === SLASH) {
        return this.#resume;
      }
      isAfterStar = byte === STAR;
    }
    return isAfterStar ? STATE.afterStar : STATE.inBlockComment;
  }

  #readSecond(byte: number): number {
    if (byte !== SLASH && byte !== STAR) {
      return this.#failAtSlash();
    }
    this.#listener.onFault?.('comment', byte === SLASH ? '//' : '/*', this.#start.position);
    this.#cursor.at++;
    return byte === SLASH ? STATE.inLineComment : STATE.inBlockComment;
  }

  #failAtSlash(): number {
    return fail(this.#listener, 'unexpected', '/', this.#start.position);
  }
}
