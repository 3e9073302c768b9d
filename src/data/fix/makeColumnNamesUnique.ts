import type { UploadKind } from '../../model/upload.ts';
import { valueOfCell } from '../csv/cellText.ts';
import { quoteCell } from '../csv/quoteCell.ts';
import { isBlankLine, readCsvText } from './csvText.ts';
import type { CellSpan } from './csvText.ts';
import type { TextEdit } from './textEdit.ts';
import { UniqueNames } from './uniqueNames.ts';

/** Puts a number behind each column name that another column has before it. Empty names stay empty. */
export function makeColumnNamesUnique(text: string, kind: UploadKind): readonly TextEdit[] {
  const { cells } = readCsvText(text, kind);
  const header: CellSpan[] = [];
  for (const cell of cells()) {
    if (isBlankLine(cell)) {
      continue;
    }
    header.push(cell);
    if (cell.isLast) {
      break;
    }
  }
  const names = header.map(({ start, end }) => valueOfCell(text.slice(start, end)));
  const unique = new UniqueNames(names);
  const met = new Set<string>();
  return header.flatMap(({ start, end }, index) => {
    const name = names[index] ?? '';
    if (name.trim() === '' || !met.has(name)) {
      met.add(name);
      return [];
    }
    const newName = unique.take(name);
    const isPlain = text.slice(start, end) === name;
    return [{ start, end, newText: isPlain ? newName : quoteCell(newName) }];
  });
}
