import type { UploadKind } from '../../model/upload.ts';
import { readCsvText } from './csvText.ts';
import type { TextEdit } from './textEdit.ts';

/** Takes away the `sep=` line: the text says by itself what separates its cells. */
export function removeSepLine(text: string, kind: UploadKind): readonly TextEdit[] {
  const { start, sepLineLength } = readCsvText(text, kind);
  return sepLineLength === 0 ? [] : [{ start, end: start + sepLineLength, newText: '' }];
}
