import { isNoOp } from '../../data/convert/conversionEffects.ts';
import type { UploadInput } from './uploadInput.ts';
import { headerChangeOf, totalRowColumnsOf } from './uploadPlan.ts';
import type { UploadPlan } from './uploadPlan.ts';

/** The user's setting `dataConnections.upload.confirm`. */
export type ConfirmLevel = 'always' | 'newTarget' | 'never';

/** How many files may be symbolic links that point outside their folder. The review names each and must stay short enough to read. */
export const MAX_OUTSIDE_LINKS = 10;

/** What decides whether the user reviews an upload, besides the files. */
interface ReviewRules {
  readonly confirm: ConfirmLevel;
  /** See `UploadRequest`. */
  readonly review: 'always' | 'newTargets' | undefined;
  /** Whether some files of the upload are not sent. */
  readonly hasSkipped: boolean;
  /** Whether the caller requests no review: another extension, a keyboard shortcut, a command link. */
  readonly skipsReview: boolean;
  /** Whether the account's user has agreed to a review of an upload to the connection. */
  readonly isConfirmedTarget: (entityId: string) => boolean;
}

interface Reviewed extends Pick<
  UploadPlan,
  'check' | 'convertedCheck' | 'target' | 'conversion' | 'lastHeader' | 'sameContent' | 'duplicateOf' | 'unanswered'
> {
  readonly input: Pick<UploadInput, 'link'>;
}

/** Whether the user has to review an upload before it is sent. Only the user's settings and earlier agreement make that unnecessary. */
export function needsReview(plans: readonly Reviewed[], rules: ReviewRules): boolean {
  const { confirm, review, hasSkipped, skipsReview, isConfirmedTarget } = rules;
  const hasNewTarget = plans.some(({ target }) => !isConfirmedTarget(target.entityId));
  return (
    confirm === 'always' ||
    review === 'always' ||
    (review === 'newTargets' && hasNewTarget) ||
    (hasSkipped && (hasNewTarget || !skipsReview)) ||
    plans.some((plan) => planNeedsReview(plan, rules))
  );
}

function planNeedsReview(plan: Reviewed, { confirm, skipsReview, isConfirmedTarget }: ReviewRules): boolean {
  const { input, check, target, conversion, sameContent, duplicateOf, unanswered } = plan;
  if (unanswered !== undefined) {
    return true;
  }
  const isKnownTarget = isConfirmedTarget(target.entityId);
  const isNewTarget = !isKnownTarget && (confirm === 'newTarget' || target.isProposed === true);
  if (isNewTarget || input.link?.leavesFolder === true) {
    return true;
  }
  if (isKnownTarget && skipsReview) {
    return false;
  }
  return (
    check.problems.length > 0 ||
    totalRowColumnsOf(plan).length > 0 ||
    !isNoOp(conversion) ||
    headerChangeOf(plan) !== undefined ||
    sameContent !== undefined ||
    duplicateOf !== undefined
  );
}

/** How many inputs are reached through a symbolic link that points outside their folder or to an unknown location. */
export function countOutsideLinks(inputs: readonly Pick<UploadInput, 'link'>[]): number {
  return inputs.filter(({ link }) => link?.leavesFolder === true).length;
}
