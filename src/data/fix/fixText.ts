import type { UploadKind } from '../../model/upload.ts';
import { delimiterToComma } from './delimiterToComma.ts';
import type { FixId } from './fixId.ts';
import { flattenNested } from './flattenNested.ts';
import { linesToArray } from './linesToArray.ts';
import { makeColumnNamesUnique } from './makeColumnNamesUnique.ts';
import { removeByteOrderMark } from './removeByteOrderMark.ts';
import { removeSepLine } from './removeSepLine.ts';
import { removeTrailingEmptyRows } from './removeTrailingEmptyRows.ts';
import { applyEdits } from './textEdit.ts';
import type { TextEdit } from './textEdit.ts';

/** An editor takes one long edit faster than many short ones. */
const MOST_EDITS = 500;

/** The edits that make the fix, in the order of the text; few enough for an editor to apply at once. */
export function fixText(fix: FixId, text: string, kind: UploadKind): readonly TextEdit[] {
  const edits = editsOf(fix, text, kind);
  const [first] = edits;
  const last = edits.at(-1);
  if (first === undefined || last === undefined || edits.length <= MOST_EDITS) {
    return edits;
  }
  const { start } = first;
  const inside = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return [{ start, end: last.end, newText: applyEdits(text.slice(start, last.end), inside) }];
}

function editsOf(fix: FixId, text: string, kind: UploadKind): readonly TextEdit[] {
  switch (fix) {
    case 'removeByteOrderMark':
      return removeByteOrderMark(text);
    case 'removeSepLine':
      return removeSepLine(text, kind);
    case 'delimiterToComma':
      return delimiterToComma(text, kind);
    case 'removeTrailingEmptyRows':
      return removeTrailingEmptyRows(text, kind);
    case 'makeColumnNamesUnique':
      return makeColumnNamesUnique(text, kind);
    case 'flattenNested':
      return flattenNested(text);
    case 'linesToArray':
      return linesToArray(text);
  }
}
