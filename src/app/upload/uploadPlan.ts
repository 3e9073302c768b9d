import { guessedEncoding, isUnlikelyRow } from '../../data/check/checkResult.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { compareHeaders } from '../../data/check/headerChange.ts';
import type { LoadFingerprint } from '../../data/fingerprint/loadFingerprint.ts';
import type { FingerprintFile } from '../../data/fingerprint/storedLoad.ts';
import { hasRowsOfObject } from '../../data/convert/conversionEffects.ts';
import { chosenConversion, neededConversion, offersWithin } from '../../data/convert/chosenConversion.ts';
import { conversionOffers } from '../../data/convert/conversionOffers.ts';
import { nameInside } from '../../data/file/dataName.ts';
import { columnsWithTotalRow } from '../../data/totals/totalRow.ts';
import type { UploadDraft } from '../../jobs/store/uploadIntents.ts';
import type {
  Conversion,
  HeaderChange,
  UploadFormat,
  UploadIntent,
  UploadKey,
  UploadKind,
} from '../../model/upload.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import type { SameContent, UploadHistory } from './uploadHistory.ts';
import type { UploadInput } from './uploadInput.ts';

/** A file or text that was checked. */
export interface CheckedInput {
  readonly input: UploadInput;
  readonly check: CheckResult;
}

/** Where an upload goes. */
export interface UploadTarget {
  readonly entityId: string;
  /** The connection's name, or the ID if no connection is known to have it. */
  readonly name: string;
  /** Whether only the settings or a task of a workspace name it, and neither the user nor the caller. */
  readonly isProposed?: boolean;
  /** Whether it is a task that names it. */
  readonly isByTask?: boolean | undefined;
  /** Whether another connection has the same name. */
  readonly hasDuplicateName?: boolean;
  /** Whether the service reports that the connection is inactive. */
  readonly isInactive?: boolean;
  /** Whether the account has no connection with this ID. */
  readonly isUnlisted?: boolean;
}

/** A file, its target and its conversion: everything to review before it is sent. */
export interface UploadPlan extends CheckedInput {
  readonly target: UploadTarget;
  readonly format: UploadFormat;
  /** Empty: the bytes are sent unchanged. */
  readonly conversion: Conversion;
  /** The check of the converted data, if the conversion changes values. Otherwise, `check` applies. */
  readonly convertedCheck?: CheckResult | undefined;
  /** How the rows differ from those of the last load, if this was compared. */
  readonly fingerprint?: PlannedFingerprint | undefined;
  /** The header of the last upload to the connection, as it was sent. */
  readonly lastHeader: readonly string[] | undefined;
  /** The upload of the same content to the same connection. */
  readonly sameContent: SameContent | undefined;
  /** The file of the same upload that sends the same content to the same connection before this one. */
  readonly duplicateOf: UploadInput | undefined;
  /** An earlier upload of the same file or content to the same connection that got no response. */
  readonly unanswered: UnansweredUpload | undefined;
}

/** A plan whose intent is recorded before it is sent. */
export interface ReservedPlan extends UploadPlan {
  readonly intentId: string;
}

export interface PlannedFingerprint extends LoadFingerprint {
  /** Where it is kept once the upload is accepted. */
  readonly fingerprintFile: FingerprintFile;
  /** Whether all earlier loads failed, including the one it is compared with, so that the service may have none of them. */
  readonly hasLastFailed: boolean;
}

interface UnansweredUpload {
  readonly intent: UploadIntent;
  /** A job that the connection shows since then, and that was not started here. */
  readonly newSyncId: string | undefined;
}

interface PlanOptions {
  readonly format: UploadFormat;
  /** The conversion that was chosen before for a file, if any. */
  readonly earlierConversion?: ((uri: string) => Conversion | undefined) | undefined;
  /** Whether the user can be asked: nothing is converted without their knowledge. */
  readonly mayConvert: boolean;
  readonly history: UploadHistory;
  readonly accountId: string;
}

/** Plans the upload of each input to the target at its index. */
export function planUploads(
  inputs: readonly CheckedInput[],
  targets: readonly UploadTarget[],
  options: PlanOptions,
): readonly UploadPlan[] {
  const plans = targets.flatMap((target, index) => {
    const checked = inputs[index];
    return checked === undefined ? [] : [planUpload(checked, target, options)];
  });
  return plans.map((plan, index) => {
    const before = plans.slice(0, index).find((other) => isSameContent(other, plan));
    return before === undefined ? plan : { ...plan, duplicateOf: before.input };
  });
}

function isSameContent(a: UploadPlan, b: UploadPlan): boolean {
  return a.target.entityId === b.target.entityId && a.check.digest === b.check.digest;
}

/** Plans one upload, and compares it with earlier uploads to the connection. */
function planUpload(
  { input, check }: CheckedInput,
  target: UploadTarget,
  { format, earlierConversion, mayConvert, history, accountId }: PlanOptions,
): UploadPlan {
  return {
    input,
    check,
    target,
    format,
    conversion: mayConvert
      ? { ...neededConversion(check), ...repeatedConversion(check, earlierConversion?.(input.uri)) }
      : {},
    lastHeader: history.lastHeader(accountId, target.entityId),
    sameContent: history.sameContent(accountId, uploadKeyOf({ input, check, target })),
    duplicateOf: undefined,
    unanswered: undefined,
  };
}

/** The parts of an earlier conversion that apply to the file's current content and are probably still right. */
function repeatedConversion(check: CheckResult, earlier: Conversion = {}): Conversion {
  // An encoding that was right for an earlier file would change most characters of this one.
  const isMostlyUtf8 = guessedEncoding(check) === 'utf-8';
  // Flattening an object into one row may be wrong this time. If the earlier rows came from keys, arrays or bulk actions, only their nested
  // values are flattened.
  const mayBeOneUnlikelyRow =
    isUnlikelyRow(check) &&
    earlier.fromKeys === undefined &&
    earlier.fromArrays === undefined &&
    earlier.withoutActions === undefined;
  const repeatable = conversionOffers(check).filter(
    ({ id, conversion }) =>
      id !== 'oneRow' && !(mayBeOneUnlikelyRow && id === 'toFlatRows') && !(isMostlyUtf8 && conversion.fromEncoding),
  );
  return chosenConversion(repeatable, offersWithin(repeatable, earlier));
}

/** Identifies the upload. */
export function uploadKeyOf({ input, check, target }: Pick<UploadPlan, 'input' | 'check' | 'target'>): UploadKey {
  const { digest } = input.earlier ?? check;
  return { entityId: target.entityId, uri: input.uri, digest };
}

/** All changes made to the file's bytes: those of an earlier version were made before. */
export function conversionFromSource({ input, conversion }: Pick<UploadPlan, 'input' | 'conversion'>): Conversion {
  return { ...input.earlier?.conversion, ...conversion };
}

/** The record of a plan that is stored before its first byte is sent. */
export function intentDraftOf(plan: ReservedPlan, feed: ConnectionFeed): UploadDraft {
  const { intentId, input, target, unanswered } = plan;
  const connection = feed.find(target.entityId);
  return {
    ...uploadKeyOf(plan),
    id: intentId,
    name: input.file.name,
    before: connection && { lastSyncId: connection.lastSyncId },
    acknowledgedId: unanswered?.intent.id,
  };
}

/** The check of the data as it is sent: converted or not. */
export function checkOfSentData({ check, convertedCheck }: Pick<UploadPlan, 'check' | 'convertedCheck'>): CheckResult {
  return convertedCheck ?? check;
}

/** How the header, as it is sent, differs from that of the last load to the connection. */
export function headerChangeOf(
  plan: Pick<UploadPlan, 'check' | 'convertedCheck' | 'lastHeader'>,
): HeaderChange | undefined {
  const { columns, kind } = checkOfSentData(plan);
  return plan.lastHeader && compareHeaders(plan.lastHeader, columns, kind !== 'json');
}

/** The total row that the check has found and that is sent. As they are sent, its numbers may look like text. */
export function sentTotalRowOf({
  check,
  conversion,
}: Pick<UploadPlan, 'check' | 'conversion'>): CheckResult['totalRow'] {
  return conversion.withoutTotalRow === undefined ? check.totalRow : undefined;
}

/** The columns that may have a total row when they are sent. */
export function totalRowColumnsOf(
  plan: Pick<UploadPlan, 'check' | 'convertedCheck' | 'conversion'>,
): readonly string[] {
  const { totalRow = sentTotalRowOf(plan), totals = [] } = checkOfSentData(plan);
  return totalRow?.columns ?? columnsWithTotalRow(totals);
}

/** The file name that is sent: its extension fits what the conversion makes of it. */
export function sentName(file: { readonly name: string; readonly kind?: UploadKind }, conversion: Conversion): string {
  // What is sent is never compressed.
  const name = nameInside(file.name);
  const stem = name.replace(/\.[^.]*$/, '');
  const isNewArray = conversion.toArray === true || hasRowsOfObject(conversion);
  if (isNewArray && !/\.json$/i.test(name)) {
    return `${stem}.json`;
  }
  const isNewCsv =
    conversion.fromDrawnTable === true || (file.kind === 'tsv' && conversion.fromDelimiter !== undefined);
  return isNewCsv ? `${stem}.csv` : name;
}
