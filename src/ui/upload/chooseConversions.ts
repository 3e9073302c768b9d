import { l10n } from 'vscode';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import { hasOtherRows } from '../../data/convert/conversionEffects.ts';
import { offersWithin, withOneAlternative } from '../../data/convert/chosenConversion.ts';
import { conversionOffers } from '../../data/convert/conversionOffers.ts';
import type { ConversionId } from '../../data/convert/conversionOffers.ts';
import type { ConversionPreview } from '../../data/convert/conversion.ts';
import type { Conversion } from '../../model/upload.ts';
import { createPicker, separator } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';
import { firstChange } from './firstChange.ts';
import { offerName } from './conversionText.ts';
import { previewPlan } from './previewPlan.ts';

interface OfferItem extends PickItem {
  /** Undefined for a heading. */
  readonly id?: ConversionId;
}

/** Whether any conversion can be offered for these plans. */
export function canConvert(plans: readonly UploadPlan[]): boolean {
  return plans.some(({ check }) => conversionOffers(check).length > 0);
}

/**
 * Lets the user choose conversions, each shown with an example from the data, and at most one of those that exclude each other. Resolves
 * to undefined if they cancel.
 */
export async function chooseConversions(plans: readonly UploadPlan[]): Promise<ReadonlySet<ConversionId> | undefined> {
  const items = await itemsOf(plans);
  const owned = new DisposableStore();
  const pick = owned.add(createPicker<OfferItem>());
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.title = titleText(l10n.t('Convert'));
  pick.placeholder = titleText(
    plans.length === 1
      ? l10n.t('Select conversions for the upload. The file is not changed.')
      : l10n.t('Select conversions for the upload. The files are not changed.'),
  );
  pick.items = withHeadings(items);
  pick.selectedItems = items.filter(({ picked }) => picked);
  let chosen = idsOf(pick.selectedItems);
  owned.add(
    pick.onDidChangeSelection((selected) => {
      const ids = idsOf(selected);
      chosen = withOneAlternative(ids, chosen);
      if (chosen.size < ids.size) {
        pick.selectedItems = items.filter(({ id }) => id !== undefined && chosen.has(id));
      }
    }),
  );
  return new Promise((resolve) => {
    owned.add(
      pick.onDidAccept(() => {
        resolve(chosen);
        pick.hide();
      }),
    );
    owned.add(
      pick.onDidHide(() => {
        resolve(undefined);
        owned.dispose();
      }),
    );
    pick.show();
  });
}

function idsOf(items: readonly OfferItem[]): ReadonlySet<ConversionId> {
  return new Set(items.flatMap(({ id }) => id ?? []));
}

/** Adds headings if two encodings are offered, to say that only one can be selected. */
function withHeadings(items: readonly OfferItem[]): readonly OfferItem[] {
  const isEncoding = ({ id }: OfferItem): boolean => id === 'fromEncoding' || id === 'otherEncoding';
  const encodings = items.filter(isEncoding);
  const others = items.filter((item) => !isEncoding(item));
  return encodings.length < 2
    ? items
    : [
        separator(quickPickText(l10n.t('encoding: select one'))),
        ...encodings,
        ...(others.length === 0 ? [] : [separator(quickPickText(l10n.t('other conversions')))]),
        ...others,
      ];
}

async function itemsOf(plans: readonly UploadPlan[]): Promise<OfferItem[]> {
  const items = new Map<ConversionId, OfferItem>();
  for (const plan of plans) {
    const offers = conversionOffers(plan.check);
    const picked = offersWithin(offers, plan.conversion);
    for (const { id, conversion } of offers) {
      if (items.has(id)) {
        continue;
      }
      const change = firstChange(await previewOffer(plan, id, conversion));
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

/** The first lines without the offered conversion and with it. */
async function previewOffer(plan: UploadPlan, id: ConversionId, conversion: Conversion): Promise<ConversionPreview> {
  const compressed = plan.check.unpackedBytes === undefined ? {} : ({ fromGzip: true } as const);
  // Of an object around the rows, flattening alone would show columns that are not sent, and a drawn table has other lines.
  const { fromMember, fromKeys, fromArrays, withoutActions, withoutNulls } = id === 'toFlatRows' ? plan.conversion : {};
  const table = id === 'fromDrawnTable' ? undefined : conversion.fromDrawnTable;
  const rows = {
    ...compressed,
    fromMember,
    fromKeys,
    fromArrays,
    ...(table && { fromDrawnTable: table }),
    ...(withoutActions && { withoutActions }),
  };
  const preview = await previewPlan(plan, { ...rows, withoutNulls, ...conversion });
  if (!hasOtherRows(rows)) {
    return preview;
  }
  const { after } = await previewPlan(plan, rows);
  return { before: after, after: preview.after };
}
