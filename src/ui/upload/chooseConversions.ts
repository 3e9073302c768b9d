import { l10n } from 'vscode';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import { conversionOffers, offersWithin } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import { previewConversion } from '../../data/convert/conversion.ts';
import { pickMany } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';
import { firstChange } from './firstChange.ts';
import { offerName } from './planText.ts';

interface OfferItem extends PickItem {
  readonly id: ConversionId;
}

/** Whether any conversion makes sense for these plans. */
export function canConvert(plans: readonly UploadPlan[]): boolean {
  return plans.some(({ check }) => conversionOffers(check).length > 0);
}

/** Lets the user choose conversions, each with an example from the data. Undefined if they cancel. */
export async function chooseConversions(plans: readonly UploadPlan[]): Promise<ReadonlySet<ConversionId> | undefined> {
  const chosen = await pickMany(await itemsOf(plans), {
    title: titleText(l10n.t('Convert')),
    placeHolder: titleText(l10n.t('Select conversions for the upload. The files are not changed.')),
    ignoreFocusOut: true,
  });
  return chosen && new Set(chosen.map(({ id }) => id));
}

async function itemsOf(plans: readonly UploadPlan[]): Promise<OfferItem[]> {
  const items = new Map<ConversionId, OfferItem>();
  for (const plan of plans) {
    const offers = conversionOffers(plan.check);
    const picked = offersWithin(offers, plan.conversion);
    for (const { id, conversion } of offers) {
      const known = items.get(id);
      if (known !== undefined) {
        continue;
      }
      const change = firstChange(await previewConversion(plan.input.file, conversion));
      const label = quickPickText(offerName(id, conversion));
      items.set(id, {
        id,
        label,
        picked: picked.has(id),
        ...(change === undefined ? {} : { detail: quickPickText(change) }),
      });
    }
  }
  return [...items.values()];
}
