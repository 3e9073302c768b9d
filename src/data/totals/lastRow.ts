/** More than a row of numbers and texts has. */
const MAX_ROW_BYTES = 65_536;

interface Row {
  readonly bytes: Uint8Array;
  readonly line: number;
  /** How many lines come before it and the empty records right above it. */
  readonly linesAbove: number;
}

/** Keeps the last row of CSV that has a cell for each column. */
export class LastRow {
  // Offsets in the window, until the row is copied.
  #start = 0;
  #end = 0;
  #line = 0;
  #linesAbove = 0;
  #row: Row | undefined;
  /** How many rows below it have text, but more or fewer cells. */
  #rowsBelow = 0;

  /**
   * Adds a row with text by its offsets in the window, without its line break. The first is negative if its start was removed.
   *
   * @param firstLine that of the empty records right above it, if there are any.
   */
  add(start: number, end: number, line: number, firstLine = line): void {
    this.#start = start;
    this.#end = end;
    this.#line = line;
    this.#linesAbove = firstLine - 1;
    this.#rowsBelow = 0;
  }

  addRaggedRow(): void {
    this.#rowsBelow++;
  }

  /** Copies the row that was added last. Call this while its bytes are in the window. */
  copy(window: Uint8Array): void {
    if (this.#line > 0) {
      const isKept = this.#start >= 0 && this.#end - this.#start <= MAX_ROW_BYTES;
      this.#row = isKept
        ? { bytes: window.slice(this.#start, this.#end), line: this.#line, linesAbove: this.#linesAbove }
        : undefined;
      this.#line = 0;
    }
  }

  /** @returns undefined if not exactly so many rows with text are below it. */
  above(rowsBelow: number): Row | undefined {
    return this.#rowsBelow === rowsBelow ? this.#row : undefined;
  }
}
