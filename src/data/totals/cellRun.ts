/** In a cell of a run, instead of its line: the index of the next cell. */
export const NEXT = 3;
export const END_OF_RUN = -1;

/** Cells of one column, among the numbers of a `CellBatch`. */
export interface CellRun {
  readonly cells: Int32Array;
  /** Index of the first cell. */
  readonly first: number;
  /** The bytes of the cells, and at least three more. */
  readonly view: DataView;
}
