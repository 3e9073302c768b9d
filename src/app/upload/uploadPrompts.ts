import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataProblem } from '../../data/check/dataProblem.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import type { Account } from '../../model/account.ts';
import type { Connection } from '../../model/connection.ts';
import type { StartedJob, UploadFile, UploadKind } from '../../model/upload.ts';
import type { UploadReconciliation } from './reconcileUpload.ts';
import type { RememberedTargets } from './uploadHistory.ts';
import type { SkippedFile, UnreadableFile, UploadInput } from './uploadInput.ts';
import type { UploadPlan } from './uploadPlan.ts';

/** The user interface of an upload: its prompts, progress and notifications. */
export interface UploadPrompts {
  /** Lets the user choose the type of a text that neither its name nor its content shows. Undefined: the user cancelled. */
  readonly chooseKind: (fileName: string) => Promise<UploadKind | undefined>;
  /** Offers to sign in, in order to upload these files. Resolves to whether the user did. */
  signIn(fileNames: readonly string[]): Promise<boolean>;
  /**
   * Lets the user choose one connection for all of these files. Undefined: the user cancelled.
   * @param remembered connections to list first.
   * @param unlistedId the entity ID that the settings name for one of the files, if the account has no such connection.
   */
  chooseTarget(
    fileNames: readonly string[],
    remembered: RememberedTargets,
    unlistedId: string | undefined,
  ): Promise<Connection | undefined>;
  review(review: UploadReview): Promise<ReviewAnswer>;
  whileChecking<T>(inputs: readonly UploadInput[], check: (progress: CheckProgress) => Promise<T>): Promise<T>;
  whileSending<T>(plans: readonly UploadPlan[], send: (progress: SendProgress) => Promise<T>): Promise<T>;
  /** Shows a notification without waiting for the user. */
  notify(notice: UploadNotice): void;
}

interface CheckProgress {
  /** Aborted when the user cancels. */
  readonly signal: AbortSignal;
  /** Called when the check of a file begins, and now and then. */
  report(file: UploadFile, checkedBytes: number): void;
}

export interface SendProgress {
  /** Aborted when the user cancels. */
  readonly signal: AbortSignal;
  /** Called before each file. */
  begin(file: UploadFile): void;
  converting(): void;
  /** Called with how many bytes of the current request were passed to the network. */
  sending(sentBytes: number, totalBytes: number): void;
}

export interface UploadReview {
  readonly plans: readonly UploadPlan[];
  readonly skipped: readonly SkippedFile[];
  readonly account: Account;
  /** Whether the file is uploaded on every save once the user agrees. */
  readonly isFirstOnSave?: boolean;
  /** Applies the conversions that the user chose, to all plans for which they make sense. */
  readonly convert: (plans: readonly UploadPlan[], chosen: ReadonlySet<ConversionId>) => Promise<ConvertedPlans>;
}

/**
 * What the user agreed to send, with the conversions they chose. Undefined: nothing; `postponed`: nothing yet, because they look at a
 * problem or stopped a conversion.
 */
export type ReviewAnswer = readonly UploadPlan[] | 'postponed' | undefined;

export type ConvertedPlans =
  | { readonly kind: 'converted'; readonly plans: readonly UploadPlan[] }
  | { readonly kind: 'cancelled' }
  | UnreadableFile;

/** The result of one file. */
export type SendResult =
  | { readonly kind: 'started'; readonly started: StartedJob }
  /** The service has none of it. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The account was signed out before it could be sent. */
  | { readonly kind: 'signedOut' }
  /** The user cancelled before all of it was sent. */
  | { readonly kind: 'cancelled' }
  /** A file before it failed in a way that affects this one too. */
  | { readonly kind: 'notSent' }
  /** It may have arrived, and the result is unknown. No error: the upload was stopped once all of it was sent. */
  | { readonly kind: 'unknown'; readonly error: unknown };

export type UploadNotice =
  /** The only file can't be uploaded because of its content. */
  | {
      readonly kind: 'blocked';
      readonly input: UploadInput;
      readonly check: CheckResult;
      /** The problems that prevent the upload, without those that a conversion would resolve. */
      readonly blocking: readonly [DataProblem, ...DataProblem[]];
    }
  | {
      readonly kind: 'accepted';
      readonly fileName: string;
      readonly targetName: string;
      /** The name of the connection that the service loads it into, if that is another one than requested. */
      readonly otherName: string | undefined;
      /** Whether a summary follows. */
      readonly isOneOfSeveral: boolean;
    }
  /** The results of several files. */
  | {
      readonly kind: 'summary';
      readonly plans: readonly UploadPlan[];
      readonly results: readonly SendResult[];
      readonly skipped: readonly SkippedFile[];
      /** The account to which they were sent; if nothing was sent, the active one. */
      readonly account: Account | undefined;
      /** The connection that was named for all of them. */
      readonly entityId: string | undefined;
    }
  /** The data may have arrived, and no response was received. */
  | {
      readonly kind: 'unknown';
      readonly fileName: string;
      readonly targetName: string;
      /** Why there is no response: an `ApiError` or a defect; undefined: the upload was stopped, for example by a sign-out. */
      readonly error: unknown;
      /** Whether it was stopped because its window was closed or killed. */
      readonly isInterrupted?: boolean;
      readonly reconciliation: UploadReconciliation;
      /** Looks for the upload again. Undefined if that is no longer possible. */
      readonly reconcile: (() => Promise<UploadReconciliation>) | undefined;
    }
  | { readonly kind: 'cancelled' }
  /** It was accepted, but no copy of it could be kept. */
  | { readonly kind: 'noCopy'; readonly fileName: string; readonly error: unknown };
