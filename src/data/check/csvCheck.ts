import type { TotalsRequest } from '../../model/columnTotals.ts';
import type { UploadKind } from '../../model/upload.ts';
import { CellBatch } from '../csv/cellBatch.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { detectDialect } from '../csv/dialect.ts';
import { RecordWindow } from '../csv/recordWindow.ts';
import { TextStart } from '../csv/textStart.ts';
import { endPosition } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { KindCheck, KindFindings } from './checkResult.ts';
import { CsvRecords } from './csvRecords.ts';
import type { ProblemList } from './dataProblem.ts';

/** How much is scanned at once. */
const CHUNK_BYTES = 262_144;
/** A longer record is released cell by cell: an unterminated quote would make it as long as the text. */
const LONGEST_RECORD_BYTES = 1_048_576;

/** The scan after the dialect is known. */
interface ActiveScan {
  readonly scanner: CsvScanner;
  readonly records: CsvRecords;
}

/** Checks CSV and TSV in one pass: the scanner finds cells, and `CsvRecords` checks each batch of them at once. */
export class CsvCheck implements KindCheck {
  readonly #kind: UploadKind;
  readonly #problems: ProblemList;
  readonly #totals: TotalsRequest;
  readonly #head = new TextStart();
  readonly #batch = new CellBatch();
  readonly #window = new RecordWindow();
  #active: ActiveScan | undefined;
  #nulBytes = 0;
  #firstNul: TextPosition | undefined;

  constructor(problems: ProblemList, kind: UploadKind, totals: TotalsRequest) {
    this.#kind = kind;
    this.#problems = problems;
    this.#totals = totals;
  }

  push(bytes: Uint8Array): void {
    if (this.#active !== undefined) {
      this.#scan(this.#active, bytes);
      return;
    }
    if (this.#head.add(bytes)) {
      this.#begin();
    }
  }

  position(): TextPosition {
    // Not begun yet: more text may follow by which to detect the dialect.
    return this.#active === undefined
      ? endPosition(this.#head.bytes)
      : this.#active.scanner.positionAt(this.#window.bytes, this.#window.length);
  }

  end(): KindFindings {
    const { scanner, records } = this.#active ?? this.#begin();
    const openQuote = scanner.end(this.#window.bytes, this.#window.length, this.#batch);
    records.checkCells();
    const findings = records.end();
    if (this.#firstNul !== undefined) {
      this.#problems.add({ code: 'nulByte', bytes: this.#nulBytes }, this.#firstNul);
    }
    if (openQuote !== undefined) {
      this.#problems.add({ code: 'unterminatedQuote' }, openQuote);
      // The cells before the quote are in the totals, although their row is incomplete and not counted.
      return { ...findings, totals: findings.totals && [] };
    }
    if (findings.rows === 0) {
      this.#problems.add({ code: 'noRows' }, { line: 1, column: 1 });
    }
    return findings;
  }

  #begin(): ActiveScan {
    const head = this.#head.take();
    const dialect = detectDialect(head, this.#kind);
    const scanner = new CsvScanner(dialect.delimiter, {
      onStrayQuote: (position) => this.#problems.add({ code: 'strayQuote' }, position),
      onNul: (position) => {
        this.#nulBytes++;
        this.#firstNul ??= position();
      },
    });
    this.#active = {
      scanner,
      records: new CsvRecords(this.#problems, dialect, this.#batch, this.#window, this.#totals),
    };
    this.#scan(this.#active, head);
    return this.#active;
  }

  #scan({ scanner, records }: ActiveScan, bytes: Uint8Array): void {
    const window = this.#window;
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
      let at = window.length;
      window.add(bytes.subarray(from, from + CHUNK_BYTES));
      while (at < window.length) {
        at = scanner.scan(window.bytes, at, window.length, this.#batch, records.knownTypes);
        records.checkCells();
      }
      // Release the finished records.
      const start = Math.max(records.start, 0);
      const by = window.length - start > LONGEST_RECORD_BYTES ? window.length : start;
      scanner.shift(window.bytes, by);
      records.shift(by);
      window.drop(by);
    }
  }
}
