import { CELL, CELL_STRIDE, CHARACTERS, MAX_NUMBER_LENGTH, STRUCTURE, TYPE_BITS } from './cellBatch.ts';
import type { CellBatch, CharacterTables, SkippedTypes } from './cellBatch.ts';
import { CARRIAGE_RETURN, LINE_FEED, MINUS, QUOTE } from '../text/ascii.ts';
import { QUOTED, UNQUOTED } from './scanState.ts';
import type { ScanState } from './scanState.ts';

/**
 * Scans whole cells, one after the other, without the steps that few cells need: those are left to the scanner. Returns the offset
 * to go on at, with the state there in `scan`: the start of a cell if the batch is full or the bytes end; else within a cell, at a
 * NUL, a stray quote, a line break in quotes, a quote before anything but the end of a cell, or the end of the bytes.
 *
 * @param view the same bytes.
 * @param skipped a cell of the same type as its column is not added to the batch, unless it is the first or last of its record.
 */
export function scanWholeCells(
  bytes: Uint8Array,
  view: DataView,
  from: number,
  to: number,
  { delimiter, plain, quoted }: CharacterTables,
  scan: ScanState,
  batch: CellBatch,
  { ofCells, ofColumns }: SkippedTypes,
): number {
  // In variables: the properties of objects would be read anew for each cell.
  const zeros = 0x30303030;
  const overNine = 0x76767676;
  const highBits = 0x80808080;
  const { digit, sign, point, other } = CHARACTERS;
  const decimal = digit | point;
  const signed = digit | sign;
  const signedDecimal = decimal | sign;
  const { isQuoted, isNumber, isDate, endsWithLf, endsWithCrLf, endsWithCr } = CELL;
  const { cells } = batch;
  const capacity = cells.length;
  let length = batch.length;
  let line = scan.line;
  let lineStart = scan.lineStart;
  let column = scan.column;
  const width = ofColumns.length;
  const typeBits = TYPE_BITS;
  let at = from;
  while (at < to && length < capacity) {
    const start = at;
    let state = UNQUOTED;
    let bits = 0;
    let end: number;
    if (bytes[at] !== QUOTE) {
      let found: number;
      let separators = 0;
      // The sum of the classes of the characters but digits: it has 2 for a sign and 4 for a point.
      let extra = 0;
      for (;;) {
        // Up to four digits are skipped at once: no delimiter is a digit. The lowest high bit is that of the first byte that is not a
        // digit, and so 10 or more here. Comparing it is faster than computing its place, on which the next read would have to wait.
        const word = view.getInt32(at, true) ^ zeros;
        const notDigits = ((word + overNine) | word) & highBits;
        if (notDigits === 0) {
          at += 4;
          continue;
        }
        // eslint-disable-next-line no-nested-ternary -- Steps or a function would take longer.
        at += (notDigits & 0x80) !== 0 ? 0 : (notDigits & 0x8000) !== 0 ? 1 : (notDigits & 0x800000) !== 0 ? 2 : 3;
        found = plain[bytes[at] ?? 0] ?? 0;
        if (found >= other) {
          break;
        }
        bits |= found;
        extra += found;
        separators++;
        at++;
      }
      if (at - start > separators) {
        bits |= digit;
      }
      if (found === other) {
        bits |= other;
        at = endOfText(bytes, view, at + 1, plain, delimiter);
      } else if (bits === decimal || bits === signed || bits === signedDecimal) {
        const isOne =
          bits === decimal
            ? separators === 1
            : extra === (bits === signed ? sign : sign + point) && plain[bytes[start] ?? 0] === sign;
        if (isOne && at - start <= MAX_NUMBER_LENGTH) {
          bits |= isNumber;
        } else if (
          bits === signed &&
          separators === 2 &&
          at - start === 10 &&
          bytes[start + 4] === MINUS &&
          bytes[start + 7] === MINUS
        ) {
          bits |= isDate;
        }
      }
      end = at;
    } else {
      state = QUOTED;
      bits = isQuoted;
      at++;
      let found = quoted[bytes[at] ?? 0] ?? 0;
      while (found < other) {
        bits |= found;
        at++;
        found = quoted[bytes[at] ?? 0] ?? 0;
      }
      if (found === other) {
        bits |= other;
        at = endOfText(bytes, view, at + 1, quoted, QUOTE);
      }
      while (bytes[at] === QUOTE && bytes[at + 1] === QUOTE) {
        bits |= other;
        at = endOfText(bytes, view, at + 2, quoted, QUOTE);
      }
      // A line break or a NUL in quotes is left to the scanner: there is no delimiter or line break at the guard.
      end = bytes[at] === QUOTE ? at + 1 : to;
    }

    let ending = 0;
    const byte = bytes[end] ?? 0;
    if (byte === delimiter) {
      if (column > 0 && column < width && ofCells[bits & typeBits] === ofColumns[column]) {
        column++;
        at = end + 1;
        continue;
      }
    } else {
      if (byte === LINE_FEED) {
        ending = endsWithLf;
      } else if (byte === CARRIAGE_RETURN && end + 1 < to) {
        ending = bytes[end + 1] === LINE_FEED ? endsWithCrLf : endsWithCr;
      } else {
        scan.state = state;
        // The rest of the cell decides whether it is a number or a date.
        scan.bits = bits & ~(isNumber | isDate);
        scan.cellStart = start;
        scan.cellLine = line;
        scan.cellLineStart = lineStart;
        break;
      }
    }
    cells[length] = start;
    cells[length + 1] = end;
    cells[length + 2] = bits | ending;
    cells[length + 3] = line;
    cells[length + 4] = lineStart;
    cells[length + 5] = column;
    length += CELL_STRIDE;
    at = ending === endsWithCrLf ? end + 2 : end + 1;
    column++;
    if (ending !== 0) {
      column = 0;
      line++;
      lineStart = at;
    }
  }
  batch.length = length;
  scan.line = line;
  scan.lineStart = lineStart;
  scan.column = column;
  return at;
}

/**
 * The offset of the next byte that is `STRUCTURE` in the table. Of a cell that is known to be text, the classes of the other bytes
 * don't matter, so that four bytes at a time are skipped if none is a control character, a quote or the delimiter.
 *
 * @param delimiter in quotes, a quote.
 */
export function endOfText(
  bytes: Uint8Array,
  view: DataView,
  from: number,
  table: Uint8Array,
  delimiter: number,
): number {
  const each = 0x01010101;
  const quotes = 0x22222222;
  const spaces = 0x20202020;
  const highBits = 0x80808080;
  const structure = STRUCTURE;
  const delimiters = delimiter * each;
  let at = from;
  for (;;) {
    const word = view.getInt32(at, true);
    const quote = word ^ quotes;
    const end = word ^ delimiters;
    // The lowest high bit is that of the first byte that is less than a space; or is a quote, and so 0 here; or is the delimiter.
    const found = (((word - spaces) & ~word) | ((quote - each) & ~quote) | ((end - each) & ~end)) & highBits;
    if (found === 0) {
      at += 4;
      continue;
    }
    at += (31 - Math.clz32(found & -found)) >> 3;
    if ((table[bytes[at] ?? 0] ?? 0) >= structure) {
      return at;
    }
    at++;
  }
}
