import { l10n } from 'vscode';
import { buttonText, dialogText, quickPickText, titleText } from '../../../base/sinkText.ts';
import { isUnchanged } from '../../../data/convert/conversionOffers.ts';
import { askInDialog } from '../../window/notifications.ts';
import { pickOne } from '../../window/quickInput.ts';
import { blockingProblems, isBlocked, remainingProblems } from '../uploadPlan.ts';
import type { UploadPlan } from '../uploadPlan.ts';
import { goToProblem } from '../problems/goToProblem.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { canConvert, chooseConversions } from './chooseConversions.ts';
import { detailOf, subjectOf, titleOf } from './reviewDetail.ts';
import type { Review } from './reviewDetail.ts';
import { reviewText } from './reviewText.ts';
import { warnings } from './uploadFactsText.ts';

/**
 * Shows what would be sent where, lets the user look at it and choose conversions, and resolves to what they agreed to
 * send; undefined: nothing. While they look at the rows, the question waits at the window's top instead of its middle.
 */
export async function reviewUpload(
  { parcels: proposed, leftOut, account }: Review,
  documents: ReadOnlyDocuments,
): Promise<readonly UploadPlan[] | undefined> {
  let parcels = proposed;
  let isShown = false;
  for (;;) {
    const choice = isShown ? await askBesideRows(parcels) : await ask({ parcels, leftOut, account });
    switch (choice) {
      case 'send':
        return parcels;
      case 'convert':
        parcels = await chooseConversions(parcels);
        isShown = false;
        break;
      case 'show': {
        const text = await reviewText(parcels, account);
        await documents.show(titleText(l10n.t('{0} – Review', subjectOf(parcels))), text, { isBeside: false });
        isShown = true;
        break;
      }
      case 'go':
        await goToFirstProblem(parcels);
        return undefined;
      case undefined:
        return undefined;
    }
  }
}

type Choice = 'send' | 'convert' | 'show' | 'go';

async function ask(review: Review): Promise<Choice | undefined> {
  const { parcels } = review;
  const buttons = buttonsFor(parcels).map(({ id, title }) => ({ id, title: buttonText(title) }));
  const isWarning = parcels.some((parcel) => remainingProblems(parcel).length > 0 || warnings(parcel).length > 0);
  const dialog = { message: dialogText(titleOf(parcels)), detail: dialogText(...detailOf(review)), isWarning };
  return (await askInDialog(dialog, buttons))?.id;
}

/** Stays where it is until it is answered, and leaves the editors free to be scrolled and compared. */
async function askBesideRows(parcels: readonly UploadPlan[]): Promise<Choice | undefined> {
  const items = buttonsFor(parcels).map(({ id, title }) => ({ id, label: quickPickText(title) }));
  const cancel = { id: undefined, label: quickPickText(l10n.t('Cancel')) };
  const chosen = await pickOne([...items.filter(({ id }) => id !== 'show'), cancel], {
    title: titleText(titleOf(parcels)),
    placeHolder: titleText(l10n.t('Look at the rows, then choose')),
    ignoreFocusOut: true,
  });
  return chosen?.id;
}

function buttonsFor(parcels: readonly UploadPlan[]): readonly { readonly id: Choice; readonly title: string }[] {
  const canSend = !parcels.some(isBlocked);
  const isConverted = parcels.some(({ conversion }) => !isUnchanged(conversion));
  const hasProblem = parcels.some((parcel) => remainingProblems(parcel).length > 0);
  const show = { id: 'show', title: l10n.t('Show First Rows') } as const;
  const convert = canConvert(parcels) ? [{ id: 'convert', title: l10n.t('Convert…') } as const] : [];
  return [
    // What is offered first is what Enter does.
    ...(canSend
      ? [
          { id: 'send', title: isConverted ? l10n.t('Convert and Upload') : l10n.t('Upload') } as const,
          show,
          ...convert,
        ]
      : [...convert, show]),
    ...(hasProblem && parcels.length === 1 ? [{ id: 'go', title: l10n.t('Go to Problem') } as const] : []),
  ];
}

async function goToFirstProblem([first]: readonly UploadPlan[]): Promise<void> {
  if (first === undefined) {
    return;
  }
  const [problem] = [...blockingProblems(first.check, first.conversion), ...remainingProblems(first)];
  if (problem !== undefined) {
    await goToProblem(first.input.uri, problem);
  }
}
