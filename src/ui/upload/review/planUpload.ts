import { chosenConversion, conversionOffers, offersWithin } from '../../../data/convert/conversionOffers.ts';
import type { Conversion, UploadFormat } from '../../../model/upload.ts';
import { compareHeaders } from '../../../data/check/headerChange.ts';
import type { CheckedInput } from '../inputs/validateInputs.ts';
import { neededConversion } from '../uploadPlan.ts';
import type { UploadPlan } from '../uploadPlan.ts';
import type { UploadTarget } from '../targets/chooseTarget.ts';
import type { UploadHistory } from '../uploadHistory.ts';

interface Proposal {
  readonly target: UploadTarget;
  readonly format: UploadFormat;
  /** A conversion that was chosen before for the same source. */
  readonly earlier: Conversion;
  /** Whether the user can be asked: nothing is converted behind somebody's back. */
  readonly mayConvert: boolean;
  readonly history: UploadHistory;
  readonly accountId: string;
}

/** What would be sent, and how it compares with what the connection took before. */
export function planUpload(
  { input, check }: CheckedInput,
  { target, format, earlier, mayConvert, history, accountId }: Proposal,
): UploadPlan {
  const offers = conversionOffers(check);
  const again = chosenConversion(offers, offersWithin(offers, earlier));
  const lastHeader = history.lastHeader(accountId, target.entityId);
  return {
    input,
    check,
    target,
    format,
    conversion: mayConvert ? { ...neededConversion(check), ...again } : {},
    headerChange: lastHeader && compareHeaders(lastHeader, check.columns, check.kind !== 'json'),
    sameContent: history.sameContent(accountId, target.entityId, check.digest),
    unanswered: undefined,
  };
}
