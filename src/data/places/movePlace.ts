import type { TextPlace } from './cellMatch.ts';

/** Where text was replaced, in the text before the change, and by what. Positions as in `TextPlace`. */
export type TextChange = Pick<TextPlace, 'line' | 'column' | 'endLine' | 'endColumn'> & { readonly newText: string };

/**
 * The place after changes of the text, all of them positions in the text before. Undefined if one touches it: then it is not
 * certain that it is still the same cell.
 */
export function movePlace<T extends TextPlace>(place: T, changes: readonly TextChange[]): T | undefined {
  // From the last to the first, so that none moves the positions of another.
  const ordered = changes.toSorted((a, b) => b.line - a.line || b.column - a.column);
  let moved: T | undefined = place;
  for (const change of ordered) {
    moved = moved && moveOnce(moved, change);
  }
  return moved;
}

function moveOnce<T extends TextPlace>(place: T, change: TextChange): T | undefined {
  if (isAfter(place, change)) {
    return place;
  }
  if (!isBefore(place, change)) {
    return undefined;
  }
  const lines = change.newText.split(/\r\n|\n|\r/);
  const addedLines = lines.length - 1 - (change.endLine - change.line);
  const lastLength = (lines.at(-1) ?? '').length;
  const endOfChange = lines.length > 1 ? lastLength + 1 : change.column + lastLength;
  const shift = (line: number, column: number): number =>
    line === change.endLine ? column - change.endColumn + endOfChange : column;
  return {
    ...place,
    line: place.line + addedLines,
    column: shift(place.line, place.column),
    endLine: place.endLine + addedLines,
    endColumn: shift(place.endLine, place.endColumn),
  };
}

/** Whether the change begins after the place; right after it only with a line break. */
function isAfter({ endLine, endColumn }: TextPlace, { line, column, newText, ...change }: TextChange): boolean {
  if (line !== endLine || column !== endColumn) {
    return line > endLine || (line === endLine && column > endColumn);
  }
  const isInsertion = change.endLine === line && change.endColumn === column;
  return isInsertion && /^[\r\n]/.test(newText);
}

/** Whether the change ends before the place; right before it only between two lines. */
function isBefore(place: TextPlace, { line, column, endLine, endColumn, newText }: TextChange): boolean {
  if (endLine !== place.line || endColumn !== place.column) {
    return endLine < place.line || (endLine === place.line && endColumn < place.column);
  }
  return place.column === 1 && (newText === '' ? column === 1 && line < endLine : /[\r\n]$/.test(newText));
}
