import { plainText, plainValue } from '../../base/displayText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataProblem } from '../../data/check/dataProblem.ts';
import { listProblems } from '../../data/check/listedProblems.ts';
import type { ListedProblem } from '../../data/check/listedProblems.ts';
import { neededConversion } from '../../data/convert/chosenConversion.ts';
import { isBlocked } from '../../data/convert/remainingProblems.ts';
import { fileFailureOf } from '../upload/fileFailure.ts';
import type { UploadInput } from '../upload/uploadInput.ts';
import { ToolError } from './toolError.ts';
import { pageOf } from './toolResult.ts';
import type { ToolResult } from './toolResult.ts';

const MAX_COLUMNS = 50;

/** A file in the workspace that a tool was told to use. */
export interface ToolFile {
  readonly uri: string;
  /** The path to show: relative to its folder. */
  readonly path: string;
}

/** A problem in words, on one line. */
export type DescribeProblem = (problem: ListedProblem) => string;

interface CheckOptions {
  /** Reads a file as an upload does. Undefined if neither its name nor its content shows what it is. */
  readonly read: (file: ToolFile) => Promise<UploadInput | undefined>;
  /** The most problems to list. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly describe: DescribeProblem;
}

/** `checkFile`. Sends nothing. Throws `ToolError` if the file can't be checked. */
export async function checkToolFile(
  file: ToolFile,
  { read, limit, signal, describe }: CheckOptions,
): Promise<ToolResult> {
  try {
    const input = await read(file);
    if (input === undefined) {
      throw unknownFormatError();
    }
    assertInWorkspace(input);
    const check = await input.check({ signal });
    return {
      file: file.path,
      hasUnsavedChanges: input.hasUnsavedChanges ? true : undefined,
      ...dataFacts(check),
      canBeUploaded: uploadability(check),
      ...problemPage(check, limit, describe),
    };
  } catch (error) {
    throw toolErrorOf(error);
  }
}

/** Throws `ToolError` if a symbolic link leads out of the workspace, or may do so. */
export function assertInWorkspace({ link }: Pick<UploadInput, 'link'>): void {
  if (link?.leavesFolder === true) {
    throw new ToolError(
      'outsideWorkspace',
      'The path is a symbolic link that leads, or may lead, out of the workspace.',
    );
  }
}

/** The `ToolError` for a known file error; any other error as it is. */
export function toolErrorOf(error: unknown): unknown {
  switch (fileFailureOf(error)) {
    case 'missing':
    case 'brokenLink':
      return new ToolError('fileNotFound', 'There is no such file in the workspace. Globs are not expanded.');
    case 'notAFile':
      return new ToolError('fileNotFound', 'The path is not that of a file.');
    case 'noPermission':
      return new ToolError('failed', 'The user has no permission to read the file.');
    case 'busy':
    case 'diskError':
      return new ToolError('failed', 'The file can’t be read at the moment.');
    case 'brokenArchive':
    case 'oversizedArchive':
      return new ToolError('invalidData', 'The compressed file is damaged, incomplete or too large.');
    case 'changed':
      return new ToolError('failed', 'The file changed while it was being read. Nothing was loaded. Try again.');
    case 'deleted':
      return new ToolError('fileNotFound', 'The file was deleted or moved after it was checked. Nothing was loaded.');
    case undefined:
      return error;
  }
}

export function unknownFormatError(): ToolError {
  return new ToolError('unknownFormat', 'It is unclear whether the file is CSV or JSON. Rename it to .csv or .json.');
}

/** The size and shape of data. Column names are those of the file: one line each, of limited length. */
function dataFacts({ kind, rows, columns, byteLength, encoding, digest }: CheckResult): ToolResult {
  return {
    kind,
    encoding,
    bytes: byteLength,
    rows,
    columnCount: columns.length,
    columns: columns.slice(0, MAX_COLUMNS).map((name) => plainValue(name, 60)),
    moreColumns: columns.length > MAX_COLUMNS ? columns.length - MAX_COLUMNS : undefined,
    digest,
  };
}

function uploadability(check: CheckResult): 'yes' | 'afterConversion' | 'no' {
  if (!isBlocked({ check })) {
    return 'yes';
  }
  return isBlocked({ check, conversion: neededConversion(check) }) ? 'no' : 'afterConversion';
}

/** The problems of a check, those that prevent an upload first, and how many there are in all. */
export function problemPage(check: CheckResult, limit: number, describe: DescribeProblem): ToolResult {
  const rank = ({ severity }: DataProblem): number => (severity === 'blocking' ? 0 : 1);
  const { listed, problemsOmitted } = listProblems(check);
  const sorted = listed.toSorted((a, b) => rank(a) - rank(b));
  const { rows, total, more } = pageOf(sorted, { limit, offset: 0 }, (problem) => problemRow(problem, describe));
  const omitted = problemsOmitted.blocking + problemsOmitted.warning;
  return { problems: rows, problemCount: total + omitted, moreProblems: more || omitted > 0 };
}

function problemRow(problem: ListedProblem, describe: DescribeProblem): ToolResult {
  const { code, severity, line, column } = problem;
  return { code, severity, line, column, message: plainText(describe(problem), 300) };
}
