import type { TextEdit } from './textEdit.ts';

/** Takes away a byte order mark that is part of the text. */
export function removeByteOrderMark(text: string): readonly TextEdit[] {
  return text.startsWith('\uFEFF') ? [{ start: 0, end: 1, newText: '' }] : [];
}
