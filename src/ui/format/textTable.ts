import stringWidth from 'string-width';
import { plainText } from '../../base/displayText.ts';

/** Lines with the cells aligned in columns, for a monospaced font. A cell is cut off after `maxCell` characters. */
export function textTable(rows: readonly (readonly string[])[], maxCell: number): readonly string[] {
  const shown = rows.map((cells) => cells.map((cell) => plainText(cell, maxCell)));
  const count = shown.reduce((most, cells) => Math.max(most, cells.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    shown.reduce((widest, cells) => Math.max(widest, stringWidth(cells[column] ?? '')), 0),
  );
  return shown.map((cells) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}
