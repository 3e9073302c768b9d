import type { CheckResult } from '../../data/check/checkResult.ts';
import type { Consents } from '../../jobs/store/consents.ts';
import type { UploadIntents } from '../../jobs/store/uploadIntents.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Account } from '../../model/account.ts';
import type { Conversion, UploadFormat } from '../../model/upload.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import type { Session } from '../session/session.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import { MAX_FILES } from './findFiles.ts';
import type { LastLoads } from './lastLoads.ts';
import { withUnanswered } from './reconcileUpload.ts';
import type { CopyKeeper } from './uploadCopies.ts';
import type { UploadHistory } from './uploadHistory.ts';
import { readSources } from './uploadInput.ts';
import type { SkippedFile, UnreadableFile, UploadSource } from './uploadInput.ts';
import { draftOf, isBlocked, planUploads } from './uploadPlan.ts';
import type { UploadPlan } from './uploadPlan.ts';
import type { SendResult, UploadPrompts, UploadReview } from './uploadPrompts.ts';
import { countLeavingLinks, MAX_LEAVING_LINKS, needsReview } from './uploadReview.ts';
import type { ConfirmLevel } from './uploadReview.ts';
import { UploadSender } from './uploadSender.ts';
import type { ReservedPlan } from './uploadSender.ts';
import { chooseTargets } from './uploadTargets.ts';
import type { FileTargetSettings } from './uploadTargets.ts';
import { convertPlans, validateInputs, withSentData } from './validateInputs.ts';

/** How an upload was requested. */
export interface UploadRequest {
  /** The target; undefined: by the settings, or chosen by the user. */
  readonly entityId: string | undefined;
  /** Without `entityId`: the target of some of the sources, which takes precedence over the settings. */
  readonly targetOf?: (source: string) => string | undefined;
  /** Undefined: by the settings. */
  readonly format: UploadFormat | undefined;
  /**
   * Whether the caller requests no review. That holds for connections that the account's user has agreed to before, and never
   * overrides the user's `always`. Blocking problems still prevent the upload.
   */
  readonly isConfirmed: boolean;
  /** Whether the user reviews the upload whatever their settings say: in any case, or the first one to each connection. */
  readonly mustReview?: boolean | 'newTargets';
  /** Whether a task of a folder names the target: then it is a proposal, as one in the settings of a folder is. */
  readonly isByTask?: boolean;
  /** The conversion that was chosen before for a source, if any. */
  readonly earlier?: (source: string) => Conversion | undefined;
  /** Called with what is planned, before a review. False: the upload is cancelled. */
  readonly accepts?: (planned: PlannedUploads) => boolean;
}

export interface PlannedUploads {
  readonly plans: readonly UploadPlan[];
  readonly account: Account;
  /** Whether the user reviews them. */
  readonly isReviewed: boolean;
}

export interface UploadContext {
  readonly session: Pick<Session, 'state' | 'clientForStarting'>;
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<JobTracker, 'track' | 'inBatch' | 'jobs' | 'jobsOf'>;
  readonly history: UploadHistory;
  readonly intents: UploadIntents;
  readonly lastLoads: LastLoads;
  readonly consents: Pick<Consents, 'has' | 'add'>;
  readonly settings: () => { readonly uploadFormat: 'auto' | UploadFormat; readonly uploadConfirm: ConfirmLevel };
  readonly targetSettings: (source: string) => FileTargetSettings;
  /** Undefined: no copies are kept. */
  readonly copies: CopyKeeper | undefined;
  /** Whether an account is still signed in, which another window may have ended. */
  readonly isSignedIn: (accountId: string) => Promise<boolean>;
  /** Calls the listener when an account is signed out, in any window. */
  readonly onDidSignOut: (accountId: string, listener: () => void) => Disposable;
  readonly prompts: UploadPrompts;
  /** Called with the first check of each text that an editor can show. */
  readonly onDidCheck: (source: string, check: CheckResult) => void;
}

export type UploadOutcome =
  /** One result for each plan. */
  | {
      readonly kind: 'sent';
      readonly plans: readonly UploadPlan[];
      readonly results: readonly SendResult[];
      readonly skipped: readonly SkippedFile[];
    }
  /** No file can be sent, and the user was shown why. */
  | { readonly kind: 'invalid' }
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

const CANCELLED = { kind: 'cancelled' } as const;

/**
 * Uploads files: reads and checks them, finds their targets, has the user review the plan, records the intents, sends, and
 * reports what happened. Throws `ApiError` if the service can't be reached before anything is sent, and what `clientForStarting`
 * of the session throws.
 */
export async function uploadFiles(
  sources: readonly UploadSource[],
  request: UploadRequest,
  context: UploadContext,
): Promise<UploadOutcome> {
  const { session, prompts } = context;
  if (sources.length > MAX_FILES) {
    return refused({ kind: 'tooManyFiles', count: sources.length, most: MAX_FILES });
  }
  const begunAs = activeAccount(context);
  const read = await readSources(sources);
  if (read.kind !== 'read') {
    return read;
  }
  const inFlight = read.inputs.find(({ source }) => isInFlight(source, context));
  if (inFlight !== undefined) {
    return refused({ kind: 'inFlight', fileName: inFlight.file.name });
  }

  // Without a review, no conversion is chosen and no sign-in offered: the caller gets the failure. Type and target are still
  // asked for if nothing else determines them.
  const mayAsk = !request.isConfirmed;
  const { unreadable } = read;
  const validation = await validateInputs(read.inputs, { ...context, unreadable, mayConvert: mayAsk });
  if (validation.kind !== 'validated') {
    return validation;
  }
  const { valid, skipped } = validation;
  const [first] = valid;
  if (first === undefined) {
    if (skipped.length > 1) {
      const { entityId } = request;
      prompts.notify({ kind: 'summary', plans: [], results: [], skipped, account: activeAccount(context), entityId });
    }
    return { kind: 'invalid' };
  }
  const links = countLeavingLinks(valid.map(({ input }) => input));
  if (links > MAX_LEAVING_LINKS) {
    return refused({ kind: 'tooManyLinks', count: links, most: MAX_LEAVING_LINKS });
  }

  if (session.state.kind === 'signedOut' && mayAsk && !(await prompts.signIn(first.input.file.name))) {
    return CANCELLED;
  }
  const recipient = await session.clientForStarting();
  if (recipient === undefined) {
    return CANCELLED;
  }
  const { account, client } = recipient;
  const accountId = account.id;
  if (begunAs !== undefined && begunAs.id !== accountId) {
    return refused({ kind: 'accountChanged' });
  }
  const { entityId, targetOf, isByTask } = request;
  const targets = await chooseTargets(
    valid.map(({ input }) => ({ source: input.source, name: input.file.name })),
    { ...context, accountId, entityId, targetOf, isByTask },
  );
  if (targets === undefined) {
    return CANCELLED;
  }
  const { earlier } = request;
  const format = formatOf(request, context);
  const planned = planUploads(valid, targets, { ...context, accountId, format, earlier, mayConvert: mayAsk });
  const checked = await withSentData(planned, prompts);
  if (checked.kind !== 'converted') {
    return checked;
  }

  const reservation = await reviewAndReserve(checked.plans, { account, request, skipped }, context);
  if (reservation.kind !== 'reserved') {
    return reservation;
  }
  const sender = new UploadSender({ ...context, client, account, entityId });
  const results = await sender.send(reservation.plans, skipped);
  return { kind: 'sent', plans: reservation.plans, results, skipped };
}

function activeAccount({ session: { state } }: UploadContext): Account | undefined {
  return state.kind === 'signedIn' ? state.account : undefined;
}

function isInFlight(source: string, context: UploadContext): boolean {
  const account = activeAccount(context);
  return account !== undefined && context.intents.isInFlight(account.id, source);
}

/** Multipart suits files of every size and type, so JSON is used only if it was chosen. */
function formatOf({ format }: UploadRequest, { settings }: UploadContext): UploadFormat {
  const { uploadFormat } = settings();
  return format ?? (uploadFormat === 'auto' ? 'multipart' : uploadFormat);
}

/** What a review is about, besides the plans. */
interface ReviewScope {
  readonly account: Account;
  readonly request: UploadRequest;
  readonly skipped: readonly SkippedFile[];
}

type PlanReservation =
  | { readonly kind: 'reserved'; readonly plans: readonly ReservedPlan[] }
  | Extract<UploadOutcome, { kind: 'invalid' | 'cancelled' | 'refused' }>;

/** Asks the user if necessary, and records the intents of what they agree to. */
async function reviewAndReserve(
  proposed: readonly UploadPlan[],
  scope: ReviewScope,
  context: UploadContext,
): Promise<PlanReservation> {
  const { account, request, skipped } = scope;
  const { intents, consents, prompts, feed, lastLoads, settings } = context;
  await intents.whenShared();
  const plans = await withUnanswered(proposed, account.id, context);
  const isReviewed = needsReview(plans, {
    confirm: settings().uploadConfirm,
    mustReview: request.mustReview ?? false,
    hasSkipped: skipped.length > 0,
    isConfirmedByCaller: request.isConfirmed,
    isConfirmedTarget: (entityId) => consents.has(account.id, 'uploadTarget', entityId),
  });
  if (request.accepts?.({ plans, account, isReviewed }) === false) {
    return CANCELLED;
  }
  const compare = (planned: readonly UploadPlan[]) => lastLoads.compared(planned, account.id, prompts);
  const convert: UploadReview['convert'] = async (planned, chosen) => {
    const converted = await convertPlans(planned, chosen, prompts);
    if (converted.kind !== 'converted') {
      return converted;
    }
    const again = await compare(converted.plans);
    return again === undefined ? CANCELLED : { kind: 'converted', plans: again };
  };
  const compared = isReviewed ? await compare(plans) : plans;
  if (compared === undefined) {
    return CANCELLED;
  }
  const agreed = isReviewed ? await prompts.review({ plans: compared, skipped, account, convert }) : compared;
  if (agreed === undefined || agreed === 'postponed') {
    return CANCELLED;
  }
  if (agreed.some(isBlocked)) {
    // The review offers no upload then. Checked here as well, so that nothing invalid is sent whatever the prompts return.
    return { kind: 'invalid' };
  }
  if (activeAccount(context)?.id !== account.id) {
    return refused({ kind: 'accountChanged' });
  }
  const edited = isReviewed ? agreed.find(({ input }) => input.isEdited?.() === true) : undefined;
  if (edited !== undefined) {
    return refused({ kind: 'edited', fileName: edited.input.file.name });
  }
  const current = agreed.map((plan) => withSameContent(plan, account.id, context));
  if (current.some((plan, index) => duplication(plan) > duplication(agreed[index]))) {
    // Another window uploaded the same while the user was asked about this.
    return reviewAndReserve(current, scope, context);
  }
  if (isReviewed) {
    agreed.forEach(({ target }) => consents.add(account.id, 'uploadTarget', target.entityId));
  }
  const reservation = intents.reserve(
    account.id,
    agreed.map((plan) => draftOf(plan, feed)),
  );
  switch (reservation.kind) {
    case 'reserved':
      return {
        kind: 'reserved',
        plans: agreed.map((plan, index) => ({ ...plan, intentId: reservation.ids[index] ?? '' })),
      };
    case 'inFlight':
      return refused({ kind: 'inFlight', fileName: reservation.name });
    case 'unanswered':
      // Another window sent the same while the user was asked about this.
      return reviewAndReserve(agreed, scope, context);
  }
}

/** How likely it is that an upload would load the same data twice: least if the same content was never sent, or its job failed. */
function duplication(plan: UploadPlan | undefined): number {
  const sameContent = plan?.sameContent;
  return sameContent === undefined ? 0 : sameContent.hasFailed ? 1 : 2;
}

function withSameContent(plan: UploadPlan, accountId: string, { history }: UploadContext): UploadPlan {
  const { target, check } = plan;
  return { ...plan, sameContent: history.sameContent(accountId, target.entityId, check.digest) };
}

function refused(refusal: UploadRefusal): Extract<UploadOutcome, { kind: 'refused' }> {
  return { kind: 'refused', refusal };
}
