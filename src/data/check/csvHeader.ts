import { cellsOfRecord, positionsOfCells } from '../csv/cellText.ts';
import { CELL_TYPE, typeOfText } from '../csv/cellType.ts';
import { haveTextAboveTypes } from '../csv/headerNames.ts';
import { WrittenHeader } from '../csv/writtenHeader.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { CsvColumns } from './csvColumns.ts';
import type { ProblemList } from './problemList.ts';

/** The first record: the names of the columns and their positions. */
export interface CsvHeader {
  readonly names: readonly string[];
  readonly positions: readonly TextPosition[];
  readonly written: WrittenHeader;
}

/** Without names. */
export const NO_HEADER: CsvHeader = { names: [], positions: [], written: new WrittenHeader(undefined, ',') };

/**
 * Reads the first record, without its line break.
 *
 * @param line the line it begins in.
 */
export function readHeader(record: Uint8Array, delimiter: string, line: number): CsvHeader {
  return {
    names: cellsOfRecord(textOfBytes(record), delimiter),
    positions: positionsOfCells(record, delimiter, line),
    written: new WrittenHeader(record, delimiter),
  };
}

/** White space, and characters without a width such as U+200B. */
const INVISIBLE_AT_END = /^[\s\p{Cf}]|[\s\p{Cf}]$/u;

/** Reports problems with the names. Call this after the last row. */
export function checkHeader(header: CsvHeader, columns: CsvColumns, problems: ProblemList): void {
  const { names } = header;
  const namedColumns = countNamedColumns(names, columns);
  if (namedColumns < names.length) {
    const finding = { code: 'trailingEmptyColumns', columns: names.length - namedColumns } as const;
    problems.add(finding, positionOfName(header, namedColumns));
  }
  const firstColumnNumbers = new Map<string, number>();
  for (const [index, name] of names.slice(0, namedColumns).entries()) {
    const position = positionOfName(header, index);
    const columnNumber = index + 1;
    const firstColumnNumber = firstColumnNumbers.get(name);
    if (name.trim() === '') {
      problems.add({ code: 'emptyColumnName', columnNumber }, position);
    } else if (firstColumnNumber !== undefined) {
      problems.add({ code: 'duplicateColumnName', name, firstColumnNumber }, position);
    } else {
      firstColumnNumbers.set(name, columnNumber);
    }
    if (name.trim() !== '' && INVISIBLE_AT_END.test(name)) {
      problems.add({ code: 'paddedColumnName', name, columnNumber }, position);
    }
  }
  if (looksLikeData(names, columns)) {
    problems.add({ code: 'headerLooksLikeData' }, positionOfName(header, 0));
    // Rows that are written like it are data, too.
    problems.remove('repeatedHeader');
  }
}

/**
 * Decides whether rows that are written like the first line repeat a header for certain. If not, the first line may be a row that occurs more
 * than once. With a single column, it probably is: then nothing is reported. Call this after the last row.
 */
export function checkRepeatedHeaders(
  { names }: CsvHeader,
  firstRows: readonly (readonly string[])[],
  problems: ProblemList,
): void {
  if (haveTextAboveTypes(names, firstRows)) {
    return;
  }
  if (names.length === 1) {
    problems.remove('repeatedHeader');
  } else {
    problems.replace({ code: 'repeatedHeader', isCertain: false });
  }
}

/** The number of columns without those at the right that have neither name nor value; at least 1. */
function countNamedColumns(names: readonly string[], columns: CsvColumns): number {
  let count = names.length;
  while (count > 1 && names[count - 1]?.trim() === '' && !columns.hasValue(count - 1)) {
    count--;
  }
  return count;
}

/**
 * In a column of numbers or dates, a name of the same type is probably a value. Years, counts, and dates above numbers are plausible names.
 * Beside a date above dates, a name may also be missing: the first row may lack a value, as in a bank statement without a header.
 */
function looksLikeData(names: readonly string[], columns: CsvColumns): boolean {
  const all = [...names.keys()].filter((index) => columns.hasOneType(index));
  const nameOf = (index: number): string => names[index] ?? '';
  const checked = hasDateAboveDates(names, columns) ? all.filter((index) => nameOf(index).trim() !== '') : all;
  const typed = checked.map(nameOf);
  const areValues = checked.every((index) => isLikeValues(nameOf(index), index, columns));
  return typed.length > 0 && areValues && !(arePeriods(typed) && new Set(typed).size === typed.length);
}

/** Whether a name of a column of numbers or dates is of the type of its values. */
function isLikeValues(name: string, index: number, columns: CsvColumns): boolean {
  const type = typeOfText(name);
  return type !== CELL_TYPE.text && type !== CELL_TYPE.empty && (type === CELL_TYPE.date) === columns.isDate(index);
}

function hasDateAboveDates(names: readonly string[], columns: CsvColumns): boolean {
  return names.some((name, index) => columns.isDate(index) && typeOfText(name) === CELL_TYPE.date);
}

function arePeriods(names: readonly string[]): boolean {
  return names.every((name) => /^((19|20)\d\d([-/.](0?[1-9]|1[0-2]))?|[1-9]|[12]\d|3[01])$/.test(name.trim()));
}

/** The position of a name in the header. */
export function positionOfName({ positions }: CsvHeader, index: number): TextPosition {
  return positions[index] ?? { line: 1, column: 1 };
}
