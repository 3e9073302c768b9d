import type { Disposable } from '../../base/disposable.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { Consents } from '../../jobs/store/consents.ts';
import type { UploadIntents } from '../../jobs/store/uploadIntents.ts';
import type { Account } from '../../model/account.ts';
import type { Conversion, UploadFormat } from '../../model/upload.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import type { Session } from '../session/session.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import type { LoadComparison } from './loadComparison.ts';
import type { CopyKeeper } from './uploadCopies.ts';
import type { UploadHistory } from './uploadHistory.ts';
import type { SkippedFile, UnreadableFile } from './uploadInput.ts';
import type { UploadPlan } from './uploadPlan.ts';
import type { SendResult, UploadPrompts } from './uploadPrompts.ts';
import type { ConfirmLevel } from './needsReview.ts';
import type { FileTargetSettings } from './uploadTargets.ts';

/** How an upload was requested. */
export interface UploadRequest {
  /** The target; undefined: by the settings, or chosen by the user. */
  readonly entityId?: string | undefined;
  /** Without `entityId`: the target of some of the sources, which takes precedence over the settings. */
  readonly targetOf?: (uri: string) => string | undefined;
  /** Undefined: by the settings. */
  readonly format?: UploadFormat | undefined;
  /**
   * Whether the caller requests no review. That holds for connections that the account's user has agreed to before, and never
   * overrides the user's `always`. Blocking problems still prevent the upload.
   */
  readonly skipsReview?: boolean;
  /** The uploads that the user reviews whatever their settings say: each, or the first one to each connection. */
  readonly review?: 'always' | 'newTargets' | undefined;
  /** Whether a task of a folder names the target: then it is a proposal, as one in the settings of a folder is. */
  readonly isByTask?: boolean;
  /** The conversion that was chosen before for a file, if any. */
  readonly earlierConversion?: (uri: string) => Conversion | undefined;
  /** Called with what is planned, before a review. False: the upload is cancelled. */
  readonly approvePlans?: (planned: PlannedUploads) => boolean;
}

export interface PlannedUploads {
  readonly plans: readonly UploadPlan[];
  readonly account: Account;
  /** Whether the user reviews them. */
  readonly isReviewed: boolean;
}

export interface UploadContext {
  readonly session: Pick<Session, 'state' | 'isDemo' | 'clientForStarting'>;
  readonly feed: ConnectionFeed;
  readonly tracker: Pick<JobTracker, 'track' | 'inBatch' | 'jobs'>;
  readonly history: UploadHistory;
  readonly intents: UploadIntents;
  readonly loadComparison: LoadComparison;
  readonly workers: DataWorkers;
  readonly consents: Pick<Consents, 'has' | 'add'>;
  readonly settings: () => { readonly uploadFormat: 'auto' | UploadFormat; readonly uploadConfirm: ConfirmLevel };
  readonly targetSettings: (uri: string) => FileTargetSettings;
  /** Undefined: no copies are kept. */
  readonly copies: CopyKeeper | undefined;
  /** Whether an account is still signed in, which another window may have ended. */
  readonly isSignedIn: (accountId: string) => Promise<boolean>;
  /** Calls the listener when an account is signed out, in any window. */
  readonly onDidSignOut: (accountId: string, listener: () => void) => Disposable;
  /** Aborted when the extension is deactivated, or its features are replaced, as by the demo. */
  readonly lifetime: AbortSignal;
  readonly prompts: UploadPrompts;
  /** Called with the first check of each text that an editor can show. */
  readonly onDidCheck: (uri: string, check: CheckResult) => void;
}

export type UploadOutcome =
  /** One result for each plan. */
  | {
      readonly kind: 'sent';
      readonly accountId: string;
      readonly plans: readonly UploadPlan[];
      readonly results: readonly SendResult[];
      readonly skipped: readonly SkippedFile[];
    }
  /** No file can be sent, at least one because of its data, and the user was shown why. */
  | { readonly kind: 'invalid' }
  /** None of several files can be read, and the user was shown why. */
  | { readonly kind: 'noneReadable' }
  | { readonly kind: 'cancelled' }
  /** The only file can't be read. */
  | UnreadableFile
  | { readonly kind: 'refused'; readonly refusal: UploadRefusal };

/** Why nothing was sent. */
export type UploadRefusal =
  /** A window is sending the file, or the same content to the same connection. */
  | { readonly kind: 'inFlight'; readonly fileName: string }
  /** A file was edited during the review, so that its editor has another text than the one that was reviewed. */
  | { readonly kind: 'edited'; readonly fileName: string }
  | { readonly kind: 'tooManyLinks'; readonly count: number; readonly most: number }
  | { readonly kind: 'tooManyFiles'; readonly count: number; readonly most: number }
  /** The account with which the upload was begun, or which the review named, is no longer the active one. */
  | { readonly kind: 'accountChanged' };

export const CANCELLED = { kind: 'cancelled' } as const;

export function refused(refusal: UploadRefusal): Extract<UploadOutcome, { kind: 'refused' }> {
  return { kind: 'refused', refusal };
}
