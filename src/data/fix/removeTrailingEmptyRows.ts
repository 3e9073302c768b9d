import type { UploadKind } from '../../model/upload.ts';
import { CELL } from '../csv/cellBatch.ts';
import { isBlankLine, readCsvText } from './csvText.ts';
import type { TextEdit } from './textEdit.ts';

/** Takes away blank lines and rows of nothing but delimiters behind the last row with a value. The header stays, whatever it holds. */
export function removeTrailingEmptyRows(text: string, kind: UploadKind): readonly TextEdit[] {
  let rowsEnd: number | undefined;
  let emptyRows = 0;
  let hasValue = false;
  let recordEnd = 0;
  for (const cell of readCsvText(text, kind).cells()) {
    hasValue = (hasValue && !cell.isFirst) || !cell.isEmpty;
    if (cell.isLast) {
      recordEnd =
        cell.end + ((cell.bits & CELL.endsWithBoth) !== 0 ? 2 : (cell.bits & CELL.endsWithText) !== 0 ? 0 : 1);
      if (hasValue || (rowsEnd === undefined && !isBlankLine(cell))) {
        rowsEnd = recordEnd;
        emptyRows = 0;
      } else {
        emptyRows++;
      }
    }
  }
  // A quote that nothing closes may hold everything: then the last record is not known.
  const isWhole = recordEnd === text.length;
  return isWhole && rowsEnd !== undefined && emptyRows > 0 ? [{ start: rowsEnd, end: text.length, newText: '' }] : [];
}
