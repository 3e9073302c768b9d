import { BITS, CELL_STRIDE, CellBatch, END, endsRecord, isBlankLine, separatorLength } from '../csv/cellBatch.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { RecordWindow } from '../csv/recordWindow.ts';
import { WrittenHeader } from '../csv/writtenHeader.ts';
import type { ByteTransform } from './byteTransform.ts';

/** A longer record is not the header. */
const MAX_HEADER_BYTES = 1_048_576;
/** A record can have as many bytes after its last cell as long as its end is not known. */
const LINE_BREAK_BYTES = 2;

/** Omits the rows of CSV in UTF-8 that are written like the header. Begins with the header. */
export function omitRepeatedHeaders(delimiter: string): ByteTransform {
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  /** The bytes of the unfinished record, or of its end, followed by the current chunk. */
  const window = new RecordWindow();
  let header: WrittenHeader | undefined;
  let cells = 0;
  // Offsets in the window: of the current record, which is -1 if its beginning is gone; and of what is not written yet.
  let start = 0;
  let unwritten = 0;

  /** Returns what precedes the repeated headers of the batch. */
  const readRecords = (): readonly Uint8Array[] => {
    const parts: Uint8Array[] = [];
    for (let index = 0; index < batch.length; index += CELL_STRIDE) {
      const bits = batch.cells[index + BITS] ?? 0;
      cells++;
      if (!endsRecord(bits)) {
        continue;
      }
      const end = batch.cells[index + END] ?? 0;
      const next = end + separatorLength(bits);
      if (header?.isRepeatedIn(window.bytes, start, end) === true) {
        parts.push(Buffer.from(window.bytes.subarray(unwritten, start)));
        unwritten = next;
      } else if (header === undefined && !isBlankLine(bits, cells)) {
        header = new WrittenHeader(start < 0 ? undefined : window.bytes.subarray(start, end), delimiter);
      }
      start = next;
      cells = 0;
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
      const longest = header === undefined ? MAX_HEADER_BYTES : header.length + LINE_BREAK_BYTES;
      if (window.length - start > longest) {
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
