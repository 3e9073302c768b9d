import { plainText } from './displayText.ts';

/** More columns than this are not compared by eye. */
const MOST_COLUMNS = 100;

/**
 * Rows of cells in columns that stand under each other, in a font of one width. Cells are shown on one line, cut off at
 * `maxCell`; an ellipsis stands for the columns beyond the hundredth.
 */
export function textTable(rows: readonly (readonly string[])[], maxCell = 40): readonly string[] {
  const shown = rows.map((cells) => [
    ...cells.slice(0, MOST_COLUMNS).map((cell) => plainText(cell, maxCell)),
    ...(cells.length > MOST_COLUMNS ? ['…'] : []),
  ]);
  const count = shown.reduce((most, cells) => Math.max(most, cells.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    shown.reduce((widest, cells) => Math.max(widest, widthOf(cells[column] ?? '')), 0),
  );
  return shown.map((cells) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Characters of East Asia and emoji are two wide where the font has one width. */
function widthOf(text: string): number {
  const wide =
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
  return Array.from(text.replaceAll(/\p{Mn}/gu, '')).reduce(
    (width, character) => width + (wide.test(character) ? 2 : 1),
    0,
  );
}
