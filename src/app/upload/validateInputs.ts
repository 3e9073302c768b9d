import type { CheckResult } from '../../data/check/checkResult.ts';
import { fullConversion, neededConversion } from '../../data/convert/chosenConversion.ts';
import { blockingProblems } from '../../data/convert/remainingProblems.ts';
import { FileChangedError } from '../../model/upload.ts';
import type { Conversion, TextEncodingName } from '../../model/upload.ts';
import { withNumberFindings } from './numberFindings.ts';
import type { SkippedFile, UnreadableFile, UploadInput } from './uploadInput.ts';
import type { CheckedInput } from './uploadPlan.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

export type Validation =
  | { readonly kind: 'validated'; readonly valid: readonly CheckedInput[]; readonly skipped: readonly SkippedFile[] }
  | { readonly kind: 'cancelled' }
  /** The only file can't be read. */
  | UnreadableFile;

interface ValidationOptions {
  readonly prompts: Pick<UploadPrompts, 'whileChecking' | 'notify'>;
  /** Files of the same upload that could not be read. */
  readonly unreadable: readonly SkippedFile[];
  /** Whether the user can be asked for a conversion without which the service can't read an input. */
  readonly mayConvert: boolean;
  /** Called with the first check of each text that an editor can show and still has. */
  readonly onDidCheck: (uri: string, check: CheckResult) => void;
}

/**
 * Checks which inputs can be sent. The problem of a single file is shown at once, those of several in the review and the summary.
 */
export async function validateInputs(
  inputs: readonly UploadInput[],
  { prompts, unreadable, mayConvert, onDidCheck }: ValidationOptions,
): Promise<Validation> {
  const checked = await checkInputs(inputs, {
    prompts,
    onDidCheck: (input, check) => {
      if (input.hasEditor && input.isEdited?.() !== true) {
        onDidCheck(input.uri, check);
      }
    },
  });
  if (checked === undefined) {
    return { kind: 'cancelled' };
  }
  const valid: CheckedInput[] = [];
  const skipped = [...unreadable];
  const isOnly = inputs.length + unreadable.length === 1;
  for (const { input, result } of checked) {
    const { uri } = input;
    const { name } = input.file;
    if (result.kind === 'error') {
      if (isOnly) {
        return { kind: 'unreadable', fileName: name, error: result.error };
      }
      skipped.push({ uri, name, reason: result });
      continue;
    }
    const { check } = result;
    // One of several files would prevent the upload of the others until its conversion is chosen, which would apply to all of them.
    const conversion = isOnly ? fullConversion(check) : neededConversion(check);
    const [problem, ...others] = blockingProblems({ check, ...(mayConvert && { conversion }) });
    if (problem === undefined) {
      valid.push({ input, check });
      continue;
    }
    skipped.push({ uri, name, reason: { kind: 'problem', problem } });
    if (isOnly) {
      prompts.notify({ kind: 'blocked', input, check, blocking: [problem, ...others] });
    }
  }
  return { kind: 'validated', valid, skipped };
}

interface InputResult {
  readonly input: UploadInput;
  readonly result:
    { readonly kind: 'checked'; readonly check: CheckResult } | { readonly kind: 'error'; readonly error: unknown };
}

/** How to read the data, if not as it is. */
export interface ReadingOptions {
  readonly encoding?: TextEncodingName;
  readonly conversion?: Conversion;
}

interface CheckInputsOptions {
  readonly prompts: Pick<UploadPrompts, 'whileChecking'>;
  readonly reading?: ReadingOptions;
  /** Called with each result at once: once all are checked, it may be older than that of an automatic check. */
  readonly onDidCheck?: (input: UploadInput, check: CheckResult) => void;
}

/** Checks one after another. Undefined if the user cancelled. */
export function checkInputs(
  inputs: readonly UploadInput[],
  { prompts, reading = {}, onDidCheck }: CheckInputsOptions,
): Promise<readonly InputResult[] | undefined> {
  return prompts.whileChecking(inputs, async (progress) => {
    const { signal } = progress;
    const results: InputResult[] = [];
    for (const input of inputs) {
      const { file } = input;
      progress.report(file, 0);
      try {
        const onProgress = (bytes: number) => progress.report(file, bytes);
        const check = await input.check({ signal, ...reading, totals: true, onProgress });
        if (reading.conversion === undefined && check.byteLength !== file.byteLength) {
          throw new FileChangedError();
        }
        onDidCheck?.(input, check);
        const known = reading.conversion === undefined ? await withNumberFindings(input, check, signal) : check;
        results.push({ input, result: { kind: 'checked', check: known } });
      } catch (error) {
        if (signal.aborted) {
          return undefined;
        }
        results.push({ input, result: { kind: 'error', error } });
      }
    }
    return results;
  });
}
