import type { Settings } from '../../settings.ts';
import type { UploadInput } from '../inputs/uploadInput.ts';
import type { UploadPlan } from '../uploadPlan.ts';

/** What the user has agreed to before. */
interface Consent {
  readonly confirm: Settings['uploadConfirm'];
  /** Whether the caller asks for no review: another extension, a keyboard shortcut, a command link. */
  readonly isConfirmedByCaller: boolean;
  /** Whether the account's user has agreed to a review of an upload to the connection. */
  readonly isConfirmedTarget: (entityId: string) => boolean;
}

interface Reviewed extends Pick<
  UploadPlan,
  'check' | 'target' | 'conversion' | 'headerChange' | 'sameContent' | 'unanswered'
> {
  readonly input: Pick<UploadInput, 'link'>;
}

/** Whether the user has to see an upload before it is sent. Only what the user has set or agreed to makes that unnecessary. */
export function needsReview(parcels: readonly Reviewed[], consent: Consent): boolean {
  return consent.confirm === 'always' || parcels.some((parcel) => isNew(parcel, consent));
}

function isNew(
  { input, check, target, conversion, headerChange, sameContent, unanswered }: Reviewed,
  { confirm, isConfirmedByCaller, isConfirmedTarget }: Consent,
): boolean {
  if (unanswered !== undefined) {
    return true;
  }
  const isConfirmed = isConfirmedTarget(target.entityId);
  const isNewTarget = !isConfirmed && (confirm === 'newTarget' || target.isProposed === true);
  if (isNewTarget || input.link?.leavesFolder === true) {
    return true;
  }
  if (isConfirmed && isConfirmedByCaller) {
    return false;
  }
  return (
    check.problems.length > 0 ||
    Object.keys(conversion).length > 0 ||
    headerChange !== undefined ||
    sameContent !== undefined
  );
}
