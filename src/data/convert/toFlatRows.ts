import { RecordWindow } from '../csv/recordWindow.ts';
import { flattenRow } from '../json/flattenRow.ts';
import { JsonKeys } from '../json/jsonKeys.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { applyEdits } from '../text/textEdit.ts';
import { textOfBytes, WholeCharacters } from '../text/utf8.ts';
import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';

/** A longer row stays as it is. */
const MAX_ROW_BYTES = 4_194_304;

/** Offsets of a row, counted from the start of the stream. */
interface RowSpan {
  readonly start: number;
  readonly end: number;
  readonly isNested: boolean;
}

/**
 * Moves nested values of JSON rows (UTF-8) into the row itself, under dotted names. Everything else stays as it is.
 *
 * @param withoutNulls names under which null is omitted, see `objectNames`.
 */
export function toFlatRows(withoutNulls: readonly string[] = []): ByteTransform {
  const omitted = new Set(withoutNulls);
  /** The bytes after the last row that has ended. */
  const window = new RecordWindow();
  /** The offset of the window in the stream. */
  let base = 0;
  const characters = new WholeCharacters();
  /** The rows that may change and have ended in the current chunk, and the end of the last row of all. */
  let changedRows: RowSpan[] = [];
  let rowsEnd = 0;
  let isNested = false;
  const scanner = new JsonScanner(
    {
      onNested: () => (isNested = true),
      onRowEnd: (start, end) => {
        if (isNested || omitted.size > 0) {
          changedRows.push({ start, end, isNested });
        }
        isNested = false;
        rowsEnd = end;
      },
    },
    new JsonKeys(),
  );

  const write = (bytes: Uint8Array, isEnd: boolean): Uint8Array => {
    window.add(bytes);
    scanner.push(bytes);
    const out: Uint8Array[] = [];
    let at = 0;
    for (const { start, end, isNested } of changedRows) {
      // The start of a long row has been written already.
      const row = start < base ? NO_BYTES : window.bytes.subarray(start - base, end - base);
      if (row.length > 0 && (isNested || hasNull(row))) {
        out.push(Buffer.from(window.bytes.subarray(at, start - base)));
        out.push(Buffer.from(flattened(textOfBytes(row), omitted)));
        at = end - base;
      }
    }
    changedRows = [];
    const rest = Math.max(at, rowsEnd - base);
    const to = isEnd || window.length - rest > MAX_ROW_BYTES ? window.length : rest;
    out.push(Buffer.from(window.bytes.subarray(at, to)));
    window.drop(to);
    base += to;
    return Buffer.concat(out);
  };
  return {
    push: (bytes) => write(characters.push(bytes), false),
    end: () => write(characters.end(), true),
  };
}

/** A row without nested values. */
function flattened(text: string, withoutNulls: ReadonlySet<string>): string {
  const [row] = readJsonRows(text);
  return row === undefined ? text : applyEdits(text, flattenRow(text, row, withoutNulls));
}

function hasNull({ buffer, byteOffset, length }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, length).includes('null');
}
