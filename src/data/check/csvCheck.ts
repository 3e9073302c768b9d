import type { UploadKind } from '../../model/upload.ts';
import { CellBatch } from '../csv/cellBatch.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { detectDialect, DIALECT_BYTES } from '../csv/dialect.ts';
import { RecordWindow } from '../csv/recordWindow.ts';
import { endPosition } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { KindCheck, KindFindings } from './checkResult.ts';
import { CsvRecords } from './csvRecords.ts';
import type { ProblemList } from './problemList.ts';

/** How much is scanned at once. */
const PIECE_BYTES = 262_144;
/** A record that grows longer is let go of, cell by cell: on a quote that nothing closes it would grow to the end. */
const LONGEST_RECORD_BYTES = 1_048_576;

/** What reads on, once it is known how the text is to be read. */
interface Reading {
  readonly scanner: CsvScanner;
  readonly records: CsvRecords;
}

/** Checks CSV and TSV: the scanner finds the cells, and all that is asked of each is asked while it is at hand. */
export class CsvCheck implements KindCheck {
  readonly #kind: UploadKind;
  readonly #problems: ProblemList;
  /** The text before the delimiter is decided. */
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  readonly #batch = new CellBatch();
  readonly #window = new RecordWindow();
  #reading: Reading | undefined;
  #nulBytes = 0;
  #firstNul: TextPosition | undefined;

  constructor(problems: ProblemList, kind: UploadKind) {
    this.#kind = kind;
    this.#problems = problems;
  }

  push(bytes: Uint8Array): void {
    if (this.#reading !== undefined) {
      this.#scan(this.#reading, bytes);
      return;
    }
    this.#head.push(Buffer.from(bytes));
    this.#headLength += bytes.length;
    if (this.#headLength >= DIALECT_BYTES) {
      this.#begin();
    }
  }

  position(): TextPosition {
    // To begin now would be to judge the delimiter by less than there may be to come.
    return this.#reading === undefined
      ? endPosition(Buffer.concat(this.#head))
      : this.#reading.scanner.positionAt(this.#window.bytes, this.#window.length);
  }

  end(): KindFindings {
    const { scanner, records } = this.#reading ?? this.#begin();
    const openQuote = scanner.end(this.#window.bytes, this.#window.length, this.#batch);
    records.takeCells();
    const findings = records.end();
    if (this.#firstNul !== undefined) {
      this.#problems.add({ code: 'nulByte', bytes: this.#nulBytes }, this.#firstNul);
    }
    if (openQuote !== undefined) {
      this.#problems.add({ code: 'unterminatedQuote' }, openQuote);
    } else if (findings.rows === 0) {
      this.#problems.add({ code: 'noRows' }, { line: 1, column: 1 });
    }
    return findings;
  }

  #begin(): Reading {
    const head = Buffer.concat(this.#head);
    this.#head.length = 0;
    const dialect = detectDialect(head, this.#kind);
    const scanner = new CsvScanner(dialect.delimiter, {
      onStrayQuote: (position) => this.#problems.add({ code: 'strayQuote' }, position),
      onNul: (position) => {
        this.#nulBytes++;
        this.#firstNul ??= position();
      },
    });
    this.#reading = {
      scanner,
      records: new CsvRecords(this.#problems, dialect, this.#batch, this.#window),
    };
    this.#scan(this.#reading, head);
    return this.#reading;
  }

  #scan({ scanner, records }: Reading, bytes: Uint8Array): void {
    const window = this.#window;
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      let at = window.length;
      window.add(bytes.subarray(from, from + PIECE_BYTES));
      while (at < window.length) {
        at = scanner.scan(window.bytes, at, window.length, this.#batch);
        records.takeCells();
      }
      // Lets go of the records that are finished.
      const start = Math.max(records.start, 0);
      const by = window.length - start > LONGEST_RECORD_BYTES ? window.length : start;
      scanner.shift(window.bytes, by);
      records.shift(by);
      window.drop(by);
    }
  }
}
