import { moved, place } from './textPosition.ts';
import type { Position } from './textPosition.ts';

/** A place in bytes that are scanned piece by piece, remembered until it is known whether anybody asks for it. */
export class Mark {
  #at = 0;
  #line = 1;
  #lineStart = 0;

  set(at: number, line: number, lineStart: number): void {
    this.#at = at;
    this.#line = line;
    this.#lineStart = lineStart;
  }

  placeIn(bytes: Uint8Array): Position {
    return place(bytes, this.#line, this.#lineStart, this.#at);
  }

  /** The bytes before `by` are gone, and the others moved to the front. */
  moveBack(bytes: Uint8Array, by: number): void {
    this.#lineStart = moved(bytes, this.#lineStart, this.#at, by);
    this.#at -= by;
  }
}
