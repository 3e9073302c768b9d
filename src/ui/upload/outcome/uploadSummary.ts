import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { buttonText, notificationText, titleText } from '../../../base/sinkText.ts';
import { showInformation, showWarning } from '../../window/notifications.ts';
import { reasonText } from '../skippedFile.ts';
import type { SkippedFile } from '../skippedFile.ts';
import type { UploadPlan } from '../uploadPlan.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import type { SendOutcome } from '../sending/sendUploads.ts';
import { numberText } from '../../format/valueText.ts';

interface Summary {
  readonly parcels: readonly UploadPlan[];
  readonly outcomes: readonly SendOutcome[];
  readonly leftOut: readonly SkippedFile[];
}

/** Says once what became of many files, and offers the list. Does not wait for the user. */
export function showSummary(
  { parcels, outcomes, leftOut }: Summary,
  documents: ReadOnlyDocuments,
  report: (error: unknown) => void,
): void {
  const accepted = outcomes.filter(({ kind }) => kind === 'started').length;
  const total = parcels.length + leftOut.length;
  const lines = [
    ...parcels.map(
      ({ input, target }, index) =>
        `${l10n.t('{0} → {1}', plainText(input.file.name), plainText(target.name))}: ${outcomeText(outcomes[index])}`,
    ),
    ...leftOut.map(({ name, reason }) => `${plainText(name)}: ${reason}`),
  ];
  const firstBad =
    outcomes.findIndex(({ kind }) => kind !== 'started') >= 0
      ? lines[outcomes.findIndex(({ kind }) => kind !== 'started')]
      : lines[parcels.length];
  const message = [
    l10n.t('{0} of {1} files were accepted.', numberText(accepted), numberText(total)),
    ...(firstBad === undefined ? [] : [firstBad]),
  ].join(' ');
  const list = { title: buttonText(l10n.t('Show Summary')) };
  const tell = accepted === total ? showInformation : showWarning;
  tell(notificationText(message, 500), list)
    .then((chosen) =>
      chosen === list
        ? documents.show(titleText(l10n.t('Upload summary')), [message, '', ...lines].join('\n'), { isBeside: false })
        : undefined,
    )
    .then(undefined, report);
}

/** What became of one, in a few words. */
function outcomeText(outcome: SendOutcome | undefined): string {
  switch (outcome?.kind) {
    case 'started':
      return l10n.t('accepted.');
    case 'failed':
      return reasonText(outcome.error);
    case 'cancelled':
      return l10n.t('cancelled; nothing was loaded.');
    case 'unknown':
      return l10n.t('sent; it is not known whether it was accepted.');
    case 'notSent':
    case undefined:
      return l10n.t('not sent.');
  }
}
