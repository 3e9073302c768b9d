import {
  BITS,
  CELL_STRIDE,
  CellBatch,
  END,
  endsRecord,
  isBlankLine,
  isEmptyRow,
  separatorLength,
} from '../csv/cellBatch.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { RecordWindow } from '../csv/recordWindow.ts';
import { WrittenHeader } from '../csv/writtenHeader.ts';
import type { ByteTransform } from './byteTransform.ts';

/** A longer record is not the header, and not a row of only delimiters. */
const MAX_RECORD_BYTES = 1_048_576;
/** A record can have as many bytes after its last cell as long as its end is not known. */
const LINE_BREAK_BYTES = 2;

interface OmittedRows {
  /** Whether a record is omitted, by its offsets in the window, of which the first may be negative, and the bits of all its cells. */
  readonly isOmitted: (header: WrittenHeader, window: Uint8Array, start: number, end: number, bits: number) => boolean;
  /** The most bytes of a record that is omitted. */
  readonly longest: (header: WrittenHeader) => number;
}

/** Omits the rows of CSV in UTF-8 that are written like the header. Begins with the header. */
export function omitRepeatedHeaders(delimiter: string): ByteTransform {
  return omitRows(delimiter, {
    isOmitted: (header, window, start, end) => header.isRepeatedIn(window, start, end),
    longest: ({ length }) => length,
  });
}

/** Omits the rows of CSV in UTF-8 that are only delimiters. Begins with the header. */
export function omitEmptyRows(delimiter: string): ByteTransform {
  return omitRows(delimiter, {
    isOmitted: (_header, _window, start, _end, bits) => start >= 0 && isEmptyRow(bits),
    longest: () => MAX_RECORD_BYTES,
  });
}

function omitRows(delimiter: string, { isOmitted, longest }: OmittedRows): ByteTransform {
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  /** The bytes of the unfinished record, or of its end, followed by the current chunk. */
  const window = new RecordWindow();
  let header: WrittenHeader | undefined;
  // Of the current record.
  let cells = 0;
  let recordBits = 0;
  // Offsets in the window: of the current record, which is -1 if its beginning is gone; and of what is not written yet.
  let start = 0;
  let unwritten = 0;

  /** Returns what precedes the omitted rows of the batch. */
  const readRecords = (): readonly Uint8Array[] => {
    const parts: Uint8Array[] = [];
    for (let index = 0; index < batch.length; index += CELL_STRIDE) {
      const bits = batch.cells[index + BITS] ?? 0;
      cells++;
      recordBits |= bits;
      if (!endsRecord(bits)) {
        continue;
      }
      const end = batch.cells[index + END] ?? 0;
      const next = end + separatorLength(bits);
      const isBlank = isBlankLine(recordBits, cells);
      if (header === undefined) {
        header = isBlank
          ? undefined
          : new WrittenHeader(start < 0 ? undefined : window.bytes.subarray(start, end), delimiter);
      } else if (!isBlank && isOmitted(header, window.bytes, start, end, recordBits)) {
        parts.push(Buffer.from(window.bytes.subarray(unwritten, start)));
        unwritten = next;
      }
      start = next;
      cells = 0;
      recordBits = 0;
    }
    batch.length = 0;
    return parts;
  };

  const writeTo = (end: number): Uint8Array => {
    const part = Buffer.from(window.bytes.subarray(unwritten, Math.max(unwritten, end)));
    unwritten = Math.max(unwritten, end);
    return part;
  };

  return {
    push: (bytes) => {
      const parts: Uint8Array[] = [];
      let at = window.length;
      window.add(bytes);
      while (at < window.length) {
        at = scanner.scan(window.bytes, at, window.length, batch);
        parts.push(...readRecords());
      }
      const most = header === undefined ? MAX_RECORD_BYTES : longest(header) + LINE_BREAK_BYTES;
      if (window.length - start > most) {
        start = -1;
      }
      parts.push(writeTo(start < 0 ? window.length : start));
      scanner.shift(window.bytes, unwritten);
      window.drop(unwritten);
      start = start < 0 ? -1 : 0;
      unwritten = 0;
      return Buffer.concat(parts);
    },
    end: () => {
      scanner.end(window.bytes, window.length, batch);
      return Buffer.concat([...readRecords(), writeTo(window.length)]);
    },
  };
}
