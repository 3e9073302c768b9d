import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataProblem } from '../../data/check/dataProblem.ts';
import type { HeaderChange } from '../../data/check/headerChange.ts';
import { chosenConversion, conversionOffers, resolves } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import type { AcceptedUpload, Conversion, UploadFormat, UploadIntent, UploadKey } from '../../model/upload.ts';
import type { UploadInput } from './inputs/uploadInput.ts';
import type { UploadTarget } from './targets/chooseTarget.ts';

/** Something checked, on its way to a connection: all that a user should know before it leaves the machine. */
export interface UploadPlan {
  readonly input: UploadInput;
  readonly check: CheckResult;
  readonly target: UploadTarget;
  readonly format: UploadFormat;
  /** Empty: the bytes go as they are. */
  readonly conversion: Conversion;
  /** What is different from the header that the connection took last. */
  readonly headerChange: HeaderChange | undefined;
  /** The upload that took the same content to the same connection. */
  readonly sameContent: AcceptedUpload | undefined;
  /** An earlier upload of the same file or content to the same connection, of which no answer came. */
  readonly unanswered: UnansweredUpload | undefined;
}

interface UnansweredUpload {
  readonly intent: UploadIntent;
  /** A job that the connection shows since, and that was not started here. */
  readonly newSyncId: string | undefined;
}

/** What tells this upload from others. */
export function keyOf({ input, check, target }: Pick<UploadPlan, 'input' | 'check' | 'target'>): UploadKey {
  return { entityId: target.entityId, source: input.uri.toString(), digest: check.digest };
}

/** The problems that keep a text from being sent, even with this conversion. */
export function blockingProblems(check: CheckResult, conversion: Conversion = {}): readonly DataProblem[] {
  return remainingProblems({ check, conversion }).filter(({ severity }) => severity === 'blocking');
}

/** Whether a problem keeps the parcel from being sent as it is converted now. */
export function isBlocked({ check, conversion }: Pick<UploadPlan, 'check' | 'conversion'>): boolean {
  return blockingProblems(check, conversion).length > 0;
}

/** The problems that are left once the conversion is made; those beyond the cap of the check are not among them. */
export function remainingProblems({
  check,
  conversion,
}: Pick<UploadPlan, 'check' | 'conversion'>): readonly DataProblem[] {
  return check.problems.filter(({ code }) => !resolves(conversion, code));
}

/** The conversion without which the service can't take the text; empty where it can. */
export function neededConversion(check: CheckResult): Conversion {
  const offers = conversionOffers(check);
  const needed = offers.filter(({ isNeeded }) => isNeeded).map(({ id }) => id);
  return chosenConversion(offers, new Set<ConversionId>(needed));
}

/** What the parcel is sent as: a name that fits what the conversion makes of it. */
export function sentName({
  input,
  conversion,
}: Pick<UploadPlan, 'conversion'> & { readonly input: Pick<UploadInput, 'file'> }): string {
  const { name, kind } = input.file;
  const stem = name.replace(/\.[^.]*$/, '');
  if (conversion.toArray === true && !/\.json$/i.test(name)) {
    return `${stem}.json`;
  }
  return kind === 'tsv' && conversion.fromDelimiter !== undefined ? `${stem}.csv` : name;
}
