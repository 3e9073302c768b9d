const MAX_ROWS = 3;
/** More than a few rows of numbers and texts have. */
const MAX_BYTES = 65_536;

/** How many numbers a row has in `#added`: its start and end, which are offsets in the window, its line, and how many lines are above. */
const STRIDE = 4;

interface Row {
  readonly bytes: Uint8Array;
  readonly line: number;
  /** How many lines come before it and the empty records right above it. */
  readonly linesAbove: number;
}

/** Keeps the last rows of CSV that have a cell for each column. */
export class LastRows {
  /** The rows that were added last and are not copied yet. The line of a row that is missing is 0. */
  readonly #added: number[] = Array.from({ length: MAX_ROWS * STRIDE }, () => 0);
  /** Where the next row is added, which is where the oldest one is. */
  #next = 0;
  #rows: readonly Row[] = [];
  /** How many rows below them have text, but more or fewer cells. */
  #rowsBelow = 0;

  /**
   * Adds a row with text by its offsets in the window, without its line break. The first is negative if its start was removed.
   *
   * @param firstLine that of the empty records right above it, if there are any.
   */
  add(start: number, end: number, line: number, firstLine = line): void {
    const added = this.#added;
    const next = this.#next;
    added[next] = start;
    added[next + 1] = end;
    added[next + 2] = line;
    added[next + 3] = firstLine - 1;
    this.#next = next === (MAX_ROWS - 1) * STRIDE ? 0 : next + STRIDE;
    this.#rowsBelow = 0;
  }

  addRaggedRow(): void {
    this.#rowsBelow++;
  }

  /** Copies the rows that were added last. Call this while their bytes are in the window. */
  copy(window: Uint8Array): void {
    const added = this.#takeAdded();
    const last = added.at(-1);
    if (last === undefined) {
      return;
    }
    const kept = added.filter(({ start }) => start >= 0 && last.end - start <= MAX_BYTES);
    const from = kept[0]?.start ?? 0;
    const bytes = kept.length === 0 ? window.subarray(0, 0) : window.slice(from, last.end);
    const rows = kept.map(({ start, end, line, linesAbove }) => ({
      bytes: bytes.subarray(start - from, end - from),
      line,
      linesAbove,
    }));
    this.#rows = kept.length < added.length ? rows : [...this.#rows, ...rows].slice(-MAX_ROWS);
  }

  #takeAdded(): readonly (Omit<Row, 'bytes'> & { readonly start: number; readonly end: number })[] {
    const [added, next] = [this.#added, this.#next];
    const rows = [...added.slice(next), ...added.slice(0, next)];
    const taken = [];
    for (let at = 0; at < rows.length; at += STRIDE) {
      const [start = 0, end = 0, line = 0, linesAbove = 0] = rows.slice(at, at + STRIDE);
      if (line > 0) {
        taken.push({ start, end, line, linesAbove });
      }
    }
    added.fill(0);
    return taken;
  }

  /**
   * The last row, and those right above it that are a line each, or with empty records in between.
   *
   * @returns none unless exactly this many rows with text are below.
   */
  above(rowsBelow: number): readonly Row[] {
    const rows = this.#rows;
    const beforeFirst = rows.findLastIndex(({ line }, index) => line !== (rows[index + 1]?.linesAbove ?? line));
    return this.#rowsBelow === rowsBelow ? rows.slice(beforeFirst + 1) : [];
  }
}
