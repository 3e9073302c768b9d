import { tryParseJson } from '../../base/json.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { textOfBytes } from '../text/utf8.ts';
import { FirstValues } from './firstValues.ts';
import type { ProblemList } from './problemList.ts';
import { searchRecords } from './recordSearch.ts';
import type { SearchedCells } from './recordSearch.ts';
import { NINE, NUMBER_SIGN, QUOTE } from '../text/ascii.ts';

/** In the error values of spreadsheets, in English, German, French, Spanish, Italian and Portuguese. */
const NAMES =
  'DIV/0|NAME|NULL|NUM|REF|VALUE|SPILL|CALC|BLOCKED|FIELD|CONNECT|ERROR|WERT|BEZUG|ZAHL|ÜBERLAUF|VALEUR|NOM|NOMBRE|NUL|PROPAGATION|VALOR|NULO|NOME|RIF|VALORE|NULLO';
const PATTERN = `#(?:N/?A|N/D|NV|[¡¿]?(?:${NAMES})\\s?[!?])`;
/** What Bloomberg writes after `#N/A`. */
const REASONS =
  'N/A|Sec|Auth|Connection|Limit|Review|Hist|Real Time|Field Not Applicable|Invalid (?:Security|Field|Override|Parameter)|Requesting Data\\.{3}';
const ERROR_VALUE = new RegExp(`^(?:${PATTERN}|#N/A (?:${REASONS}))$`, 'iu');
const ERROR_AT_START = new RegExp(`^${PATTERN}(?![\\p{L}\\p{N}])`, 'iu');
/** In bytes: longer than every error value, without the reason. */
const MAX_ERROR_LENGTH = 24;

/** How many number signs are looked at: one in each row, as in the order number #1001, would take too long. */
const MAX_NUMBER_SIGNS = 100_000;
/** How much of the records with error values is parsed. Usually, one record is parsed for each column with error values. */
const MAX_PARSED_BYTES = 2_000_000;
/** Parsing a short record takes as long as if it had this many bytes. */
const LEAST_PARSED_BYTES = 4_000;

/** Whether a cell has no value because a formula has failed, such as `#N/A` or `#REF!`. */
export function isErrorValue(value: string): boolean {
  return ERROR_VALUE.test(value);
}

/** Finds the first error value of each column in strings of JSON. */
export class JsonErrorValues {
  /** The columns in which one was found. */
  readonly #columns = new Set<number>();
  #strings = 0;

  /**
   * Adds a string that begins with a number sign. Returns it if it is the first error value of its column.
   *
   * @param column negative if the string does not count.
   * @param written gives the string in its quotes.
   */
  add(column: number, written: () => string): string | undefined {
    this.#strings++;
    if (column < 0 || this.#columns.has(column) || this.#strings > MAX_NUMBER_SIGNS) {
      return undefined;
    }
    const value = tryParseJson(written());
    if (typeof value !== 'string' || !isErrorValue(value)) {
      return undefined;
    }
    this.#columns.add(column);
    return value;
  }
}

/** Finds the first error value of each column. */
export class ErrorValues {
  readonly #delimiter: string;
  readonly #names: readonly string[];
  readonly #found: FirstValues;
  #numberSigns = 0;
  #parsedBytes = 0;

  constructor(delimiter: string, names: readonly string[], width: number) {
    this.#delimiter = delimiter;
    this.#names = names;
    this.#found = new FirstValues(delimiter, width, isErrorValue);
  }

  /** Searches the records that end in a batch. */
  search(searched: SearchedCells): void {
    searchRecords(
      searched,
      (bytes, from) => this.#nextError(bytes, from),
      (record, at, line) => this.#readErrors(record, at, line),
    );
  }

  /** Whether this is the position of the error value that was found in the column. */
  isAt(columnIndex: number, { line, column }: TextPosition): boolean {
    const position = this.#found.all.get(columnIndex)?.position;
    return position?.line === line && position.column === column;
  }

  /** Reports each column that has error values, at the first of them. Call this after the last row. */
  report(problems: ProblemList): void {
    for (const [columnIndex, { value, position }] of this.#found.all) {
      problems.add({ code: 'errorValue', name: this.#names[columnIndex] ?? '', found: value }, position);
    }
  }

  /** The offset of the next text that may be an error value; -1 if there is none, or no more is looked for. */
  #nextError(bytes: Buffer, from: number): number {
    for (let at = bytes.indexOf(NUMBER_SIGN, from); at >= 0; at = bytes.indexOf(NUMBER_SIGN, at + 1)) {
      this.#numberSigns++;
      if (this.#numberSigns > MAX_NUMBER_SIGNS || this.#parsedBytes > MAX_PARSED_BYTES) {
        return -1;
      }
      const mayBeError = (bytes[at + 1] ?? 0) > NINE;
      if (mayBeError && ERROR_AT_START.test(textOfBytes(bytes.subarray(at, at + MAX_ERROR_LENGTH)))) {
        return at;
      }
    }
    return -1;
  }

  /** Parses a record if an error value, of which the first is at `first`, seems to be in a column that has had none. */
  #readErrors(record: Buffer, first: number, line: number): void {
    const delimiter = this.#delimiter.charCodeAt(0);
    let column = 0;
    let isInQuotes = false;
    let index = 0;
    for (let at = first; at >= 0; at = this.#nextError(record, at + 1)) {
      for (; index < at; index++) {
        const byte = record[index];
        if (byte === QUOTE) {
          isInQuotes = !isInQuotes;
        } else if (byte === delimiter && !isInQuotes) {
          column++;
        }
      }
      if (this.#found.isOpen(column)) {
        this.#parsedBytes += Math.max(record.length, LEAST_PARSED_BYTES);
        this.#found.addRecord(record, line);
        return;
      }
    }
  }
}
