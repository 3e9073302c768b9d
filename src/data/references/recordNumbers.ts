import type { CsvDialect } from '../csv/dialect.ts';
import type { Conversion } from '../../model/upload.ts';
import type { RecordNumber } from './referenceResolver.ts';

const NO_TITLES = { records: 0, rows: 0, filled: 0 } as const;

/** Counts the records of CSV that are sent, in every numbering that a service may use. */
export class RecordNumbers {
  readonly #isSepLineSent: boolean;
  /** Of the title lines, if they are sent. */
  readonly #titles: { readonly records: number; readonly rows: number; readonly filled: number } | undefined;
  /** The lines above the current record that are not sent. */
  #linesNotSent: number;
  // The number of records so far, with title lines: all; those that are not blank lines; those with text.
  #all: number;
  #rows: number;
  #filled: number;
  /** The header's number among all records, and how many lines are sent up to its end. */
  #header = { all: 1, lines: 1 };

  constructor({ sepLineLength, titles }: CsvDialect, conversion: Conversion) {
    const hasSepLine = sepLineLength > 0;
    const areTitlesSent = conversion.withoutTitleLines === undefined;
    this.#isSepLineSent = hasSepLine && conversion.withoutSepLine !== true;
    this.#titles = areTitlesSent ? titles : undefined;
    this.#linesNotSent = (hasSepLine && !this.#isSepLineSent ? 1 : 0) + (areTitlesSent ? 0 : (titles?.lines ?? 0));
    ({ records: this.#all, rows: this.#rows, filled: this.#filled } = this.#titles ?? NO_TITLES);
  }

  /** Adds lines that are not sent. */
  omitLines(count: number): void {
    this.#linesNotSent += count;
  }

  addBlankLine(): void {
    this.#all++;
  }

  /** Adds the header or a row. */
  addRow(hasText: boolean): void {
    this.#all++;
    this.#rows++;
    this.#filled += hasText ? 1 : 0;
  }

  /** Marks the row that was added last as the header. */
  endHeader(lastLine: number): void {
    this.#header = { all: this.#all, lines: lastLine - this.#linesNotSent };
  }

  /** The number of the last record in the numbering that gives the lowest one, or a lower number. */
  get lowest(): number {
    return this.#filled - (this.#titles ?? NO_TITLES).filled - 3;
  }

  /** The number of the last record in the numbering that gives the highest one, or a higher number. */
  highestOf(lastLine: number): number {
    return Math.max(lastLine, this.#all + 1);
  }

  /** The numbers of a blank line that was added last, and may be the row whose value is missing. */
  ofBlankLine(lineInFile: number): readonly RecordNumber[] {
    const { all, lines } = this.#header;
    const line = lineInFile - this.#linesNotSent;
    return [this.#all, this.#all - all, line, line - 1, line - lines].map(only);
  }

  /** The numbers of the row that was added last. */
  ofRow(firstLineInFile: number, lastLineInFile: number): readonly RecordNumber[] {
    const titles = this.#titles;
    const { all, lines } = this.#header;
    const firstLine = firstLineInFile - this.#linesNotSent;
    const lastLine = lastLineInFile - this.#linesNotSent;
    const { rows, filled } = titles ?? NO_TITLES;
    const dataRows = [
      // Without blank lines, with them, and without rows of delimiters alone.
      this.#rows - rows - 1,
      this.#all - all,
      this.#filled - filled - 1,
      // The first of the title lines as the header.
      ...(titles === undefined ? [] : [this.#rows - 1, this.#all - 1, this.#filled - 1]),
    ];
    const records = [
      this.#rows,
      this.#all,
      this.#filled,
      // The `sep=` line as a record.
      ...(this.#isSepLineSent ? [this.#rows + 1, this.#all + 1] : []),
    ];
    return [
      ...[...dataRows, ...records].map(only),
      ...dataRows.map((number) => ({ from: number - 1, to: number - 1, isIndex: true })),
      // Lines from 1 and from 0, and without those of the header.
      { from: firstLine, to: lastLine },
      { from: firstLine - 1, to: lastLine - 1 },
      { from: firstLine - lines, to: lastLine - lines },
      { from: firstLine - lines - 1, to: lastLine - lines - 1 },
    ];
  }
}

function only(number: number): RecordNumber {
  return { from: number, to: number };
}
