import { WholeCharacters } from '../text/utf8.ts';
import { JsonKeys } from './jsonKeys.ts';
import { JsonScanner } from './jsonScanner.ts';
import { OPEN_BRACE, OPEN_BRACKET } from '../text/ascii.ts';

const NO_BYTES: Uint8Array = new Uint8Array(0);
const BLANKS: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n'));
/** An array that begins with more blanks is taken for that of the rows. */
const MAX_BLANKS = 64 * 1024;

/** Takes a text in order. All parts end between characters, and use the same memory as the source. */
export interface RowsListener {
  /** What is around the rows: everything except opening brackets of their arrays. */
  onAround(bytes: Uint8Array): void;
  /** The opening bracket of an array of rows. */
  onArray(): void;
  /** What is in the brackets of that array, or a part of it. */
  onRows(bytes: Uint8Array): void;
}

/** An array, by its offsets from the start of the stream. */
interface MemberArray {
  /** The number of the object that has it. */
  readonly object: number;
  readonly start: number;
  /** Undefined while it goes on. */
  end: number | undefined;
}

/**
 * Finds the rows in a member of a JSON object (UTF-8), or of several objects, in an array or as JSON Lines: the first array of objects (or of
 * arrays) that is this member or, if the member is an object, in it or in objects in it. See `RowsInObject`, `RowsInPages` and `RowsAsArrays`.
 */
export class MemberRows {
  readonly #listener: RowsListener;
  /** The first character of a row. */
  readonly #opening: number;
  /** Arrays that may have rows and have not been reached. */
  #arrays: MemberArray[] = [];
  /** The array that the scanner read last, if it may have rows. */
  #last: MemberArray | undefined;
  #object = 0;
  /** The array whose rows are being read. */
  #rows: MemberArray | undefined;
  /** The object whose rows were read last. */
  #doneObject = 0;
  /** What was scanned but not handed over, which is the beginning of an array that may have rows, and its offset. */
  #rest: Uint8Array = NO_BYTES;
  #base = 0;
  readonly #characters = new WholeCharacters();
  readonly #scanner: JsonScanner;

  constructor(name: string, listener: RowsListener, rowsAre: 'objects' | 'arrays' = 'objects') {
    this.#listener = listener;
    this.#opening = rowsAre === 'objects' ? OPEN_BRACE : OPEN_BRACKET;
    this.#scanner = new JsonScanner(
      {
        onRoot: () => this.#object++,
        onElement: () => this.#object++,
        onMemberArray: (member, start) => {
          this.#last = member === name ? { object: this.#object, start, end: undefined } : undefined;
          if (this.#last) {
            this.#arrays.push(this.#last);
          }
        },
        onMemberArrayEnd: (end) => {
          if (this.#last) {
            this.#last.end = end;
          }
        },
      },
      new JsonKeys(),
    );
  }

  push(bytes: Uint8Array): void {
    this.#read(this.#characters.push(bytes));
  }

  /** Returns whether there were rows, and all their arrays have ended. */
  end(): boolean {
    this.#read(this.#characters.end());
    return this.#doneObject > 0 && this.#rows === undefined;
  }

  #read(bytes: Uint8Array): void {
    this.#scanner.push(bytes);
    const text = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    let index = 0;
    for (;;) {
      if (this.#rows !== undefined) {
        const { object, end } = this.#rows;
        const to = end === undefined ? text.length : end - 1 - this.#base;
        this.#listener.onRows(text.subarray(at, to));
        at = to;
        if (end === undefined) {
          break;
        }
        this.#doneObject = object;
        this.#rows = undefined;
      }
      while (index < this.#arrays.length && !this.#mayHaveRows(this.#arrays[index], text)) {
        index++;
      }
      const next = this.#arrays[index];
      const start = next === undefined ? text.length : next.start - this.#base;
      this.#listener.onAround(text.subarray(at, start));
      at = start;
      if (next === undefined || this.#beginsWithRow(text, start + 1) === undefined) {
        break;
      }
      this.#rows = next;
      this.#listener.onArray();
      index++;
      at++;
    }
    this.#arrays = this.#arrays.slice(index);
    // A copy, because the source may reuse the bytes.
    this.#rest = Uint8Array.from(text.subarray(at));
    this.#base += at;
  }

  #mayHaveRows(array: MemberArray | undefined, text: Uint8Array): boolean {
    return (
      array !== undefined &&
      array.object !== this.#doneObject &&
      this.#beginsWithRow(text, array.start - this.#base + 1) !== false
    );
  }

  /** Whether a row follows, after blanks; undefined if the text ends with them. */
  #beginsWithRow(text: Uint8Array, start: number): boolean | undefined {
    const end = start + MAX_BLANKS;
    let at = start;
    while (at < end && BLANKS.has(text[at])) {
      at++;
    }
    return at === end || (at < text.length ? text[at] === this.#opening : undefined);
  }
}
