import { END, positionOfCell } from '../csv/cellBatch.ts';
import { valueOfCell } from '../csv/cellText.ts';
import { hasDigit, hasDigitAndComma } from '../csv/cellType.ts';
import type { FoundCells } from '../csv/csvStream.ts';
import { plainNumber } from '../csv/formattedNumber.ts';
import { isNullCell } from '../csv/nullText.ts';
import { typeOfOtherCell } from '../csv/spacedNumber.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { textOfBytes } from '../text/utf8.ts';
import { KEPT_OF_EACH_CODE } from './problemList.ts';

/** In bytes. A longer value is not a number that people write. */
const MAX_FIRST_TEXT_LENGTH = 200;

/** A value of a column, and where it is. */
export interface FoundValue {
  readonly value: string;
  /** Undefined if its problem is only counted. */
  readonly position: TextPosition | undefined;
}

/** Reads the cells of the batch, each by its index, for the check of columns. */
export class BatchCells {
  readonly #found: FoundCells;

  constructor(found: FoundCells) {
    this.#found = found;
  }

  /** The type of a cell that has characters which numbers usually don't have. */
  typeOfText(cellIndex: number): number {
    return typeOfOtherCell(...this.#boundsOf(cellIndex));
  }

  hasDigitAndComma(cellIndex: number): boolean {
    return hasDigitAndComma(...this.#boundsOf(cellIndex));
  }

  /** Whether it is a number that can be written as a plain one, such as `(12.50)`. */
  isFormattedNumber(cellIndex: number): boolean {
    const [bytes, start, end] = this.#boundsOf(cellIndex);
    return (
      hasDigit(bytes, start, end) && plainNumber(valueOfCell(textOfBytes(bytes.subarray(start, end)))) !== undefined
    );
  }

  /** Whether its text stands for a missing value, such as `NULL`. */
  isNull(cellIndex: number): boolean {
    return isNullCell(...this.#boundsOf(cellIndex));
  }

  /** @param problemsBefore how many problems of the same code were found before. */
  foundValue(cellIndex: number, problemsBefore: number): FoundValue {
    const [bytes, start, end] = this.#boundsOf(cellIndex);
    const text = textOfBytes(bytes.subarray(start, Math.min(end, start + MAX_FIRST_TEXT_LENGTH)));
    return { value: valueOfCell(text), position: this.keptPosition(cellIndex, problemsBefore) };
  }

  /** The cell's position, if its problem will be kept: finding the position of many cells in a long line would take seconds. */
  keptPosition(cellIndex: number, problemsBefore: number): TextPosition | undefined {
    const { batch, window } = this.#found;
    return problemsBefore < KEPT_OF_EACH_CODE ? positionOfCell(batch, cellIndex, window.bytes) : undefined;
  }

  #boundsOf(cellIndex: number): readonly [bytes: Uint8Array, start: number, end: number] {
    const { batch, window } = this.#found;
    return [window.bytes, batch.cells[cellIndex] ?? 0, batch.cells[cellIndex + END] ?? 0];
  }
}
