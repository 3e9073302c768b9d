import { l10n } from 'vscode';
import { quickPickText, titleText } from '../../../base/sinkText.ts';
import { chosenConversion, conversionOffers, offersWithin } from '../../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../../data/convert/conversionOffers.ts';
import { previewConversion } from '../../../data/convert/previewConversion.ts';
import { pickMany } from '../../window/quickInput.ts';
import type { PickItem } from '../../window/quickInput.ts';
import { checkInputs } from '../inputs/checkInputs.ts';
import { offerName } from './describeConversion.ts';
import { firstChange } from './firstChange.ts';
import type { UploadPlan } from '../uploadPlan.ts';

interface OfferItem extends PickItem {
  readonly id: ConversionId;
}

/** Whether there is anything to choose. */
export function canConvert(parcels: readonly UploadPlan[]): boolean {
  return parcels.some(({ check }) => conversionOffers(check).length > 0);
}

/** Lets the user choose what is changed on the way, each with an example from the data; the parcels as they were where they don't. */
export async function chooseConversions(parcels: readonly UploadPlan[]): Promise<readonly UploadPlan[]> {
  const items = await itemsOf(parcels);
  const chosen = await pickMany(items, {
    title: titleText(l10n.t('Convert')),
    placeHolder: titleText(l10n.t('What is changed on the way; the files themselves stay as they are')),
    ignoreFocusOut: true,
  });
  if (chosen === undefined) {
    return parcels;
  }
  const ids = new Set(chosen.map(({ id }) => id));
  const converted: UploadPlan[] = [];
  for (const parcel of parcels) {
    converted.push(await readAgain({ ...parcel, conversion: chosenConversion(conversionOffers(parcel.check), ids) }));
  }
  return converted;
}

async function itemsOf(parcels: readonly UploadPlan[]): Promise<OfferItem[]> {
  const items = new Map<ConversionId, OfferItem>();
  for (const parcel of parcels) {
    const offers = conversionOffers(parcel.check);
    const picked = offersWithin(offers, parcel.conversion);
    for (const { id, conversion } of offers) {
      const known = items.get(id);
      if (known !== undefined) {
        continue;
      }
      const change = firstChange(await previewConversion(parcel.input.file, conversion));
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

/** In the encoding that was chosen, so that rows and columns are shown as they will be. Its findings about the encoding stay. */
async function readAgain(parcel: UploadPlan): Promise<UploadPlan> {
  const { fromEncoding } = parcel.conversion;
  if (fromEncoding === undefined || fromEncoding.startsWith('utf-16')) {
    return parcel;
  }
  const [again] = await checkInputs([parcel.input], fromEncoding);
  if (again === undefined || 'error' in again) {
    throw again?.error;
  }
  const encodingProblems = parcel.check.problems.filter(({ code }) => code === 'notUtf8');
  const problems = [...encodingProblems, ...again.check.problems.filter(({ code }) => code !== 'notUtf8')];
  return { ...parcel, check: { ...again.check, encoding: parcel.check.encoding, problems } };
}
