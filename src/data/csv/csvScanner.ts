import type { Position } from '../dataProblem.ts';
import { moved, place } from '../place.ts';
import { isBlankCharacter, sequenceLength } from './blankCharacter.ts';
import { CELL, CELL_STRIDE, CHARACTERS } from './cellBatch.ts';
import type { CellBatch } from './cellBatch.ts';
import { characterTables, STRUCTURE } from './characterTables.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** Where in a record the scan stands. Plain numbers, because the loop below is where a large file's time goes. */
const CELL_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const AFTER_QUOTE = 3;
const BLANKS_AFTER_QUOTE = 4;
const CHARACTER_AFTER_QUOTE = 5;
const AFTER_CARRIAGE_RETURN = 6;

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
  #state = CELL_START;
  #bits = 0;
  #isMidRecord = false;
  #line = 1;
  #cellLine = 1;
  #closingQuoteLine = 1;
  // Offsets into the bytes. What has been moved away is negative: there, one stands for one UTF-16 unit of the line.
  #lineStart = 0;
  #cellStart = 0;
  #cellLineStart = 0;
  #closingQuote = 0;
  #closingQuoteLineStart = 0;
  /** A character of several bytes behind a closing quote: its code so far, and how many bytes are to come. */
  #character = 0;
  #characterRest = 0;
  /** The last of the bytes that have been moved away. */
  #byteBefore = 0;

  constructor(delimiter: string, listener: ScanListener = {}) {
    this.#delimiter = delimiter.charCodeAt(0);
    ({ plain: this.#plain, quoted: this.#quoted } = characterTables(this.#delimiter));
    this.#listener = listener;
  }

  /** Scans on, from `from` until `to` or until the batch is full. Returns how far it got. */
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
        let found = at < to ? (plain[bytes[at] ?? 0] ?? 0) : STRUCTURE;
        while (found < STRUCTURE) {
          bits |= found;
          at++;
          found = at < to ? (plain[bytes[at] ?? 0] ?? 0) : STRUCTURE;
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
        let found = at < to ? (quoted[bytes[at] ?? 0] ?? 0) : STRUCTURE;
        while (found < STRUCTURE) {
          bits |= found;
          at++;
          found = at < to ? (quoted[bytes[at] ?? 0] ?? 0) : STRUCTURE;
        }
        if (at === to) {
          break;
        }
        const byte = bytes[at] ?? 0;
        if (byte === QUOTE) {
          state = AFTER_QUOTE;
          this.#closingQuote = at;
          this.#closingQuoteLine = line;
          this.#closingQuoteLineStart = lineStart;
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
        }
        at++;
        continue;
      } else if (state === AFTER_CARRIAGE_RETURN) {
        ending = bytes[at] === LINE_FEED ? CELL.endsWithBoth : CELL.endsWithCarriageReturn;
      } else {
        // Behind a quote that may have closed the cell.
        const byte = bytes[at] ?? 0;
        if (state === CHARACTER_AFTER_QUOTE) {
          if ((byte & 0xc0) === 0x80) {
            this.#character = (this.#character << 6) | (byte & 0x3f);
            this.#characterRest--;
            at++;
            if (this.#characterRest > 0) {
              continue;
            }
            if (isBlankCharacter(this.#character)) {
              state = BLANKS_AFTER_QUOTE;
              continue;
            }
          }
          bits |= CELL.hasStrayQuote | CHARACTERS.other;
          this.#tellStrayClosingQuote(bytes);
          state = QUOTED;
          continue;
        }
        if (byte === delimiter) {
          ending = BY_DELIMITER;
        } else if (byte === LINE_FEED) {
          ending = CELL.endsWithLineFeed;
        } else if (byte === CARRIAGE_RETURN) {
          state = AFTER_CARRIAGE_RETURN;
          at++;
          continue;
        } else if (byte === QUOTE) {
          bits |= CHARACTERS.other;
          if (state === AFTER_QUOTE) {
            state = QUOTED;
          } else {
            bits |= CELL.hasStrayQuote;
            this.#tellStrayClosingQuote(bytes);
            state = AFTER_QUOTE;
            this.#closingQuote = at;
            this.#closingQuoteLine = line;
            this.#closingQuoteLineStart = lineStart;
          }
          at++;
          continue;
        } else if (byte >= 0x80) {
          this.#characterRest = sequenceLength(byte) - 1;
          this.#character = byte & (0x3f >> this.#characterRest);
          state = CHARACTER_AFTER_QUOTE;
          at++;
          continue;
        } else if (isBlankCharacter(byte)) {
          state = BLANKS_AFTER_QUOTE;
          at++;
          continue;
        } else {
          bits |= CELL.hasStrayQuote | CHARACTERS.other;
          this.#tellStrayClosingQuote(bytes);
          state = QUOTED;
          continue;
        }
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
    this.#closingQuoteLineStart = moved(bytes, this.#closingQuoteLineStart, this.#closingQuote, by);
    this.#closingQuote -= by;
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

  /** What follows the quote shows that it was no closing one: the cell goes on. */
  #tellStrayClosingQuote(bytes: Uint8Array): void {
    this.#tellStrayQuote(bytes, this.#closingQuoteLine, this.#closingQuoteLineStart, this.#closingQuote);
  }
}
