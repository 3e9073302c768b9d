import type { CheckResult } from '../../data/check/checkResult.ts';
import { KEPT_OF_EACH_CODE } from '../../data/check/problemList.ts';
import { freeKeyColumn } from '../../data/check/rowsByKey.ts';
import { changesValues, isNoOp } from '../../data/convert/conversionEffects.ts';
import { objectNames } from '../../data/json/objectNames.ts';
import { chosenConversion } from '../../data/convert/chosenConversion.ts';
import { conversionOffers } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import type { Conversion } from '../../model/upload.ts';
import type { UploadPlan } from './uploadPlan.ts';
import type { ConvertedPlans, UploadPrompts } from './uploadPrompts.ts';
import { checkInputs } from './validateInputs.ts';
import type { ReadingOptions } from './validateInputs.ts';

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
  return checkConverted(converted, prompts);
}

/** Checks the converted data of the plans whose conversion changes values. */
export async function checkConverted(
  plans: readonly UploadPlan[],
  prompts: Pick<UploadPrompts, 'whileChecking'>,
): Promise<ConvertedPlans> {
  const checked: UploadPlan[] = [];
  for (const plan of plans) {
    const { conversion } = plan;
    if (!changesValues(conversion)) {
      checked.push({ ...plan, convertedCheck: undefined });
      continue;
    }
    const again = await checkAgain(plan, { conversion }, prompts);
    if (again.kind !== 'checked') {
      return again;
    }
    const next = await refine({ ...plan, convertedCheck: again.check }, prompts);
    if (next.kind !== 'converted') {
      return next;
    }
    checked.push(...next.plans);
  }
  return { kind: 'converted', plans: checked };
}

/** Applies what only the check of all rows as they are sent shows. */
async function refine(plan: ConvertedPlan, prompts: Pick<UploadPrompts, 'whileChecking'>): Promise<ConvertedPlans> {
  const changes = { ...omittedNulls(plan), ...otherKeyColumn(plan) };
  if (isNoOp(changes)) {
    return { kind: 'converted', plans: [plan] };
  }
  const conversion = { ...plan.conversion, ...changes };
  const again = await checkAgain(plan, { conversion }, prompts);
  return again.kind === 'checked'
    ? { kind: 'converted', plans: [{ ...plan, conversion, convertedCheck: again.check }] }
    : again;
}

interface ConvertedPlan extends UploadPlan {
  readonly convertedCheck: CheckResult;
}

/** The columns in which null is omitted, because it is an object or array with values in other rows. */
function omittedNulls({ conversion, check, convertedCheck }: ConvertedPlan): Conversion {
  const withoutNulls = conversion.toFlatRows === true ? objectNames(convertedCheck.columns, check.columns) : [];
  return withoutNulls.length === 0 ? {} : { withoutNulls };
}

/** Another name for the keys of rows, if a row has a value under that name itself. */
function otherKeyColumn({
  conversion: { fromKeys },
  convertedCheck: { columns, problems },
}: ConvertedPlan): Conversion {
  const duplicates = problems.flatMap((problem) => (problem.code === 'duplicateKey' ? problem.name : []));
  const mayBeTaken = duplicates.includes(fromKeys ?? '') || duplicates.length === KEPT_OF_EACH_CODE;
  return fromKeys !== undefined && mayBeTaken ? { fromKeys: freeKeyColumn(columns) } : {};
}

type CheckedAgain =
  { readonly kind: 'checked'; readonly check: CheckResult } | Exclude<ConvertedPlans, { kind: 'converted' }>;

async function checkAgain(
  { input }: UploadPlan,
  reading: ReadingOptions,
  prompts: Pick<UploadPrompts, 'whileChecking'>,
): Promise<CheckedAgain> {
  const [checked] = (await checkInputs([input], { prompts, reading })) ?? [];
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
