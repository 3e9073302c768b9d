import { positionAfter } from '../text/textPosition.ts';
import type { TextRange } from '../text/textPosition.ts';

/** Where text was replaced, in the text before the change, and by what. */
export type TextChange = TextRange & { readonly newText: string };

/**
 * The range after changes of the text, all of them ranges in the text before. Undefined if one touches it: then it is not
 * certain that it is still the same cell.
 */
export function moveRange<T extends TextRange>(range: T, changes: readonly TextChange[]): T | undefined {
  // From the last to the first, so that none moves the positions of another.
  const ordered = changes.toSorted((a, b) => b.line - a.line || b.column - a.column);
  let moved: T | undefined = range;
  for (const change of ordered) {
    moved = moved && moveOnce(moved, change);
  }
  return moved;
}

function moveOnce<T extends TextRange>(range: T, change: TextChange): T | undefined {
  if (isAfter(range, change)) {
    return range;
  }
  if (!isBefore(range, change)) {
    return undefined;
  }
  const end = positionAfter(change, change.newText);
  const addedLines = end.line - change.endLine;
  const shift = (line: number, column: number): number =>
    line === change.endLine ? column - change.endColumn + end.column : column;
  return {
    ...range,
    line: range.line + addedLines,
    column: shift(range.line, range.column),
    endLine: range.endLine + addedLines,
    endColumn: shift(range.endLine, range.endColumn),
  };
}

/** Whether the change begins after the range; right after it only with a line break. */
function isAfter({ endLine, endColumn }: TextRange, { line, column, newText, ...change }: TextChange): boolean {
  if (line !== endLine || column !== endColumn) {
    return line > endLine || (line === endLine && column > endColumn);
  }
  const isInsertion = change.endLine === line && change.endColumn === column;
  return isInsertion && /^[\r\n]/.test(newText);
}

/** Whether the change ends before the range; right before it only between two lines. */
function isBefore(range: TextRange, { line, column, endLine, endColumn, newText }: TextChange): boolean {
  if (endLine !== range.line || endColumn !== range.column) {
    return endLine < range.line || (endLine === range.line && endColumn < range.column);
  }
  return range.column === 1 && (newText === '' ? column === 1 && line < endLine : /[\r\n]$/.test(newText));
}
