import type { UploadKind } from '../../model/upload.ts';
import { endPosition } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { CellBatch } from './cellBatch.ts';
import type { SkippedTypes } from './cellBatch.ts';
import type { CsvScanner } from './csvScanner.ts';
import { bytesBeforeHeader, detectDialect, DIALECT_BYTES, linesBeforeHeader } from './dialect.ts';
import type { CsvDialect } from './dialect.ts';
import { RecordWindow } from './recordWindow.ts';

/** How much is scanned at once. */
const CHUNK_BYTES = 262_144;

/** The cells that were found last, and the bytes to which their offsets refer. */
export interface FoundCells {
  readonly batch: CellBatch;
  readonly window: RecordWindow;
}

/** Reads the cells of a `CsvStream`. */
export interface CellReader {
  /** Reads all cells of the batch. */
  readCells(): void;
  /** Offset of the current record in the window; negative if its start was removed. */
  readonly start: number;
  /** Called when the bytes before `by` are removed and the others move to the front. */
  shift(by: number): void;
  /** The types of the columns of which the scanner may leave out cells. */
  readonly skippedTypes?: SkippedTypes;
}

interface CsvStreamOptions<Reader extends CellReader> {
  readonly kind: UploadKind;
  /** In bytes. A longer record is released before its end is found: an unterminated quote would make it as long as the text. */
  readonly longestRecord: number;
  /** Called once there is enough text to detect the dialect, with this text. */
  readonly begin: (dialect: CsvDialect, found: FoundCells, start: Uint8Array) => ActiveScan<Reader>;
}

interface ActiveScan<Reader> {
  readonly scanner: CsvScanner;
  readonly reader: Reader;
}

/** Detects the dialect of CSV that arrives in chunks, and has its cells read batch by batch, from the header on. */
export class CsvStream<Reader extends CellReader> {
  readonly #options: CsvStreamOptions<Reader>;
  readonly #textStart = new TextStart();
  readonly found: FoundCells = { batch: new CellBatch(), window: new RecordWindow() };
  #active: ActiveScan<Reader> | undefined;

  constructor(options: CsvStreamOptions<Reader>) {
    this.#options = options;
  }

  push(bytes: Uint8Array): void {
    if (this.#active !== undefined) {
      this.#scan(this.#active, bytes);
    } else if (this.#textStart.add(bytes)) {
      this.#begin();
    }
  }

  /** The position of the next byte to push. */
  position(): TextPosition {
    const { window } = this.found;
    // Not begun yet: more text may follow by which to detect the dialect.
    return this.#active === undefined
      ? endPosition(this.#textStart.bytes)
      : this.#active.scanner.positionAt(window.bytes, window.length);
  }

  /** Reads the last cells. Also returns the position of a quote that is never closed. */
  end(): { readonly reader: Reader; readonly openQuote: TextPosition | undefined } {
    const { scanner, reader } = this.#active ?? this.#begin();
    const { batch, window } = this.found;
    const openQuote = scanner.end(window.bytes, window.length, batch);
    this.#read(reader);
    return { reader, openQuote };
  }

  #begin(): ActiveScan<Reader> {
    const start = this.#textStart.take();
    const dialect = detectDialect(start, this.#options.kind);
    const active = this.#options.begin(dialect, this.found, start);
    this.#active = active;
    active.scanner.beginInLine(linesBeforeHeader(dialect) + 1);
    this.#scan(active, start.subarray(bytesBeforeHeader(dialect)));
    return active;
  }

  #scan({ scanner, reader }: ActiveScan<Reader>, bytes: Uint8Array): void {
    const { batch, window } = this.found;
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
      let at = window.length;
      window.add(bytes.subarray(from, from + CHUNK_BYTES));
      while (at < window.length) {
        at = scanner.scan(window.bytes, at, window.length, batch, reader.skippedTypes);
        this.#read(reader);
      }
      // Release the finished records.
      const start = Math.max(reader.start, 0);
      const by = window.length - start > this.#options.longestRecord ? window.length : start;
      scanner.shift(window.bytes, by);
      reader.shift(by);
      window.drop(by);
    }
  }

  #read(reader: Reader): void {
    reader.readCells();
    this.found.batch.length = 0;
  }
}

/** Copies the start of a text, until there is enough of it to detect the dialect. */
class TextStart {
  #parts: Uint8Array[] = [];
  #length = 0;

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  /** Returns whether there is enough. */
  add(bytes: Uint8Array): boolean {
    this.#parts.push(Buffer.from(bytes));
    this.#length += bytes.length;
    return this.#length >= DIALECT_BYTES;
  }

  /** Returns the bytes, and keeps them no longer. */
  take(): Uint8Array {
    const { bytes } = this;
    this.#parts = [];
    return bytes;
  }
}
