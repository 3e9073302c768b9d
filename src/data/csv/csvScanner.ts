import { positionAt } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { CELL, CELL_STRIDE, CHARACTERS, characterTables, STRUCTURE } from './cellBatch.ts';
import type { CellBatch } from './cellBatch.ts';
import { ClosingQuote, QUOTE_ROLE } from './closingQuote.ts';
import { GUARD } from './recordWindow.ts';
import { AFTER_CARRIAGE_RETURN, AFTER_QUOTE, CELL_START, QUOTED, ScanState, UNQUOTED } from './scanState.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** The ending of a cell that is not the last of its record; the other endings are bits of `CELL`. */
const BY_DELIMITER = 1;

/** Called while scanning. `position` must be called at once or not at all. */
export interface ScanListener {
  onStrayQuote?(position: () => TextPosition): void;
  onNul?(position: () => TextPosition): void;
}

/**
 * Finds the cells of CSV in UTF-8 bytes as papaparse would, in one pass, over any chunking, with any mix of line breaks
 * (LF, CRLF, CR). A quote opens only at the start of a cell and closes only before a delimiter, a line break or the end, with
 * optional white space in between. The bytes are scanned in place: call `shift` when they move.
 */
export class CsvScanner {
  readonly #delimiter: number;
  readonly #plain: Uint8Array;
  readonly #quoted: Uint8Array;
  readonly #listener: ScanListener;
  readonly #closingQuote: ClosingQuote;
  readonly #scan = new ScanState();

  constructor(delimiter: string, listener: ScanListener = {}) {
    this.#delimiter = delimiter.charCodeAt(0);
    ({ plain: this.#plain, quoted: this.#quoted } = characterTables(this.#delimiter));
    this.#listener = listener;
    this.#closingQuote = new ClosingQuote(this.#delimiter);
  }

  /**
   * Scans from `from` to `to`, or until the batch is full. The byte at `to` must be the guard. Returns the offset to go on at.
   */
  scan(bytes: Uint8Array, from: number, to: number, batch: CellBatch): number {
    const scan = this.#scan;
    const { cells } = batch;
    const delimiter = this.#delimiter;
    const plain = this.#plain;
    const quoted = this.#quoted;
    const capacity = cells.length;
    let length = batch.length;
    let state = scan.state;
    let bits = scan.bits;
    let cellStart = scan.cellStart;
    let cellLine = scan.cellLine;
    let cellLineStart = scan.cellLineStart;
    let line = scan.line;
    let lineStart = scan.lineStart;
    let isMidRecord = scan.isMidRecord;
    let at = from;
    if (bytes[to] !== GUARD) {
      throw new RangeError('No guard at the end of the bytes.');
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
            this.#reportNul(bytes, line, lineStart, at);
          } else if ((bits & CELL.hasStrayQuote) === 0) {
            this.#reportStrayQuote(bytes, line, lineStart, at);
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
          // The two common cases, without the state machine.
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
            // CRLF is one line break.
            line += (at > 0 ? bytes[at - 1] : scan.byteBefore) === CARRIAGE_RETURN ? 0 : 1;
            lineStart = at + 1;
          } else {
            this.#reportNul(bytes, line, lineStart, at);
          }
          at++;
          continue;
        }
      } else if (state === AFTER_CARRIAGE_RETURN) {
        ending = bytes[at] === LINE_FEED ? CELL.endsWithBoth : CELL.endsWithCarriageReturn;
      } else {
        const byte = bytes[at] ?? 0;
        const role = this.#closingQuote.classify(byte);
        if (role !== QUOTE_ROLE.closing) {
          if (role === QUOTE_ROLE.open) {
            at++;
            continue;
          }
          bits |= CHARACTERS.other;
          if (role !== QUOTE_ROLE.doubled) {
            bits |= CELL.hasStrayQuote;
            this.#listener.onStrayQuote?.(() => this.#closingQuote.positionIn(bytes));
          }
          if (role === QUOTE_ROLE.strayBeforeQuote) {
            this.#closingQuote.begin(at, line, lineStart);
          } else {
            state = QUOTED;
          }
          at += role === QUOTE_ROLE.stray ? 0 : 1;
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
    scan.state = state;
    scan.bits = bits;
    scan.cellStart = cellStart;
    scan.cellLine = cellLine;
    scan.cellLineStart = cellLineStart;
    scan.line = line;
    scan.lineStart = lineStart;
    scan.isMidRecord = isMidRecord;
    return at;
  }

  /** Ends the text at `to`. The batch must have room for one cell. Returns the position of a quote that is never closed. */
  end(bytes: Uint8Array, to: number, batch: CellBatch): TextPosition | undefined {
    return this.#scan.end(bytes, to, batch);
  }

  /** Call this when the bytes before `by` are removed and the others move to the front. */
  shift(bytes: Uint8Array, by: number): void {
    if (by > 0) {
      this.#scan.shift(bytes, by);
      this.#closingQuote.shift(bytes, by);
    }
  }

  /** The position of the byte at `at`, the next one to scan. */
  positionAt(bytes: Uint8Array, at: number): TextPosition {
    return this.#scan.positionAt(bytes, at);
  }

  #reportNul(bytes: Uint8Array, line: number, lineStart: number, at: number): void {
    this.#listener.onNul?.(() => positionAt(bytes, line, lineStart, at));
  }

  #reportStrayQuote(bytes: Uint8Array, line: number, lineStart: number, at: number): void {
    this.#listener.onStrayQuote?.(() => positionAt(bytes, line, lineStart, at));
  }
}
