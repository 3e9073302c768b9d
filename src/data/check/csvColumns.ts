import type { TextPosition } from '../text/textPosition.ts';
import { KIND } from './cellKind.ts';
import { KEPT_OF_EACH_CODE } from './problemList.ts';
import type { ProblemList } from './problemList.ts';

/** How many values of one kind make a column one of that kind: only then is another kind a surprise. */
const VALUES_THAT_MAKE_A_KIND = 20;

/** Of a table wider than this, the columns at the left are looked at. */
const MOST_COLUMNS = 1000;

/** Of a problem that is only counted. */
const NOWHERE: TextPosition = { line: 1, column: 1 };

/** What the values of each column are, told cell by cell. */
export class CsvColumns {
  readonly #names: readonly string[];
  readonly #placeOf: (cellNumber: number) => TextPosition;
  /** Of each column, the kind of its first value, or text once there were others early. */
  readonly #kinds: Uint8Array;
  /** Of each column, how many values had that kind before another came. */
  readonly #values: Uint32Array;
  readonly #hasChanged: Uint8Array;
  readonly #changes: { readonly columnIndex: number; readonly rows: number; readonly position: TextPosition }[] = [];
  readonly #decimalCommas = new Map<number, { cells: number; readonly position: TextPosition }>();

  /** @param placeOf where the cell stands that is taken under this number. */
  constructor(names: readonly string[], placeOf: (cellNumber: number) => TextPosition) {
    this.#names = names;
    this.#placeOf = placeOf;
    const width = Math.min(names.length, MOST_COLUMNS);
    this.#kinds = new Uint8Array(width);
    this.#values = new Uint32Array(width);
    this.#hasChanged = new Uint8Array(width);
  }

  /** How many columns are looked at. */
  get width(): number {
    return this.#kinds.length;
  }

  /** Takes a cell that is not empty, of a column that is looked at. */
  take(columnIndex: number, kind: number, cellNumber: number): void {
    if (kind === this.#kinds[columnIndex] && kind !== KIND.decimalComma) {
      if (this.#hasChanged[columnIndex] === 0) {
        this.#values[columnIndex] = (this.#values[columnIndex] ?? 0) + 1;
      }
      return;
    }
    this.#takeOther(columnIndex, kind, cellNumber);
  }

  /** Whether the column has a value anywhere. */
  hasValue(columnIndex: number): boolean {
    return columnIndex >= this.width || this.#kinds[columnIndex] !== KIND.empty;
  }

  /** Whether every value of the column so far is a number, or is a date. */
  hasOneKind(columnIndex: number): boolean {
    const kind = this.#kinds[columnIndex];
    return (kind === KIND.number || kind === KIND.date) && this.#hasChanged[columnIndex] === 0;
  }

  report(problems: ProblemList): void {
    for (const [columnIndex, { cells, position }] of this.#decimalCommas) {
      problems.add({ code: 'decimalComma', name: this.#names[columnIndex] ?? '', cells }, position);
    }
    for (const { columnIndex, rows, position } of this.#changes) {
      const from = this.#kinds[columnIndex] === KIND.date ? 'date' : 'number';
      problems.add({ code: 'typeChange', name: this.#names[columnIndex] ?? '', from, rows }, position);
    }
  }

  /** Where the cell stands, if its problem will be kept: in a long line, finding that out for each column would take seconds. */
  #keptPlace(problemsBefore: number, cellNumber: number): TextPosition {
    return problemsBefore < KEPT_OF_EACH_CODE ? this.#placeOf(cellNumber) : NOWHERE;
  }

  #takeOther(columnIndex: number, kindOfValue: number, cellNumber: number): void {
    let kind = kindOfValue;
    if (kind === KIND.decimalComma) {
      kind = KIND.number;
      const known = this.#decimalCommas.get(columnIndex);
      if (known === undefined) {
        this.#decimalCommas.set(columnIndex, {
          cells: 1,
          position: this.#keptPlace(this.#decimalCommas.size, cellNumber),
        });
      } else {
        known.cells++;
      }
    }
    const before = this.#kinds[columnIndex];
    if (before === KIND.text || this.#hasChanged[columnIndex] === 1) {
      return;
    }
    const values = this.#values[columnIndex] ?? 0;
    if (before === KIND.empty || before === kind) {
      this.#kinds[columnIndex] = kind;
      this.#values[columnIndex] = values + 1;
    } else if (values < VALUES_THAT_MAKE_A_KIND) {
      this.#kinds[columnIndex] = KIND.text;
    } else {
      this.#hasChanged[columnIndex] = 1;
      this.#changes.push({ columnIndex, rows: values, position: this.#keptPlace(this.#changes.length, cellNumber) });
    }
  }
}
