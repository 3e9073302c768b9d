import type { UploadKind } from '../../model/upload.ts';
import { needsNewQuotes, quoteAnew } from '../csv/quoteCell.ts';
import { readCsvText } from './csvText.ts';
import type { TextEdit } from './textEdit.ts';

/** Puts commas where another delimiter separates the cells, and quotes around cells that hold a comma. TSV has its tabs by name. */
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
  for (const cell of cells()) {
    const { start: cellStart, end, bits, isLast } = cell;
    const separatorEnd = isLast ? end : end + 1;
    const separator = isLast ? '' : ',';
    if (needsNewQuotes(bits)) {
      const newText = quoteAnew(text.slice(cellStart, end), bits) + separator;
      edits.push({ start: cellStart, end: separatorEnd, newText });
    } else if (!isLast) {
      edits.push({ start: end, end: separatorEnd, newText: separator });
    }
  }
  return edits;
}
