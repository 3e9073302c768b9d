import type { Uri } from 'vscode';
import type { CheckResult } from '../../../data/check/checkResult.ts';
import { reasonText } from '../skippedFile.ts';
import type { SkippedFile } from '../skippedFile.ts';
import { blockingProblems, neededConversion } from '../uploadPlan.ts';
import { problemLine } from '../../format/problemText.ts';
import { showBlocking } from '../problems/showBlocking.ts';
import { checkInputs } from './checkInputs.ts';
import type { UploadInput } from './uploadInput.ts';

export interface CheckedInput {
  readonly input: UploadInput;
  readonly check: CheckResult;
}

/** What of the inputs can be sent, and what can't. */
interface SortedInputs {
  readonly good: readonly CheckedInput[];
  readonly leftOut: readonly SkippedFile[];
}

interface SortOptions {
  /** What belongs to the same upload and could not be read. */
  readonly unreadable: readonly SkippedFile[];
  /** Whether the user can be asked for a conversion without which the service can't take an input. */
  readonly mayConvert: boolean;
  /** Told what each check has found. */
  readonly onDidCheck: (uri: Uri, check: CheckResult) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Checks. A single input that can't be sent is told at once, those among many in the review and the summary. Throws why a
 * single input can't be read.
 */
export async function validateInputs(
  inputs: readonly UploadInput[],
  { unreadable, mayConvert, onDidCheck, report }: SortOptions,
): Promise<SortedInputs> {
  const good: CheckedInput[] = [];
  const leftOut = [...unreadable];
  const isAlone = inputs.length + unreadable.length === 1;
  for (const checked of await checkInputs(inputs)) {
    const { name } = checked.input.file;
    if ('error' in checked) {
      if (isAlone) {
        throw checked.error;
      }
      leftOut.push({ name, reason: reasonText(checked.error) });
      continue;
    }
    const { input, check } = checked;
    onDidCheck(input.uri, check);
    const [problem] = blockingProblems(check, mayConvert ? neededConversion(check) : {});
    if (problem === undefined) {
      good.push({ input, check });
      continue;
    }
    leftOut.push({ name, reason: problemLine(problem) });
    if (isAlone) {
      showBlocking(input, check, report);
    }
  }
  return { good, leftOut };
}
