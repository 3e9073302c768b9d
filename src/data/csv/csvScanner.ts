import { positionAt } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { CELL, CHARACTERS, characterTables, NO_SKIPPED_TYPES, STRUCTURE } from './cellBatch.ts';
import type { CellBatch, CharacterTables, SkippedTypes } from './cellBatch.ts';
import { ClosingQuote, QUOTE_ROLE } from './closingQuote.ts';
import { GUARD, GUARD_BYTES } from './recordWindow.ts';
import { AFTER_CARRIAGE_RETURN, AFTER_QUOTE, CELL_START, QUOTED, ScanState, UNQUOTED } from './scanState.ts';
import { endOfText, scanWholeCells } from './wholeCells.ts';
import { CARRIAGE_RETURN, LINE_FEED, QUOTE } from '../text/ascii.ts';

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
  readonly #tables: CharacterTables;
  readonly #listener: ScanListener;
  readonly #closingQuote: ClosingQuote;
  readonly #scan = new ScanState();

  constructor(delimiter: string, listener: ScanListener = {}) {
    this.#tables = characterTables(delimiter.charCodeAt(0));
    this.#listener = listener;
    this.#closingQuote = new ClosingQuote(this.#tables.delimiter);
  }

  /** Begins in this line instead of the first one. Call this before the first scan. */
  beginInLine(line: number): void {
    this.#scan.line = line;
  }

  /** Scans from `from` to `to`, or until the batch is full. The guard must follow. Returns the offset to go on at. */
  scan(
    bytes: Uint8Array,
    from: number,
    to: number,
    batch: CellBatch,
    skipped: SkippedTypes = NO_SKIPPED_TYPES,
  ): number {
    if (bytes[to] !== GUARD || bytes.length < to + GUARD_BYTES) {
      throw new RangeError('No guard at the end of the bytes.');
    }
    const scan = this.#scan;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = from;
    while (at < to && batch.length < batch.cells.length) {
      if (scan.state === CELL_START) {
        at = scanWholeCells(bytes, view, at, to, this.#tables, scan, batch, skipped);
      }
      if (scan.state !== CELL_START) {
        at = this.#scanRest(bytes, view, at, to, batch);
      }
    }
    return at;
  }

  /** Scans from within a cell to its end, or to the end of the bytes. */
  #scanRest(bytes: Uint8Array, view: DataView, from: number, to: number, batch: CellBatch): number {
    const { delimiter, plain, quoted } = this.#tables;
    const scan = this.#scan;
    let at = from;
    while (at < to) {
      const byte = bytes[at] ?? 0;
      if (scan.state === UNQUOTED) {
        const found = plain[byte] ?? 0;
        if (found < STRUCTURE) {
          scan.bits |= found;
          at++;
          if (found === CHARACTERS.other) {
            at = endOfText(bytes, view, at, plain, delimiter);
          }
        } else if (byte === delimiter || byte === LINE_FEED) {
          return scan.endCell(at, at + 1, byte === delimiter ? 0 : CELL.endsWithLf, batch);
        } else if (byte === CARRIAGE_RETURN) {
          scan.state = AFTER_CARRIAGE_RETURN;
          at++;
        } else {
          if (byte !== QUOTE) {
            this.#reportNul(bytes, at);
          } else if ((scan.bits & CELL.hasStrayQuote) === 0) {
            this.#reportStrayQuote(bytes, at);
            scan.bits |= CELL.hasStrayQuote;
          }
          scan.bits |= CHARACTERS.other;
          at++;
        }
      } else if (scan.state === QUOTED) {
        const found = quoted[byte] ?? 0;
        if (found < STRUCTURE) {
          scan.bits |= found;
          at++;
          if (found === CHARACTERS.other) {
            at = endOfText(bytes, view, at, quoted, QUOTE);
          }
          continue;
        }
        if (byte === QUOTE) {
          this.#closingQuote.begin(at, scan.line, scan.lineStart);
          scan.state = AFTER_QUOTE;
        } else {
          scan.bits |= CHARACTERS.other;
          if (byte === CARRIAGE_RETURN) {
            scan.line++;
            scan.lineStart = at + 1;
          } else if (byte === LINE_FEED) {
            // CRLF is one line break.
            scan.line += (at > 0 ? bytes[at - 1] : scan.byteBefore) === CARRIAGE_RETURN ? 0 : 1;
            scan.lineStart = at + 1;
          } else {
            this.#reportNul(bytes, at);
          }
        }
        at++;
      } else if (scan.state === AFTER_CARRIAGE_RETURN) {
        return byte === LINE_FEED
          ? scan.endCell(at - 1, at + 1, CELL.endsWithCrLf, batch)
          : scan.endCell(at - 1, at, CELL.endsWithCr, batch);
      } else {
        const role = this.#closingQuote.classify(byte);
        if (role === QUOTE_ROLE.closing) {
          if (byte !== CARRIAGE_RETURN) {
            return scan.endCell(at, at + 1, byte === delimiter ? 0 : CELL.endsWithLf, batch);
          }
          scan.state = AFTER_CARRIAGE_RETURN;
        } else if (role !== QUOTE_ROLE.open) {
          this.#readQuote(role, bytes, at);
        }
        at += role === QUOTE_ROLE.stray ? 0 : 1;
      }
    }
    return at;
  }

  /** Goes on in quotes after a quote that does not close the cell. */
  #readQuote(role: number, bytes: Uint8Array, at: number): void {
    const scan = this.#scan;
    scan.bits |= CHARACTERS.other;
    if (role !== QUOTE_ROLE.doubled) {
      scan.bits |= CELL.hasStrayQuote;
      this.#listener.onStrayQuote?.(() => this.#closingQuote.positionIn(bytes));
    }
    if (role === QUOTE_ROLE.strayBeforeQuote) {
      this.#closingQuote.begin(at, scan.line, scan.lineStart);
    } else {
      scan.state = QUOTED;
    }
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

  #reportNul(bytes: Uint8Array, at: number): void {
    const { line, lineStart } = this.#scan;
    this.#listener.onNul?.(() => positionAt(bytes, line, lineStart, at));
  }

  #reportStrayQuote(bytes: Uint8Array, at: number): void {
    const { line, lineStart } = this.#scan;
    this.#listener.onStrayQuote?.(() => positionAt(bytes, line, lineStart, at));
  }
}
