import { moved, place } from '../text/textPosition.ts';
import type { Position } from '../text/textPosition.ts';
import { CELL, CELL_STRIDE, CHARACTERS } from './cellBatch.ts';
import type { CellBatch } from './cellBatch.ts';
import { characterTables, STRUCTURE } from './characterTables.ts';
import { BEHIND_QUOTE, ClosingQuote } from './closingQuote.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** Where in a record the scan stands. Plain numbers, because the loop below is where a large file's time goes. */
const CELL_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const AFTER_QUOTE = 3;
const AFTER_CARRIAGE_RETURN = 4;

/**
 * What must follow the bytes that are scanned: it ends every run, so that no byte needs a look at how many there are. Where
 * it is one of them, it is a NUL.
 */
export const GUARD = 0;

/** The bytes with the guard behind them, for a scan to the end. */
export function guarded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.of(GUARD)]);
}

/** How a cell ends that is not its record's last; the other ways are bits of `CELL`. */
const BY_DELIMITER = 1;

/** What is rare enough to be told at once. The position is to be asked for at once, too. */
export interface ScanListener {
  onStrayQuote?(position: () => Position): void;
  onNul?(position: () => Position): void;
}

/**
 * Finds the cells of CSV in UTF-8 bytes as papaparse would, in one pass, over any chunking, with any mix of line breaks
 * (LF, CRLF, CR). A quote opens only at the start of a cell, and closes only before a delimiter, a line break or the end,
 * blanks between allowed. The bytes are scanned where they lie: whoever moves them says so with `moveBack`.
 */
export class CsvScanner {
  readonly #delimiter: number;
  readonly #plain: Uint8Array;
  readonly #quoted: Uint8Array;
  readonly #listener: ScanListener;
  readonly #closingQuote: ClosingQuote;
  #state = CELL_START;
  #bits = 0;
  #isMidRecord = false;
  #line = 1;
  #cellLine = 1;
  // Offsets into the bytes. What has been moved away is negative: there, one stands for one UTF-16 unit of the line.
  #lineStart = 0;
  #cellStart = 0;
  #cellLineStart = 0;
  /** The last of the bytes that have been moved away. */
  #byteBefore = 0;

  constructor(delimiter: string, listener: ScanListener = {}) {
    this.#delimiter = delimiter.charCodeAt(0);
    ({ plain: this.#plain, quoted: this.#quoted } = characterTables(this.#delimiter));
    this.#listener = listener;
    this.#closingQuote = new ClosingQuote(this.#delimiter);
  }

  /**
   * Scans on, from `from` until `to` or until the batch is full. At `to` must stand the guard. Returns how far it got.
   */
  scan(bytes: Uint8Array, from: number, to: number, batch: CellBatch): number {
    const { cells } = batch;
    const delimiter = this.#delimiter;
    const plain = this.#plain;
    const quoted = this.#quoted;
    const capacity = cells.length;
    let length = batch.length;
    let state = this.#state;
    let bits = this.#bits;
    let cellStart = this.#cellStart;
    let cellLine = this.#cellLine;
    let cellLineStart = this.#cellLineStart;
    let line = this.#line;
    let lineStart = this.#lineStart;
    let isMidRecord = this.#isMidRecord;
    let at = from;
    if (bytes[to] !== GUARD) {
      throw new RangeError('Nothing ends the scan.');
    }

    while (at < to && length < capacity) {
      if (state === CELL_START) {
        cellStart = at;
        cellLine = line;
        cellLineStart = lineStart;
        if (bytes[at] === QUOTE) {
          bits = CELL.isQuoted;
          state = QUOTED;
          at++;
        } else {
          bits = 0;
          state = UNQUOTED;
        }
      }

      let ending: number;
      if (state === UNQUOTED) {
        let found = plain[bytes[at] ?? 0] ?? 0;
        while (found < STRUCTURE) {
          bits |= found;
          at++;
          found = plain[bytes[at] ?? 0] ?? 0;
        }
        if (at === to) {
          break;
        }
        const byte = bytes[at] ?? 0;
        if (byte === delimiter) {
          ending = BY_DELIMITER;
        } else if (byte === LINE_FEED) {
          ending = CELL.endsWithLineFeed;
        } else if (byte === CARRIAGE_RETURN) {
          state = AFTER_CARRIAGE_RETURN;
          at++;
          continue;
        } else {
          if (byte !== QUOTE) {
            this.#tellNul(bytes, line, lineStart, at);
          } else if ((bits & CELL.hasStrayQuote) === 0) {
            this.#tellStrayQuote(bytes, line, lineStart, at);
            bits |= CELL.hasStrayQuote;
          }
          bits |= CHARACTERS.other;
          at++;
          continue;
        }
      } else if (state === QUOTED) {
        let found = quoted[bytes[at] ?? 0] ?? 0;
        while (found < STRUCTURE) {
          bits |= found;
          at++;
          found = quoted[bytes[at] ?? 0] ?? 0;
        }
        if (at === to) {
          break;
        }
        const byte = bytes[at] ?? 0;
        if (byte === QUOTE) {
          // What nearly always follows needs no closer look.
          const next = bytes[at + 1];
          if (next === QUOTE) {
            bits |= CHARACTERS.other;
            at += 2;
            continue;
          }
          if (next !== delimiter) {
            this.#closingQuote.begin(at, line, lineStart);
            state = AFTER_QUOTE;
            at++;
            continue;
          }
          at++;
          ending = BY_DELIMITER;
        } else {
          bits |= CHARACTERS.other;
          if (byte === CARRIAGE_RETURN) {
            line++;
            lineStart = at + 1;
          } else if (byte === LINE_FEED) {
            // The second half of CRLF is no line of its own.
            line += (at > 0 ? bytes[at - 1] : this.#byteBefore) === CARRIAGE_RETURN ? 0 : 1;
            lineStart = at + 1;
          } else {
            this.#tellNul(bytes, line, lineStart, at);
          }
          at++;
          continue;
        }
      } else if (state === AFTER_CARRIAGE_RETURN) {
        ending = bytes[at] === LINE_FEED ? CELL.endsWithBoth : CELL.endsWithCarriageReturn;
      } else {
        const byte = bytes[at] ?? 0;
        const verdict = this.#closingQuote.judge(byte);
        if (verdict !== BEHIND_QUOTE.closed) {
          if (verdict === BEHIND_QUOTE.open) {
            at++;
            continue;
          }
          bits |= CHARACTERS.other;
          if (verdict !== BEHIND_QUOTE.doubled) {
            bits |= CELL.hasStrayQuote;
            this.#listener.onStrayQuote?.(() => this.#closingQuote.placeIn(bytes));
          }
          if (verdict === BEHIND_QUOTE.strayBeforeQuote) {
            this.#closingQuote.begin(at, line, lineStart);
          } else {
            state = QUOTED;
          }
          at += verdict === BEHIND_QUOTE.stray ? 0 : 1;
          continue;
        }
        if (byte === CARRIAGE_RETURN) {
          state = AFTER_CARRIAGE_RETURN;
          at++;
          continue;
        }
        ending = byte === delimiter ? BY_DELIMITER : CELL.endsWithLineFeed;
      }

      cells[length] = cellStart;
      cells[length + 1] = state === AFTER_CARRIAGE_RETURN ? at - 1 : at;
      cells[length + 2] = ending === BY_DELIMITER ? bits : bits | ending;
      cells[length + 3] = cellLine;
      cells[length + 4] = cellLineStart;
      length += CELL_STRIDE;
      state = CELL_START;
      if (ending !== CELL.endsWithCarriageReturn) {
        at++;
      }
      isMidRecord = ending === BY_DELIMITER;
      if (!isMidRecord) {
        line++;
        lineStart = at;
      }
    }

    batch.length = length;
    this.#state = state;
    this.#bits = bits;
    this.#cellStart = cellStart;
    this.#cellLine = cellLine;
    this.#cellLineStart = cellLineStart;
    this.#line = line;
    this.#lineStart = lineStart;
    this.#isMidRecord = isMidRecord;
    return at;
  }

  /** Ends the text at `to`. The batch must have room for one cell. Returns where the quote was opened that nothing closes. */
  end(bytes: Uint8Array, to: number, batch: CellBatch): Position | undefined {
    if (this.#state === QUOTED) {
      return place(bytes, this.#cellLine, this.#cellLineStart, this.#cellStart);
    }
    if (this.#state === CELL_START) {
      if (!this.#isMidRecord) {
        return undefined;
      }
      // The text ends in a delimiter: an empty cell follows it.
      this.#bits = 0;
      this.#cellStart = to;
      this.#cellLine = this.#line;
      this.#cellLineStart = this.#lineStart;
    }
    const isBreak = this.#state === AFTER_CARRIAGE_RETURN;
    batch.cells.set(
      [
        this.#cellStart,
        isBreak ? to - 1 : to,
        this.#bits | (isBreak ? CELL.endsWithCarriageReturn : CELL.endsWithText),
        this.#cellLine,
        this.#cellLineStart,
      ],
      batch.length,
    );
    batch.length += CELL_STRIDE;
    this.#state = CELL_START;
    this.#isMidRecord = false;
    return undefined;
  }

  /** The bytes before `by` are gone, and the others moved to the front. */
  moveBack(bytes: Uint8Array, by: number): void {
    if (by === 0) {
      return;
    }
    this.#byteBefore = bytes[by - 1] ?? 0;
    this.#cellLineStart = moved(bytes, this.#cellLineStart, this.#cellStart, by);
    this.#cellStart -= by;
    this.#closingQuote.moveBack(bytes, by);
    this.#lineStart = moved(bytes, this.#lineStart, by, by);
  }

  /** The place of the byte at `at`, which is the next one to be scanned. */
  positionAt(bytes: Uint8Array, at: number): Position {
    return this.#state === AFTER_CARRIAGE_RETURN
      ? { line: this.#line + 1, column: 1 }
      : place(bytes, this.#line, this.#lineStart, at);
  }

  #tellNul(bytes: Uint8Array, line: number, lineStart: number, at: number): void {
    this.#listener.onNul?.(() => place(bytes, line, lineStart, at));
  }

  #tellStrayQuote(bytes: Uint8Array, line: number, lineStart: number, at: number): void {
    this.#listener.onStrayQuote?.(() => place(bytes, line, lineStart, at));
  }
}
