import { l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import { checkOfSentData } from '../../app/upload/uploadPlan.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import type { SendResult } from '../../app/upload/uploadPrompts.ts';
import type { UploadOutcome } from '../../app/upload/uploadRequest.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText } from '../../base/sinkText.ts';
import type { ColumnTotals } from '../../model/columnTotals.ts';
import { fileErrorOf } from '../errors/fileError.ts';
import { FailedAction } from '../errors/failedAction.ts';
import { UserError } from '../errors/userError.ts';
import { refusalText, signedOutText } from './uploadErrorText.ts';

/** The job of an uploaded file, as upload commands return it. */
export interface StartedUpload {
  readonly syncId: string;
  readonly entityId: string;
  /** The URI of the file or text, as a string. */
  readonly uri: string;
  /** The control totals of the data that was sent. */
  readonly totals: readonly ColumnTotals[];
}

/**
 * The jobs of the uploads that the service accepted: none if nothing was sent, undefined if the user cancelled before anything was sent.
 */
export function startedUploads(outcome: UploadOutcome): readonly StartedUpload[] | undefined {
  if (outcome.kind === 'cancelled') {
    return undefined;
  }
  const { plans, results } = outcome.kind === 'sent' ? outcome : { plans: [], results: [] };
  return plans.flatMap((plan, index) => {
    const result = results[index];
    if (result?.kind !== 'started') {
      return [];
    }
    const { syncId, entityId } = result.started;
    return [{ syncId, entityId, uri: plan.input.uri, totals: checkOfSentData(plan).totals ?? [] }];
  });
}

/**
 * Throws what the user was not shown: a refusal, or why the only file could not be read or sent.
 *
 * @param retry uploads the only file again.
 */
export function throwUnreportedFailure(
  outcome: UploadOutcome,
  retry?: (failed: { readonly accountId: string; readonly plan: UploadPlan }) => unknown,
): void {
  switch (outcome.kind) {
    case 'refused':
      throw new UserError(refusalText(outcome.refusal));
    case 'unreadable':
      throw fileErrorOf(outcome.error, outcome.fileName);
    case 'sent': {
      const { accountId, plans, results, skipped } = outcome;
      const [plan, ...otherPlans] = plans;
      if (plan !== undefined && otherPlans.length + skipped.length === 0) {
        throwFailedResult(plan, results[0], retry && (() => retry({ accountId, plan })));
      }
      return;
    }
    case 'cancelled':
    case 'invalid':
    case 'noneReadable':
  }
}

function throwFailedResult(
  { input, target }: UploadPlan,
  result: SendResult | undefined,
  retry: (() => unknown) | undefined,
): void {
  const fileName = input.file.name;
  if (result?.kind === 'signedOut') {
    throw new UserError(signedOutText(fileName));
  }
  if (result?.kind === 'failed') {
    const error = fileErrorOf(result.error, fileName);
    if (!(error instanceof ApiError)) {
      throw error;
    }
    // Also for a refused key: the message about the key does not say that the file was not uploaded.
    throw new FailedAction(
      l10n.t('“{0}” was not uploaded to “{1}”.', plainText(fileName, 80), plainText(target.name, 80)),
      error,
      retry && { title: buttonText(l10n.t('Retry Upload…')), run: retry },
    );
  }
}
