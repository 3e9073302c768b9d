/** How much of a text is shown: the first rows, of which each cell's beginning. */
export const FIRST_ROWS = 20;
export const FIRST_ROWS_BYTES = 65_536;
export const SHOWN_CELL_LENGTH = 200;
/** Of rows of JSON, which may have any number of keys that most of them lack. */
export const SHOWN_COLUMNS = 1_000;
