import type { Conversion } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import type { DataProblem } from '../check/dataProblem.ts';
import { countLinesKept, hasOtherRows, resolves } from './conversionEffects.ts';

/** What is known about data that is sent with a conversion. */
interface ConvertedData {
  readonly check: CheckResult;
  /** By default, the data is sent as it is. */
  readonly conversion?: Conversion;
  /** The check of the converted data, if the conversion changes values. */
  readonly convertedCheck?: CheckResult | undefined;
}

/** The remaining problems that prevent the upload. */
export function blockingProblems(data: ConvertedData): readonly DataProblem[] {
  return remainingProblems(data).filter(isBlocking);
}

/** Whether a problem prevents the upload: one of the data as it is, or one of what the conversion makes of it. */
export function isBlocked(data: ConvertedData): boolean {
  return [...remainingProblems(data), ...problemsOfConversion(data)].some(isBlocking);
}

function isBlocking({ severity }: DataProblem): boolean {
  return severity === 'blocking';
}

/** The problems that remain after the conversion, without those beyond the limit of the check. */
export function remainingProblems({ check, conversion = {}, convertedCheck }: ConvertedData): readonly DataProblem[] {
  // A few rows can't be converted, for example if they are too deeply nested. Those in an object are other rows than were checked first.
  const isStillThere = (problem: DataProblem): boolean =>
    !hasOtherRows(conversion) && convertedCheck?.problems.some((after) => isSameProblem(after, problem)) === true;
  // In CSV that is made of a drawn table, these are other lines.
  const linesKept = conversion.fromDrawnTable === true ? Infinity : countLinesKept(conversion);
  return check.problems.filter(
    (problem) => problem.line <= linesKept && (!resolves(conversion, problem) || isStillThere(problem)),
  );
}

/**
 * The warnings about what the conversion makes of the data, such as rows with other keys, and all problems of rows that only the second
 * check has read. Their positions are in what is sent.
 */
export function problemsOfConversion(data: ConvertedData): readonly DataProblem[] {
  const { check, conversion, convertedCheck } = data;
  const areOtherRows = conversion !== undefined && hasOtherRows(conversion);
  const known = areOtherRows ? remainingProblems(data) : check.problems;
  return (convertedCheck?.problems ?? []).filter(
    (problem) => (areOtherRows || !isBlocking(problem)) && !known.some((one) => isSameProblem(one, problem)),
  );
}

function isSameProblem(one: DataProblem, other: DataProblem): boolean {
  return one.code === other.code && columnOf(one) === columnOf(other);
}

/** The column of a problem of which each column may have one. */
function columnOf(problem: DataProblem): number | string | undefined {
  switch (problem.code) {
    case 'decimalComma':
    case 'formattedNumbers':
      return problem.columnNumber;
    case 'typeChange':
      return problem.name;
    default:
      return undefined;
  }
}
