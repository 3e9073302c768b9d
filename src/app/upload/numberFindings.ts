import type { CheckResult } from '../../data/check/checkResult.ts';
import type { ProblemCode } from '../../data/check/dataProblem.ts';
import { chosenConversion } from '../../data/convert/chosenConversion.ts';
import { conversionOffers } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import type { Conversion } from '../../model/upload.ts';
import type { UploadInput } from './uploadInput.ts';

/** Problems with rows that are not part of the data, and have a text where the others may have a number. */
const PROBLEMS_HIDING_NUMBERS: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['repeatedHeader', 'footerLines']);

/** The conversions that leave the digits, commas and points of numbers as they are, and every column where it is. */
const CONVERSIONS_KEEPING_NUMBERS: ReadonlySet<ConversionId> = new Set<ConversionId>([
  'fromGzip',
  'fromEncoding',
  'fromDrawnTable',
  'withoutTitleLines',
  'withoutTrailingLines',
  'withoutRepeatedHeaders',
  'toPlainNumbers',
]);

/**
 * Adds the findings about numbers (commas, and the total row) that repeated headers, lines below the table, and formatted numbers hide: a
 * single text in a column makes its numbers look like text. Checks the data again without them.
 */
export async function withNumberFindings(
  input: UploadInput,
  check: CheckResult,
  signal: AbortSignal,
): Promise<CheckResult> {
  const known = await withFindingsOfDrawnTable(input, check, signal);
  if (known.formattedNumbers === undefined && !known.problems.some(({ code }) => PROBLEMS_HIDING_NUMBERS.has(code))) {
    return known;
  }
  const { conversion, converted } = await checkNumbers(input, known, signal);
  const { decimalCommas, thousandsCommas, totalRow } = converted;
  return { ...known, decimalCommas, thousandsCommas, totalRow: known.totalRow ?? totalRowInFile(totalRow, conversion) };
}

/** Adds the findings about numbers in the CSV that a drawn table is converted to. */
async function withFindingsOfDrawnTable(
  input: UploadInput,
  check: CheckResult,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (!check.problems.some(({ code }) => code === 'drawnTable')) {
    return check;
  }
  const { converted } = await checkNumbers(input, check, signal);
  const { formattedNumbers, decimalCommas, thousandsCommas, totalRow } = converted;
  return { ...check, formattedNumbers, decimalCommas, thousandsCommas, totalRow };
}

/** Checks the data without what would hide its numbers. */
async function checkNumbers(
  input: UploadInput,
  check: CheckResult,
  signal: AbortSignal,
): Promise<{ readonly conversion: Conversion; readonly converted: CheckResult }> {
  const conversion = chosenConversion(conversionOffers(check), CONVERSIONS_KEEPING_NUMBERS);
  return { conversion, converted: await input.check({ signal, conversion, totals: true }) };
}

/** The total row of the converted data, with its lines in the file. Undefined if it is not known how many lines above it are omitted. */
function totalRowInFile(totalRow: CheckResult['totalRow'], conversion: Conversion): CheckResult['totalRow'] {
  const { withoutTitleLines = 0, withoutRepeatedHeaders } = conversion;
  return totalRow === undefined || withoutRepeatedHeaders !== undefined
    ? undefined
    : {
        ...totalRow,
        line: totalRow.line + withoutTitleLines,
        linesAbove: totalRow.linesAbove + withoutTitleLines,
      };
}
