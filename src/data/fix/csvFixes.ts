import type { UploadKind } from '../../model/upload.ts';
import { hasTrailingDelimiter, isEmptyRow, separatorLength } from '../csv/cellBatch.ts';
import { needsNewQuotes, quoteAnew, quoteCell, valueOfCell } from '../csv/cellText.ts';
import { withoutFormula } from '../csv/formulaText.ts';
import { isNullText } from '../csv/nullText.ts';
import { WrittenHeader } from '../csv/writtenHeader.ts';
import { isInBlankLine, readCsvText } from './csvText.ts';
import type { CellSpan } from './csvText.ts';
import type { TextEdit } from '../text/textEdit.ts';
import { UniqueNames } from '../text/uniqueNames.ts';

/** Replaces the delimiter by commas, and quotes cells that contain a comma. TSV keeps its tabs. */
export function delimiterToComma(text: string, kind: UploadKind): readonly TextEdit[] {
  const { delimiter, start, sepLineLength, cells } = readCsvText(text, kind);
  if (delimiter === ',' || kind !== 'csv') {
    return [];
  }
  const edits: TextEdit[] = [];
  if (sepLineLength > 0) {
    const at = start + text.slice(start, start + sepLineLength).indexOf(delimiter);
    edits.push({ start: at, end: at + 1, newText: ',' });
  }
  let recordEnd = start + sepLineLength;
  for (const cell of cells({ withTitles: true })) {
    const { start: cellStart, end, bits, isLast } = cell;
    recordEnd = isLast ? end + separatorLength(bits) : recordEnd;
    const separatorEnd = isLast ? end : end + 1;
    const separator = isLast ? '' : ',';
    if (needsNewQuotes(bits, () => text.slice(cellStart, end).includes(','))) {
      const newText = quoteAnew(text.slice(cellStart, end), bits) + separator;
      edits.push({ start: cellStart, end: separatorEnd, newText });
    } else if (!isLast) {
      edits.push({ start: end, end: separatorEnd, newText: separator });
    }
  }
  // After a quote that is not closed, the rest would keep its delimiters.
  return recordEnd === text.length ? edits : [];
}

/** Removes the `sep=` line. */
export function removeSepLine(text: string, kind: UploadKind): readonly TextEdit[] {
  const { start, sepLineLength } = readCsvText(text, kind);
  return sepLineLength === 0 ? [] : [{ start, end: start + sepLineLength, newText: '' }];
}

/** Removes the lines above the header. */
export function removeTitleLines(text: string, kind: UploadKind): readonly TextEdit[] {
  const { start, sepLineLength, titles, titlesEnd } = readCsvText(text, kind);
  return titles === undefined ? [] : [{ start: start + sepLineLength, end: titlesEnd, newText: '' }];
}

/** Removes the rows that are written like the header. */
export function removeRepeatedHeaders(text: string, kind: UploadKind): readonly TextEdit[] {
  const { delimiter, cells } = readCsvText(text, kind);
  const edits: TextEdit[] = [];
  let header: WrittenHeader | undefined;
  let start = 0;
  for (const cell of cells()) {
    start = cell.isFirst ? cell.start : start;
    if (!cell.isLast || isInBlankLine(cell)) {
      continue;
    }
    const record = Buffer.from(text.slice(start, cell.end));
    if (header === undefined) {
      header = new WrittenHeader(record, delimiter);
    } else if (header.isRepeatedIn(record, 0, record.length)) {
      edits.push({ start, end: cell.end + separatorLength(cell.bits), newText: '' });
    }
  }
  return edits;
}

/** Removes the rows of only delimiters. */
export function removeEmptyRows(text: string, kind: UploadKind): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let isBelowHeader = false;
  let start = 0;
  let recordBits = 0;
  for (const cell of readCsvText(text, kind).cells()) {
    start = cell.isFirst ? cell.start : start;
    recordBits = cell.isFirst ? cell.bits : recordBits | cell.bits;
    if (!cell.isLast || isInBlankLine(cell)) {
      continue;
    }
    if (isBelowHeader && isEmptyRow(recordBits)) {
      edits.push({ start, end: cell.end + separatorLength(cell.bits), newText: '' });
    }
    isBelowHeader = true;
  }
  return edits;
}

/** Removes the delimiter at the end of each row for which the header has no column. */
export function removeTrailingDelimiters(text: string, kind: UploadKind): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let columns = 0;
  let cellCount = 0;
  for (const cell of readCsvText(text, kind).cells()) {
    cellCount = cell.isFirst ? 1 : cellCount + 1;
    if (!cell.isLast || isInBlankLine(cell)) {
      continue;
    }
    if (columns === 0) {
      columns = cellCount;
    } else if (hasTrailingDelimiter(cell.bits, cellCount, columns)) {
      edits.push({ start: cell.start - 1, end: cell.start, newText: '' });
    }
  }
  return edits;
}

/** Removes blank lines and rows of only delimiters after the last row with a value. Always keeps the header. */
export function removeTrailingEmptyRows(text: string, kind: UploadKind): readonly TextEdit[] {
  let rowsEnd: number | undefined;
  let emptyRows = 0;
  let hasValue = false;
  let recordEnd = 0;
  for (const cell of readCsvText(text, kind).cells()) {
    hasValue = (hasValue && !cell.isFirst) || !cell.isEmpty;
    if (cell.isLast) {
      recordEnd = cell.end + separatorLength(cell.bits);
      if (hasValue || (rowsEnd === undefined && !isInBlankLine(cell))) {
        rowsEnd = recordEnd;
        emptyRows = 0;
      } else {
        emptyRows++;
      }
    }
  }
  // After a quote that is not closed, the end of the last record is unknown.
  const isWhole = recordEnd === text.length;
  return isWhole && rowsEnd !== undefined && emptyRows > 0 ? [{ start: rowsEnd, end: text.length, newText: '' }] : [];
}

/** Adds a number to each column name that an earlier column has. Empty names stay empty. */
export function makeColumnNamesUnique(text: string, kind: UploadKind): readonly TextEdit[] {
  const { cells } = readCsvText(text, kind);
  const header: CellSpan[] = [];
  for (const cell of cells()) {
    if (isInBlankLine(cell)) {
      continue;
    }
    header.push(cell);
    if (cell.isLast) {
      break;
    }
  }
  const names = header.map(({ start, end }) => valueOfCell(text.slice(start, end)));
  const unique = new UniqueNames(names);
  const seen = new Set<string>();
  return header.flatMap(({ start, end }, index) => {
    const name = names[index] ?? '';
    if (name.trim() === '' || !seen.has(name)) {
      seen.add(name);
      return [];
    }
    const newName = unique.take(name);
    const isPlain = text.slice(start, end) === name;
    return [{ start, end, newText: isPlain ? newName : quoteCell(newName) }];
  });
}

/** Writes texts that are written as formulas as these texts: `="0012"` becomes `0012`. The header stays as it is. */
export function formulasToText(text: string, kind: UploadKind): readonly TextEdit[] {
  return editsOfRows(text, kind, withoutFormula);
}

/** Empties the cells with a text that stands for a missing value, such as `NULL`. The header stays as it is. */
export function emptyNullTexts(text: string, kind: UploadKind): readonly TextEdit[] {
  return editsOfRows(text, kind, (written, { isFirst, isLast }) => {
    // Without quotes, a row with a single empty cell would be a blank line.
    const empty = isFirst && isLast ? '""' : '';
    return isNullText(valueOfCell(written)) ? empty : undefined;
  });
}

/** @param newText of a cell as it is written; undefined if it stays. */
function editsOfRows(
  text: string,
  kind: UploadKind,
  newText: (written: string, cell: CellSpan) => string | undefined,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let isHeader = true;
  for (const cell of readCsvText(text, kind).cells()) {
    const { start, end } = cell;
    const changed = isHeader ? undefined : newText(text.slice(start, end), cell);
    if (changed !== undefined) {
      edits.push({ start, end, newText: changed });
    }
    isHeader &&= !cell.isLast || isInBlankLine(cell);
  }
  return edits;
}
