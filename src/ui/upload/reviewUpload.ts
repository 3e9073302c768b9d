import { l10n, Uri } from 'vscode';
import { MutableDisposable } from '../../base/disposable.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import type { ReviewAnswer, UploadReview } from '../../app/upload/uploadPrompts.ts';
import { buttonText, dialogText, quickPickText, titleText } from '../../base/sinkText.ts';
import { isNoOp } from '../../data/convert/conversionEffects.ts';
import {
  blockingProblems,
  isBlocked,
  problemsOfConversion,
  remainingProblems,
} from '../../data/convert/remainingProblems.ts';
import { goToPosition } from '../editor/openEditors.ts';
import { askInDialog } from '../window/notifications.ts';
import { openRowsPage } from '../rowsPage/rowsPage.ts';
import type { RowsPage } from '../rowsPage/rowsPage.ts';
import { pickOne } from '../window/quickInput.ts';
import { fileErrorOf } from '../errors/fileError.ts';
import { canConvert, chooseConversions } from './chooseConversions.ts';
import { copyUploadsAsCurl } from './copyUploadsAsCurl.ts';
import { planWarnings } from './planWarnings.ts';
import { reviewLines, fileNameOrCount, reviewTitle } from './reviewText.ts';
import type { ReviewSubject } from './reviewText.ts';
import { rowsModel } from './rowsModel.ts';

/**
 * Shows what would be sent to which connection, and lets the user view the rows and choose conversions. While they view the rows, a quick
 * pick asks the question instead of a dialog.
 *
 * @param distFolder the folder with the script and the style sheet of the page of rows.
 */
export async function reviewUpload(review: UploadReview, distFolder: Uri): Promise<ReviewAnswer> {
  const page = new MutableDisposable<RowsPage>();
  try {
    return await reviewWith(page, review, distFolder);
  } finally {
    await page.value?.close();
    page.dispose();
  }
}

async function reviewWith(
  page: MutableDisposable<RowsPage>,
  { plans: proposed, skipped, account, convert, isFirstOnSave = false }: UploadReview,
  distFolder: Uri,
): Promise<ReviewAnswer> {
  let plans = proposed;
  for (;;) {
    const subject = { plans, skipped, account, isFirstOnSave };
    const choice = page.value?.isClosed === false ? await askBesideRows(subject) : await ask(subject);
    switch (choice) {
      case 'send':
        return plans;
      case 'convert': {
        const chosen = await chooseConversions(plans);
        const converted = chosen && (await convert(plans, chosen));
        if (converted?.kind === 'cancelled') {
          return 'postponed';
        }
        if (converted?.kind === 'unreadable') {
          throw fileErrorOf(converted.error, converted.fileName);
        }
        plans = converted?.plans ?? plans;
        page.value?.show({ kind: 'show', model: await rowsModel({ plans, skipped, account }) });
        break;
      }
      case 'show': {
        const title = titleText(l10n.t('{0} – Review', fileNameOrCount(plans)));
        page.value = openRowsPage(title, await rowsModel({ plans, skipped, account }), distFolder);
        break;
      }
      case 'curl':
        await copyUploadsAsCurl(plans, account);
        break;
      case 'go':
        await goToFirstProblem(plans);
        return 'postponed';
      case 'back':
        await page.value?.close();
        page.clear();
        break;
      case undefined:
        return undefined;
    }
  }
}

type Choice = 'send' | 'convert' | 'show' | 'curl' | 'go' | 'back';

async function ask(review: ReviewSubject): Promise<Choice | undefined> {
  const { plans } = review;
  const buttons = buttonsFor(plans).map(({ id, title }) => ({ id, title: buttonText(title) }));
  const isWarning = plans.some((plan) =>
    [remainingProblems(plan), problemsOfConversion(plan), planWarnings(plan)].some(({ length }) => length > 0),
  );
  const detail = dialogText(...reviewLines(review));
  const dialog = { message: dialogText(reviewTitle(review)), detail, isWarning };
  return (await askInDialog(dialog, buttons))?.id;
}

/** Asks in a quick pick that stays open until it is answered, so that the user can scroll and compare editors. Escape leads back. */
async function askBesideRows({ plans, skipped }: ReviewSubject): Promise<Choice | undefined> {
  const items = buttonsFor(plans).map(({ id, title }) => ({ id, label: quickPickText(title) }));
  const cancel = { id: undefined, label: quickPickText(l10n.t('Cancel')) };
  const chosen = await pickOne([...items.filter(({ id }) => id !== 'show'), cancel], {
    title: titleText(reviewTitle({ plans, skipped })),
    placeHolder: titleText(l10n.t('Review the rows, then select an action')),
    ignoreFocusOut: true,
  });
  return chosen ? chosen.id : 'back';
}

function buttonsFor(plans: readonly UploadPlan[]): readonly { readonly id: Choice; readonly title: string }[] {
  const canSend = !plans.some(isBlocked);
  const isConverted = plans.some(({ conversion }) => !isNoOp(conversion));
  const hasProblem = plans.some((plan) => remainingProblems(plan).length > 0);
  const show = {
    id: 'show',
    title: plans.length === 1 ? l10n.t('Show First Rows') : l10n.t('Show All Files'),
  } as const;
  const convert = canConvert(plans) ? [{ id: 'convert', title: l10n.t('Convert…') } as const] : [];
  return [
    // Enter chooses the first button.
    ...(canSend
      ? [
          {
            id: 'send',
            title: isConverted ? l10n.t('Convert and Upload') : l10n.t({ message: 'Upload', comment: ['On a button'] }),
          } as const,
          show,
          ...convert,
          { id: 'curl', title: l10n.t('Copy as cURL') } as const,
        ]
      : [...convert, show]),
    ...(hasProblem && plans.length === 1 && plans[0]?.input.hasEditor === true
      ? [{ id: 'go', title: l10n.t('Go to Problem') } as const]
      : []),
  ];
}

async function goToFirstProblem([first]: readonly UploadPlan[]): Promise<void> {
  if (first === undefined) {
    return;
  }
  const [problem] = [...blockingProblems(first), ...remainingProblems(first)];
  if (problem !== undefined) {
    await goToPosition(Uri.parse(first.input.uri, true), problem);
  }
}
