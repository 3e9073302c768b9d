import { readJsonRows } from '../json/jsonRows.ts';
import type { TextEdit } from './textEdit.ts';

/** Makes an array of JSON Lines, and of one object an array with one row. */
export function linesToArray(text: string): readonly TextEdit[] {
  const rows = [...readJsonRows(text)].filter(({ isRoot }) => isRoot);
  return rows.flatMap(({ start, end }, index) => [
    ...(index === 0 ? [{ start, end: start, newText: '[' }] : []),
    { start: end, end, newText: index === rows.length - 1 ? ']' : ',' },
  ]);
}
