import { CELL } from '../csv/cellBatch.ts';
import type { LineEnding } from './checkResult.ts';
import type { ProblemList } from './problemList.ts';

/** Tracks the line breaks of records, and the empty records. */
export class LineBreaks {
  readonly #problems: ProblemList;
  #firstEnding = 0;
  #isMixed = false;
  #blankLines = 0;
  #firstBlankLine = 0;
  #emptyRows = 0;
  #firstEmptyLine = 0;
  /** The line of the first record of only delimiters, as opposed to a blank line. */
  #firstDelimitersLine = 0;

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** Adds the ending of a record, a bit of `CELL`. Returns whether it is the first that differs from those before. */
  addEnding(ending: number): boolean {
    if (ending === this.#firstEnding || ending === CELL.endsAtEndOfText) {
      return false;
    }
    if (this.#firstEnding === 0) {
      this.#firstEnding = ending;
      return false;
    }
    const isFirst = !this.#isMixed;
    this.#isMixed = true;
    return isFirst;
  }

  /** Adds a record without text: a blank line, or only delimiters and empty quotes. */
  addEmptyRow(isBlankLine: boolean, line: number): void {
    if (this.#emptyRows === 0) {
      this.#firstEmptyLine = line;
    }
    this.#emptyRows++;
    if (isBlankLine) {
      if (this.#blankLines === 0) {
        this.#firstBlankLine = line;
      }
      this.#blankLines++;
    } else if (this.#emptyRows - this.#blankLines === 1) {
      this.#firstDelimitersLine = line;
    }
  }

  /** The line of the first of the empty records that were added last; undefined after a record with text. */
  get firstEmptyLine(): number | undefined {
    return this.#emptyRows === 0 ? undefined : this.#firstEmptyLine;
  }

  /**
   * Adds a record with text. Empty records before it are not the end of the text.
   *
   * @param columns the number of names: in a single column, an empty value may be one that is missing.
   */
  addRow(columns: number): void {
    const rows = this.#emptyRows - this.#blankLines;
    if (rows > 0 && columns > 1) {
      this.#problems.add({ code: 'emptyRows', rows }, { line: this.#firstDelimitersLine, column: 1 });
    }
    if (this.#blankLines > 0) {
      this.#problems.add({ code: 'blankLines', lines: this.#blankLines }, { line: this.#firstBlankLine, column: 1 });
      this.#blankLines = 0;
    }
    this.#emptyRows = 0;
  }

  /** The ending with which a record with text need not be added, because it is that of the records before; 0 if every record must be. */
  get usualEnding(): number {
    return this.#emptyRows === 0 ? this.#firstEnding : 0;
  }

  reportEnd(): void {
    const position = { line: this.#firstEmptyLine, column: 1 };
    const rows = this.#emptyRows - this.#blankLines;
    if (rows > 0) {
      this.#problems.add({ code: 'trailingEmptyRows', rows }, position);
    } else if (this.#blankLines > 0) {
      this.#problems.add({ code: 'trailingBlankLines', lines: this.#blankLines }, position);
    }
  }

  get lineEnding(): LineEnding | undefined {
    if (this.#isMixed) {
      return 'mixed';
    }
    switch (this.#firstEnding) {
      case CELL.endsWithLf:
        return 'lf';
      case CELL.endsWithCrLf:
        return 'crlf';
      case CELL.endsWithCr:
        return 'cr';
      default:
        return undefined;
    }
  }
}
