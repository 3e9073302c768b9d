import type { TotalsRequest } from '../../model/columnTotals.ts';
import type { UploadKind } from '../../model/upload.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { CsvStream } from '../csv/csvStream.ts';
import type { CellReader, FoundCells } from '../csv/csvStream.ts';
import { DIALECT_BYTES } from '../csv/dialect.ts';
import { findDrawnTable } from '../csv/drawnTable.ts';
import { isJsonText } from '../json/jsonText.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { NOTHING_FOUND } from './checkResult.ts';
import type { KindCheck, KindFindings } from './checkResult.ts';
import { CsvRecords } from './csvRecords.ts';
import type { Finding } from './dataProblem.ts';
import { textFormat } from './fileFormat.ts';
import type { ProblemList } from './problemList.ts';

/** A longer record is released cell by cell. */
const MAX_RECORD_BYTES = 1_048_576;

interface RowReader extends CellReader {
  end(): KindFindings;
}

/** Reads nothing of a text whose positions have to be known, but that is no CSV. */
class SkippedRows implements RowReader {
  readonly #found: FoundCells;
  readonly #totals: TotalsRequest;

  constructor(found: FoundCells, totals: TotalsRequest) {
    this.#found = found;
    this.#totals = totals;
  }

  get start(): number {
    return this.#found.window.length;
  }

  readCells(): void {
    // No cell is kept.
  }

  shift(): void {
    // No offset is kept.
  }

  end(): KindFindings {
    return { ...NOTHING_FOUND, totals: this.#totals === false ? undefined : [] };
  }
}

/** What the beginning of a text shows it to be, if that is no CSV, and the line where it shows. */
function findOtherText(start: Uint8Array): { readonly finding: Finding; readonly line: number } | undefined {
  const isJson = isJsonText(start.subarray(0, DIALECT_BYTES), start.length < DIALECT_BYTES);
  const format = isJson ? 'JSON' : textFormat(start);
  if (format !== undefined) {
    return { finding: { code: 'notCsv', format }, line: 1 };
  }
  const table = findDrawnTable(start);
  return table && { finding: { code: 'drawnTable' }, line: table.line };
}

/** Checks CSV and TSV in one pass: the scanner finds cells, and `CsvRecords` checks each batch of them at once. */
export class CsvCheck implements KindCheck {
  readonly #problems: ProblemList;
  readonly #stream: CsvStream<RowReader>;
  #nulBytes = 0;
  #firstNul: TextPosition | undefined;

  constructor(problems: ProblemList, kind: UploadKind, totals: TotalsRequest) {
    this.#problems = problems;
    this.#stream = new CsvStream<RowReader>({
      kind,
      longestRecord: MAX_RECORD_BYTES,
      begin: (dialect, found, start) => {
        const onNul = (position: () => TextPosition): void => {
          this.#nulBytes++;
          this.#firstNul ??= position();
        };
        const other = findOtherText(start);
        if (other !== undefined) {
          problems.add(other.finding, { line: other.line, column: 1 });
          return { scanner: new CsvScanner(dialect.delimiter, { onNul }), reader: new SkippedRows(found, totals) };
        }
        const onStrayQuote = (position: () => TextPosition): void => problems.add({ code: 'strayQuote' }, position);
        return {
          scanner: new CsvScanner(dialect.delimiter, { onStrayQuote, onNul }),
          reader: new CsvRecords(problems, dialect, found, totals),
        };
      },
    });
  }

  push(bytes: Uint8Array): void {
    this.#stream.push(bytes);
  }

  position(): TextPosition {
    return this.#stream.position();
  }

  end(): KindFindings {
    const { reader, openQuote } = this.#stream.end();
    const findings = reader.end();
    if (this.#firstNul !== undefined) {
      this.#problems.add({ code: 'nulByte', bytes: this.#nulBytes }, this.#firstNul);
    }
    if (reader instanceof SkippedRows) {
      return findings;
    }
    if (openQuote !== undefined) {
      this.#problems.add({ code: 'unterminatedQuote' }, openQuote);
      // The cells before the quote are in the totals, although their row is incomplete and not counted.
      return { ...findings, totals: findings.totals && [], totalRow: undefined };
    }
    if (findings.rows === 0) {
      this.#problems.add({ code: 'noRows' }, { line: 1, column: 1 });
    }
    return findings;
  }
}
