import type { RecordWindow } from '../csv/recordWindow.ts';

/** Finds out whether a record contains a text, without searching any byte of the window twice. */
export class Needle {
  readonly #bytes: Uint8Array;
  /** Offset in the window before which there is no other occurrence than the one at `#found`. */
  #searched = 0;
  #found = -1;

  constructor(text: string) {
    this.#bytes = Buffer.from(text.trim());
  }

  /** Whether it is between these offsets of the window. Both must not become less from one call to the next. */
  isIn(window: RecordWindow, start: number, end: number): boolean {
    if (this.#found < start) {
      const from = Math.max(start, this.#searched);
      const to = window.length;
      if (end > from) {
        const { buffer, byteOffset } = window.bytes;
        this.#found = Buffer.from(buffer, byteOffset, to).indexOf(this.#bytes, from);
        // It may begin at the end of the window and continue in the next chunk.
        this.#searched = this.#found >= 0 ? this.#found : Math.max(from, to - this.#bytes.length + 1);
      }
    }
    return this.#found >= start && this.#found + this.#bytes.length <= end;
  }

  /** Call this when the bytes before `by` are removed and the others move to the front. */
  shift(by: number): void {
    this.#found = Math.max(this.#found - by, -1);
    this.#searched = Math.max(this.#searched - by, 0);
  }
}
