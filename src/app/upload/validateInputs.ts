import type { CheckResult } from '../../data/check/checkResult.ts';
import { changesValues, chosenConversion, conversionOffers } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import { UploadChangedError } from '../../model/upload.ts';
import type { Conversion, TextEncodingName } from '../../model/upload.ts';
import type { SkippedFile, UnreadableFile, UploadInput } from './uploadInput.ts';
import { blockingProblems, fullConversion, neededConversion } from './uploadPlan.ts';
import type { CheckedInput, UploadPlan } from './uploadPlan.ts';
import type { ConvertedPlans, UploadPrompts } from './uploadPrompts.ts';

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
  /** Called with the first check of each text that an editor can show. */
  readonly onDidCheck: (source: string, check: CheckResult) => void;
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
    onDidCheck: ({ source, hasNoEditor }, check) => {
      if (hasNoEditor !== true) {
        onDidCheck(source, check);
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
    const { source } = input;
    const { name } = input.file;
    if (result.kind === 'error') {
      if (isOnly) {
        return { kind: 'unreadable', fileName: name, error: result.error };
      }
      skipped.push({ source, name, reason: result });
      continue;
    }
    const { check } = result;
    // One of several files would prevent the upload of the others until its conversion is chosen, which would apply to all of them.
    const conversion = isOnly ? fullConversion(check) : neededConversion(check);
    const [problem] = blockingProblems(check, mayConvert ? conversion : {});
    if (problem === undefined) {
      valid.push({ input, check });
      continue;
    }
    skipped.push({ source, name, reason: { kind: 'problem', problem } });
    if (isOnly) {
      prompts.notify({ kind: 'blocked', input, check });
    }
  }
  return { kind: 'validated', valid, skipped };
}

/** Applies the chosen conversions to the plans for which they make sense. Those with another encoding are checked again. */
export async function convertPlans(
  plans: readonly UploadPlan[],
  chosen: ReadonlySet<ConversionId>,
  prompts: Pick<UploadPrompts, 'whileChecking'>,
): Promise<ConvertedPlans> {
  const converted: UploadPlan[] = [];
  for (const plan of plans) {
    const conversion = chosenConversion(conversionOffers(plan.check), chosen);
    const { fromEncoding } = conversion;
    if (fromEncoding === undefined || fromEncoding.startsWith('utf-16')) {
      converted.push({ ...plan, conversion });
      continue;
    }
    const again = await checkAgain(plan, { encoding: fromEncoding }, prompts);
    if (again.kind !== 'checked') {
      return again;
    }
    converted.push({ ...plan, conversion, check: withEncodingOf(plan.check, again.check) });
  }
  return withSentData(converted, prompts);
}

/** The plans with the check of the data as it will be sent, where a conversion changes values. */
export async function withSentData(
  plans: readonly UploadPlan[],
  prompts: Pick<UploadPrompts, 'whileChecking'>,
): Promise<ConvertedPlans> {
  const checked: UploadPlan[] = [];
  for (const plan of plans) {
    const { conversion } = plan;
    if (!changesValues(conversion)) {
      checked.push({ ...plan, sent: undefined });
      continue;
    }
    const again = await checkAgain(plan, { conversion }, prompts);
    if (again.kind !== 'checked') {
      return again;
    }
    checked.push({ ...plan, sent: again.check });
  }
  return { kind: 'converted', plans: checked };
}

type CheckedAgain =
  { readonly kind: 'checked'; readonly check: CheckResult } | Exclude<ConvertedPlans, { kind: 'converted' }>;

async function checkAgain(
  { input }: UploadPlan,
  as: CheckedAs,
  prompts: Pick<UploadPrompts, 'whileChecking'>,
): Promise<CheckedAgain> {
  const [checked] = (await checkInputs([input], { prompts, as })) ?? [];
  if (checked === undefined) {
    return { kind: 'cancelled' };
  }
  const { result } = checked;
  return result.kind === 'error' ? { kind: 'unreadable', fileName: input.file.name, error: result.error } : result;
}

/** Rows and columns as they will be sent, with what the first check reported about the encoding. */
function withEncodingOf(first: CheckResult, again: CheckResult): CheckResult {
  const encodingProblems = first.problems.filter(({ code }) => code === 'notUtf8');
  const problems = [...encodingProblems, ...again.problems.filter(({ code }) => code !== 'notUtf8')];
  return { ...again, encoding: first.encoding, problems };
}

interface InputResult {
  readonly input: UploadInput;
  readonly result:
    { readonly kind: 'checked'; readonly check: CheckResult } | { readonly kind: 'error'; readonly error: unknown };
}

/** How to read the data, if not as it is. */
interface CheckedAs {
  readonly encoding?: TextEncodingName;
  readonly conversion?: Conversion;
}

interface CheckInputsOptions {
  readonly prompts: Pick<UploadPrompts, 'whileChecking'>;
  readonly as?: CheckedAs;
  /** Called with each result at once: once all are checked, it may be older than that of an automatic check. */
  readonly onDidCheck?: (input: UploadInput, check: CheckResult) => void;
}

/** Checks one after another. Undefined if the user cancelled. */
function checkInputs(
  inputs: readonly UploadInput[],
  { prompts, as = {}, onDidCheck }: CheckInputsOptions,
): Promise<readonly InputResult[] | undefined> {
  return prompts.whileChecking(inputs, async (progress) => {
    const { signal } = progress;
    const results: InputResult[] = [];
    for (const input of inputs) {
      const { file } = input;
      progress.report(file, 0);
      try {
        const onProgress = (bytes: number) => progress.report(file, bytes);
        const check = await input.check({ signal, ...as, totals: true, onProgress });
        if (as.conversion === undefined && check.byteLength !== file.byteLength) {
          throw new UploadChangedError();
        }
        onDidCheck?.(input, check);
        results.push({ input, result: { kind: 'checked', check } });
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
