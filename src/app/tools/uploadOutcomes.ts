import type { CheckResult } from '../../data/check/checkResult.ts';
import { checkOfSentData } from '../upload/uploadPlan.ts';
import type { UploadOutcome, UploadRefusal } from '../upload/uploadRequest.ts';
import { problemPage, toolErrorOf, unknownFormatError } from './checkToolFile.ts';
import type { DescribeProblem } from './checkToolFile.ts';
import { ToolError } from './toolError.ts';
import type { ToolResult } from './toolResult.ts';

const LISTED_PROBLEMS = 20;

/** What is known of an upload besides its outcome. */
interface UploadFindings {
  /** The check of the file if it has problems that prevent an upload. */
  readonly blocked: CheckResult | undefined;
  /** Whether neither the name nor the content showed what the file is. */
  readonly isUnknownKind: boolean;
  readonly describe: DescribeProblem;
}

/** What a tool returns for an upload. Throws `ToolError` or `ApiError` unless the service accepted the file. */
export function uploadResult(outcome: UploadOutcome, findings: UploadFindings): ToolResult {
  const [plan, result] = outcome.kind === 'sent' ? [outcome.plans[0], outcome.results[0]] : [];
  if (plan === undefined || result === undefined) {
    throw notSentError(outcome, findings);
  }
  switch (result.kind) {
    case 'started':
      return {
        started: { syncId: result.started.syncId, entityId: result.started.entityId },
        rows: checkOfSentData(plan).rows,
        digest: plan.check.digest,
        note: 'The service accepted the file. Use dataConnections_getJob to see how the job ends.',
      };
    case 'unknown':
      throw new ToolError(
        'outcomeUnknown',
        'It is not known whether the service accepted the file. Do not upload it again before the user has looked at the connection.',
      );
    case 'failed':
      throw toolErrorOf(result.error);
    case 'signedOut':
      throw new ToolError('signedOut', 'Nothing was uploaded, because the account was signed out.');
    case 'cancelled':
    case 'notSent':
      throw declined();
  }
}

/** Why nothing was sent. */
export function notSentError(outcome: UploadOutcome, { blocked, isUnknownKind, describe }: UploadFindings): unknown {
  switch (outcome.kind) {
    case 'invalid':
      return new ToolError(
        'invalidData',
        'Nothing was uploaded, because the data has problems that prevent an upload.',
        blocked && problemPage(blocked, LISTED_PROBLEMS, describe),
      );
    case 'unreadable':
      return toolErrorOf(outcome.error);
    case 'refused':
      return refusalError(outcome.refusal);
    case 'cancelled':
    case 'noneReadable':
    case 'sent':
      return isUnknownKind ? unknownFormatError() : declined();
  }
}

function refusalError(refusal: UploadRefusal): ToolError {
  switch (refusal.kind) {
    case 'inFlight':
      return new ToolError('uploadInProgress', 'The file, or the same content, is already being uploaded.');
    case 'accountChanged':
      return changedError(['account']);
    case 'edited':
      return changedError(['file']);
    case 'tooManyFiles':
      return new ToolError('invalidInput', 'These are too many files.');
    case 'tooManyLinks':
      return new ToolError('outsideWorkspace', 'A symbolic link leads out of the workspace.');
  }
}

/** @param changed which parts of what the user confirmed. */
export function changedError(changed: readonly string[]): ToolError {
  return new ToolError(
    'changedSinceConfirmation',
    'Nothing was started, because it is no longer what the user confirmed. Call the tool again.',
    { changed },
  );
}

function declined(): ToolError {
  return new ToolError('declined', 'Nothing was uploaded: the user declined.');
}
