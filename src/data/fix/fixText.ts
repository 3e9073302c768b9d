import type { UploadKind } from '../../model/upload.ts';
import {
  delimiterToComma,
  emptyNullTexts,
  formulasToText,
  makeColumnNamesUnique,
  removeEmptyRows,
  removeRepeatedHeaders,
  removeSepLine,
  removeTitleLines,
  removeTrailingDelimiters,
  removeTrailingEmptyRows,
} from './csvFixes.ts';
import type { FixId } from './fixId.ts';
import { flattenNested, linesToArray, useMemberRows } from './jsonFixes.ts';
import { applyEdits } from '../text/textEdit.ts';
import type { TextEdit } from '../text/textEdit.ts';

/** Above it, an editor applies one long edit faster than many short ones. */
const MAX_EDITS = 500;

/** The edits of a fix, in the order of the text; few enough for an editor to apply at once. */
export function fixText(fix: FixId, text: string, kind: UploadKind): readonly TextEdit[] {
  const edits = editsOf(fix, text, kind);
  const [first] = edits;
  const last = edits.at(-1);
  if (first === undefined || last === undefined || edits.length <= MAX_EDITS) {
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
    case 'removeTitleLines':
      return removeTitleLines(text, kind);
    case 'delimiterToComma':
      return delimiterToComma(text, kind);
    case 'removeTrailingDelimiters':
      return removeTrailingDelimiters(text, kind);
    case 'removeRepeatedHeaders':
      return removeRepeatedHeaders(text, kind);
    case 'removeEmptyRows':
      return removeEmptyRows(text, kind);
    case 'removeTrailingEmptyRows':
      return removeTrailingEmptyRows(text, kind);
    case 'makeColumnNamesUnique':
      return makeColumnNamesUnique(text, kind);
    case 'formulasToText':
      return formulasToText(text, kind);
    case 'emptyNullTexts':
      return emptyNullTexts(text, kind);
    case 'flattenNested':
      return flattenNested(text);
    case 'linesToArray':
      return linesToArray(text);
    case 'useMemberRows':
      return useMemberRows(text);
  }
}

export function removeByteOrderMark(text: string): readonly TextEdit[] {
  return text.startsWith('\uFEFF') ? [{ start: 0, end: 1, newText: '' }] : [];
}
