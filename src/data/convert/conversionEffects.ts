import type { Conversion, NumberColumns } from '../../model/upload.ts';
import type { Finding } from '../check/dataProblem.ts';

/** Whether other values or rows than those in the file are sent, or fewer rows or cells, so that the data has to be checked again. */
export function changesValues(conversion: Conversion): boolean {
  const { withoutTrailingLines, withoutTotalRow, withoutRepeatedHeaders, withoutEmptyRows } = conversion;
  const { withoutTrailingDelimiters, withoutTrailingColumns } = conversion;
  const { toPlainNumbers, fromDecimalCommas, withoutThousandsCommas } = conversion;
  const { withoutFormulas, withoutNullTexts, toFlatRows } = conversion;
  const changed = [
    withoutTrailingLines,
    withoutTotalRow,
    withoutRepeatedHeaders,
    withoutEmptyRows,
    withoutTrailingDelimiters,
    withoutTrailingColumns,
    toPlainNumbers,
    fromDecimalCommas,
    withoutThousandsCommas,
    withoutFormulas,
    withoutNullTexts,
  ];
  return toFlatRows === true || hasOtherRows(conversion) || changed.some((change) => change !== undefined);
}

/**
 * Whether the rows that are sent are others than those that the check of the data as it is has read: those in an object or in a drawn table,
 * or only every other one.
 */
export function hasOtherRows(conversion: Conversion): boolean {
  return conversion.fromDrawnTable === true || conversion.withoutActions === true || hasRowsOfObject(conversion);
}

/** Whether the rows that are sent are those in an object, or made of arrays. */
export function hasRowsOfObject({ fromMember, fromKeys, fromArrays }: Conversion): boolean {
  return fromMember !== undefined || fromKeys !== undefined || fromArrays !== undefined;
}

/** How many lines of the file are sent at most: those that the conversion does not omit at the end. */
export function countLinesKept({ withoutTrailingLines, withoutTotalRow = Infinity }: Conversion): number {
  return Math.min(withoutTrailingLines?.linesKept ?? Infinity, withoutTotalRow);
}

/** Whether the conversion removes a problem. */
export function resolves(conversion: Conversion, problem: Finding): boolean {
  switch (problem.code) {
    case 'compressed':
      return conversion.fromGzip === true;
    case 'drawnTable':
      return conversion.fromDrawnTable === true;
    case 'notUtf8':
      return conversion.fromEncoding !== undefined;
    case 'byteOrderMark':
      return conversion.withoutByteOrderMark === true;
    case 'sepLine':
      return conversion.withoutSepLine === true;
    case 'titleLines':
      return conversion.withoutTitleLines !== undefined;
    case 'repeatedHeader':
      return conversion.withoutRepeatedHeaders !== undefined;
    case 'emptyRows':
    case 'trailingEmptyRows':
      return conversion.withoutEmptyRows !== undefined;
    case 'trailingDelimiters':
      return conversion.withoutTrailingDelimiters !== undefined;
    case 'trailingEmptyColumns':
      return conversion.withoutTrailingColumns !== undefined;
    case 'otherDelimiter':
      return conversion.fromDelimiter !== undefined;
    case 'decimalComma':
      // The user may say that the commas are between thousands.
      return changesColumn(problem.columnNumber, conversion.fromDecimalCommas, conversion.withoutThousandsCommas);
    case 'formattedNumbers':
      return changesColumn(problem.columnNumber, conversion.withoutThousandsCommas, conversion.toPlainNumbers);
    case 'typeChange':
      // If the value was no formatted number, the second check finds it.
      return conversion.toPlainNumbers !== undefined;
    case 'formulaText':
    case 'strayQuote':
      // The quotes of a formula that is not in quotes itself. If others remain, the second check finds them.
      return conversion.withoutFormulas !== undefined;
    case 'nullText':
      return conversion.withoutNullTexts !== undefined;
    case 'nestedValue':
    case 'rowsInPages':
      return conversion.toFlatRows === true || hasOtherRows(conversion);
    case 'oneObject':
      return (
        conversion.toArray === true ||
        conversion.fromKeys !== undefined ||
        conversion.fromArrays !== undefined ||
        problem.members?.some((name) => name === conversion.fromMember) === true
      );
    case 'jsonLines':
    case 'rowsInObject':
      return conversion.toArray === true || conversion.fromMember !== undefined;
    case 'bulkActions':
      // As rows, the actions are nested.
      return conversion.toFlatRows === true || conversion.withoutActions === true;
    case 'errorResponse':
    case 'rowsByKey':
    case 'rowsInColumns':
    case 'rowsAsArrays':
      // The user has chosen to send it nevertheless.
      return conversion.toArray === true || conversion.toFlatRows === true || hasOtherRows(conversion);
    case 'duplicateKey':
    case 'differentKeys':
    case 'impreciseNumber':
      // Problems of the objects around the rows; the check of the rows has the others.
      return hasOtherRows(conversion);
    default:
      return false;
  }
}

/** Whether the data is sent as it is. */
export function isNoOp(conversion: Conversion): boolean {
  return Object.keys(conversion).length === 0;
}

function changesColumn(columnNumber: number, ...changes: readonly (NumberColumns | undefined)[]): boolean {
  return changes.some((change) => change?.columns.includes(columnNumber - 1) === true);
}
