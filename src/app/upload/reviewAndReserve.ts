import { randomUUID } from 'node:crypto';
import { isBlocked } from '../../data/convert/remainingProblems.ts';
import type { Account } from '../../model/account.ts';
import { activeAccount } from '../session/session.ts';
import { convertPlans } from './convertPlans.ts';
import { withUnanswered } from './reconcileUpload.ts';
import type { SkippedFile } from './uploadInput.ts';
import { intentDraftOf, uploadKeyOf } from './uploadPlan.ts';
import type { ReservedPlan, UploadPlan } from './uploadPlan.ts';
import type { ReviewAnswer, UploadReview } from './uploadPrompts.ts';
import { CANCELLED, refused } from './uploadRequest.ts';
import type { UploadContext, UploadOutcome, UploadRequest } from './uploadRequest.ts';
import { needsReview } from './needsReview.ts';

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
export async function reviewAndReserve(
  proposed: readonly UploadPlan[],
  scope: ReviewScope,
  context: UploadContext,
): Promise<PlanReservation> {
  const { account, request, skipped } = scope;
  const { intents, consents, feed, settings } = context;
  await intents.whenShared();
  const plans = await withUnanswered(proposed, account.id, context);
  const isReviewed = needsReview(plans, {
    confirm: settings().uploadConfirm,
    review: request.review,
    hasSkipped: skipped.length > 0,
    skipsReview: request.skipsReview === true,
    isConfirmedTarget: (entityId) => consents.has(account.id, 'uploadTarget', entityId),
  });
  if (request.approvePlans?.({ plans, account, isReviewed }) === false) {
    return CANCELLED;
  }
  const confirmed = isReviewed ? await review(plans, scope, context) : plans;
  if (confirmed === undefined || confirmed === 'postponed') {
    return CANCELLED;
  }
  if (confirmed.some(isBlocked)) {
    // The review offers no upload then. Checked here as well, so that nothing invalid is sent whatever the prompts return.
    return { kind: 'invalid' };
  }
  if (activeAccount(context.session)?.id !== account.id) {
    return refused({ kind: 'accountChanged' });
  }
  const edited = isReviewed ? confirmed.find(({ input }) => input.isEdited?.() === true) : undefined;
  if (edited !== undefined) {
    return refused({ kind: 'edited', fileName: edited.input.file.name });
  }
  const current = confirmed.map((plan) => withSameContent(plan, account.id, context));
  if (current.some((plan, index) => duplicateRisk(plan) > duplicateRisk(confirmed[index]))) {
    // Another window uploaded the same content during the review.
    return reviewAndReserve(current, scope, context);
  }
  if (isReviewed) {
    confirmed.forEach(({ target }) => consents.add(account.id, 'uploadTarget', target.entityId));
  }
  const reserved = confirmed.map((plan): ReservedPlan => ({ ...plan, intentId: randomUUID() }));
  const reservation = intents.reserve(
    account.id,
    reserved.map((plan) => intentDraftOf(plan, feed)),
  );
  switch (reservation.kind) {
    case 'reserved':
      return { kind: 'reserved', plans: reserved };
    case 'inFlight':
      return refused({ kind: 'inFlight', fileName: reservation.name });
    case 'unanswered':
      // Another window sent the same during the review.
      return reviewAndReserve(confirmed, scope, context);
  }
}

/** Asks the user what to send. What they convert is compared with the last load again. */
async function review(
  proposed: readonly UploadPlan[],
  { account, skipped }: ReviewScope,
  { loadComparison, prompts }: UploadContext,
): Promise<ReviewAnswer> {
  const plans = await loadComparison.compare(proposed, account.id, prompts);
  const convert: UploadReview['convert'] = async (planned, chosen) => {
    const converted = await convertPlans(planned, chosen, prompts);
    if (converted.kind !== 'converted') {
      return converted;
    }
    const compared = await loadComparison.compare(converted.plans, account.id, prompts);
    return compared === undefined ? CANCELLED : { kind: 'converted', plans: compared };
  };
  return plans && prompts.review({ plans, skipped, account, convert });
}

/** How likely it is that an upload would load the same data twice: least if the same content was never sent, or its job failed. */
function duplicateRisk(plan: UploadPlan | undefined): number {
  const sameContent = plan?.sameContent;
  if (sameContent === undefined) {
    return 0;
  }
  return sameContent.hasFailed ? 1 : 2;
}

function withSameContent(plan: UploadPlan, accountId: string, { history }: UploadContext): UploadPlan {
  return { ...plan, sameContent: history.sameContent(accountId, uploadKeyOf(plan)) };
}
