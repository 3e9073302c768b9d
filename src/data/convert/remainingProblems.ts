import type { Conversion } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import type { DataProblem } from '../check/dataProblem.ts';
import { resolves } from './conversionOffers.ts';

/** What is known about data that is sent with a conversion. */
interface ConvertedData {
  readonly check: CheckResult;
  /** By default, the data is sent as it is. */
  readonly conversion?: Conversion;
  /** The check of the converted data, if the conversion changes values. */
  readonly convertedCheck?: CheckResult | undefined;
}

/** Those of the remaining problems that prevent the upload. */
export function blockingProblems(data: ConvertedData): readonly DataProblem[] {
  return remainingProblems(data).filter(({ severity }) => severity === 'blocking');
}

/** Whether a problem prevents the upload. */
export function isBlocked(data: ConvertedData): boolean {
  return blockingProblems(data).length > 0;
}

/** The problems that remain after the conversion, without those beyond the limit of the check. */
export function remainingProblems({ check, conversion = {}, convertedCheck }: ConvertedData): readonly DataProblem[] {
  // A few rows can't be converted, for example if they are too deeply nested.
  const isStillThere = (problem: DataProblem): boolean =>
    convertedCheck?.problems.some((after) => after.code === problem.code && columnOf(after) === columnOf(problem)) ===
    true;
  return check.problems.filter((problem) => !resolves(conversion, problem) || isStillThere(problem));
}

/** The warnings about what the conversion makes of the data, such as rows with other keys. Their positions are in what is sent. */
export function problemsOfConversion({
  check,
  convertedCheck,
}: Pick<ConvertedData, 'check' | 'convertedCheck'>): readonly DataProblem[] {
  const codesBefore = new Set(check.problems.map(({ code }) => code));
  return (convertedCheck?.problems ?? []).filter(
    ({ code, severity }) => severity === 'warning' && !codesBefore.has(code),
  );
}

/** The column of a problem of which each column may have one. */
function columnOf(problem: DataProblem): number | undefined {
  return problem.code === 'decimalComma' || problem.code === 'formattedNumbers' ? problem.columnNumber : undefined;
}
