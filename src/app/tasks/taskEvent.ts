import type { CheckResult } from '../../data/check/checkResult.ts';
import type { Job } from '../../model/job.ts';
import type { SyncResult } from '../sync/syncOutcome.ts';
import type { UploadRefusal } from '../upload/uploadRequest.ts';
import type { UploadNotice } from '../upload/uploadPrompts.ts';
import type { DefinitionProblem } from './taskDefinition.ts';
import type { FilesProblem, FoundFile } from '../upload/findFiles.ts';

/** Why a task no longer waits for a job. `noAccess`: the service no longer accepts the account's secret. */
type NotAwaited = 'notTracked' | 'noAccess' | 'timedOut';

/** What a task prints, in the order in which it happens. */
export type TaskEvent =
  | { readonly kind: 'invalid'; readonly problem: DefinitionProblem }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'files'; readonly problem: FilesProblem; readonly file: string }
  | { readonly kind: 'checked'; readonly file: FoundFile; readonly check: CheckResult }
  /** A file can't be read or sent. */
  | { readonly kind: 'fileError'; readonly fileName: string; readonly error: unknown }
  /** The account was signed out before the only file could be sent. */
  | { readonly kind: 'signedOut'; readonly fileName: string }
  | { readonly kind: 'notice'; readonly notice: UploadNotice }
  | { readonly kind: 'refused'; readonly refusal: UploadRefusal }
  /** The user declined, for example to sign in. */
  | { readonly kind: 'declined' }
  /** The account has no connection with the ID that the task specifies. */
  | { readonly kind: 'unlisted'; readonly entityId: string }
  | { readonly kind: 'syncUnknown'; readonly result: Extract<SyncResult, { kind: 'unknown' }> }
  /** A request failed, and nothing was started. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'accepted'; readonly syncId: string; readonly waits: boolean }
  /** A job has changed. `before`: as last reported. */
  | { readonly kind: 'job'; readonly job: Job; readonly before: Job | undefined }
  | { readonly kind: 'ended'; readonly job: Job }
  /** The task no longer waits for a job. `job`: as last reported, because a task may wait for several; undefined: it never was. */
  | { readonly kind: NotAwaited; readonly job: Job | undefined }
  | { readonly kind: 'stopped' };

export type TaskReporter = (event: TaskEvent) => void;
