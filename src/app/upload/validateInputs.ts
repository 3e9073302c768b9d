import type { CheckResult } from '../../data/check/checkResult.ts';
import type { ProblemCode } from '../../data/check/dataProblem.ts';
import { chosenConversion, fullConversion, neededConversion } from '../../data/convert/chosenConversion.ts';
import { conversionOffers } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import { blockingProblems } from '../../data/convert/remainingProblems.ts';
import { FileChangedError } from '../../model/upload.ts';
import type { Conversion, TextEncodingName } from '../../model/upload.ts';
import type { SkippedFile, UnreadableFile, UploadInput } from './uploadInput.ts';
import type { CheckedInput } from './uploadPlan.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

/** Problems with rows that are not part of the data, and have a text where the others may have a number. */
const HIDE_COMMAS: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['repeatedHeader', 'footerLines']);

/** The conversions that leave the digits, commas and points of every number as they are, and every column where it is. */
const BEFORE_COMMAS: ReadonlySet<ConversionId> = new Set<ConversionId>([
  'fromGzip',
  'fromEncoding',
  'fromDrawnTable',
  'withoutTitleLines',
  'withoutTrailingLines',
  'withoutRepeatedHeaders',
  'fromTrailingMinuses',
]);

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
        const known = reading.conversion === undefined ? await withCommasOfRows(input, check, signal) : check;
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

/**
 * The check with the columns of numbers with commas, and the row of totals, that the data has without the rows that repeat its header and
 * the lines below its table, and with every minus sign before its number: a text in a column would hide that its values are numbers, and
 * what their points mean.
 */
async function withCommasOfRows(input: UploadInput, check: CheckResult, signal: AbortSignal): Promise<CheckResult> {
  const known = await withFindingsOfDrawnTable(input, check, signal);
  if (known.trailingMinuses === undefined && !known.problems.some(({ code }) => HIDE_COMMAS.has(code))) {
    return known;
  }
  const conversion = chosenConversion(conversionOffers(known), BEFORE_COMMAS);
  const { decimalCommas, thousandsCommas, totalRow } = await input.check({ signal, conversion, totals: true });
  return { ...known, decimalCommas, thousandsCommas, totalRow: known.totalRow ?? inFile(totalRow, conversion) };
}

/** The row of totals of the converted data, with its lines in the file. Undefined if it is not known how many lines above it are omitted. */
function inFile(totalRow: CheckResult['totalRow'], conversion: Conversion): CheckResult['totalRow'] {
  const { withoutTitleLines = 0, withoutRepeatedHeaders } = conversion;
  return totalRow === undefined || withoutRepeatedHeaders !== undefined
    ? undefined
    : {
        ...totalRow,
        line: totalRow.line + withoutTitleLines,
        linesAbove: totalRow.linesAbove + withoutTitleLines,
      };
}

/** The check with the columns of numbers, and the row of totals, that the CSV has which is made of a drawn table. */
async function withFindingsOfDrawnTable(
  input: UploadInput,
  check: CheckResult,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (!check.problems.some(({ code }) => code === 'drawnTable')) {
    return check;
  }
  const conversion = chosenConversion(conversionOffers(check), BEFORE_COMMAS);
  const result = await input.check({ signal, conversion, totals: true });
  const { trailingMinuses, decimalCommas, thousandsCommas, totalRow } = result;
  return { ...check, trailingMinuses, decimalCommas, thousandsCommas, totalRow };
}
