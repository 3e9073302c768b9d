import { l10n, Uri } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { UploadReconciliation } from '../../app/upload/reconcileUpload.ts';
import type { SendResult, UploadNotice } from '../../app/upload/uploadPrompts.ts';
import { plainText } from '../../base/displayText.ts';
import { errorCode } from '../../base/errorCode.ts';
import { buttonText, notificationText, statusBarText } from '../../base/sinkText.ts';
import { FileChangedError } from '../../model/upload.ts';
import { goToPosition } from '../editor/openEditors.ts';
import { describeFailure, unexpectedErrorText } from '../format/failureText.ts';
import { problemLine } from '../format/problemText.ts';
import { numberText } from '../format/valueText.ts';
import { showError, showWarning } from '../window/notifications.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import { fileLabels, fileOf, filesOf } from './fileLabels.ts';
import { fileErrorText, signedOutText, skippedText } from './uploadErrorText.ts';

const STATUS_MESSAGE_MS = 6_000;

type Notice<Kind extends UploadNotice['kind']> = Extract<UploadNotice, { kind: Kind }>;

export interface NoticeActions {
  /** Shows the results of several files. */
  readonly showSummary: (summary: Notice<'summary'>) => Promise<void>;
  /** Opens the page of a job. */
  readonly openJob: (syncId: string) => Promise<void>;
}

/** Shows the outcome of an upload. Resolves once the user has closed the notification or chosen its action. */
export async function showNotice(notice: UploadNotice, actions: NoticeActions): Promise<void> {
  switch (notice.kind) {
    case 'blocked':
      return showBlocked(notice);
    case 'accepted':
      return showAccepted(notice);
    case 'summary':
      return actions.showSummary(notice);
    case 'unknown':
      return showUnknown(notice, actions);
    case 'cancelled':
      showBriefly(l10n.t('Upload canceled. Nothing was loaded.'));
      return;
    case 'noCopy':
      await showWarning(notificationText(noCopyText(notice)));
  }
}

/** Shows why nothing was sent, with a button that goes to the first problem. */
async function showBlocked({ input, check, blocking }: Notice<'blocked'>): Promise<void> {
  const [first] = blocking;
  const others = blocking.length - 1 + check.problemsOmitted.blocking;
  const message = [
    l10n.t('“{0}” was not uploaded.', input.file.name),
    problemLine(first),
    ...(others === 1 ? [l10n.t('1 more problem prevents the upload.')] : []),
    ...(others > 1 ? [l10n.t('{0} more problems prevent the upload.', numberText(others))] : []),
  ].join(' ');
  const go = { title: buttonText(l10n.t('Go to Problem')) };
  const actions = input.hasEditor && first.code !== 'empty' ? [go] : [];
  if ((await showError(notificationText(message), ...actions)) === go) {
    await goToPosition(Uri.parse(input.uri, true), first);
  }
}

/** Why there is no copy of an accepted upload. */
export function noCopyText({ fileName, error }: Notice<'noCopy'>): string {
  const name = plainText(fileName, 80);
  if (error instanceof FileChangedError) {
    return l10n.t(
      '“{0}” was uploaded, but no copy of it was kept because the file has been changed or deleted since.',
      name,
    );
  }
  const isFull = errorCode(error) === 'ENOSPC';
  return isFull
    ? l10n.t('“{0}” was uploaded, but no copy of it was kept because the disk is full.', name)
    : l10n.t('“{0}” was uploaded, but no copy of it could be kept on this machine.', name);
}

async function showAccepted({ fileName, targetName, otherName, isOneOfSeveral }: Notice<'accepted'>): Promise<void> {
  if (isOneOfSeveral && otherName === undefined) {
    // Otherwise, hundreds of messages could fill the status bar.
    return;
  }
  if (otherName === undefined) {
    // The start of a job doesn't need a notification, because its outcome has one.
    showBriefly(l10n.t('“{0}” was accepted for “{1}”.', plainText(fileName, 80), plainText(targetName, 80)));
    return;
  }
  await showWarning(notificationText(otherConnectionText({ fileName, targetName, otherName })));
}

/** The warning that the service loads the file into another connection than requested. */
export function otherConnectionText({
  fileName,
  targetName,
  otherName,
}: Readonly<Record<'fileName' | 'targetName' | 'otherName', string>>): string {
  return l10n.t(
    '“{0}” was sent to “{1}”, but the service reports that the data is loaded into “{2}”. Check both connections in the service.',
    plainText(fileName, 80),
    plainText(targetName, 80),
    plainText(otherName, 80),
  );
}

/** The result of each file. */
export function summaryLines({ plans, results, skipped }: Notice<'summary'>): readonly string[] {
  const label = fileLabels(filesOf(plans, skipped));
  return [
    ...plans.map((plan, index) =>
      l10n.t(
        '{0} → {1} – {2}',
        label(fileOf(plan)),
        plainText(plan.target.name),
        resultText(results[index], plan.input.file.name),
      ),
    ),
    ...skipped.map((file) => l10n.t('{0} – {1}', label(file), skippedText(file))),
  ];
}

/** The result of one of several files. */
export function resultText(result: SendResult | undefined, fileName: string): string {
  switch (result?.kind) {
    case 'started':
      return l10n.t('accepted');
    case 'failed':
      return fileErrorText(result.error, fileName);
    case 'signedOut':
      return signedOutText(fileName);
    case 'cancelled':
      return l10n.t('canceled; nothing was loaded');
    case 'unknown':
      return l10n.t('may have been accepted');
    case 'notSent':
    case undefined:
      return l10n.t('not sent');
  }
}

/** Shows what is known about an upload without a response. Checks again each time the user requests it. */
async function showUnknown(notice: Notice<'unknown'>, actions: NoticeActions): Promise<void> {
  const { reconciliation, reconcile } = notice;
  const syncId =
    reconciliation.kind === 'newJob' || reconciliation.kind === 'running' ? reconciliation.syncId : undefined;
  const show = { title: buttonText(l10n.t('Open Job')) };
  const again = { title: buttonText(l10n.t('Check Again')) };
  const items = [
    ...(syncId === undefined ? [] : [show]),
    ...(reconciliation.kind === 'newJob' || reconcile === undefined ? [] : [again]),
  ];
  const chosen = await showWarning(notificationText(unansweredLines(notice).join(' '), 900), ...items);
  if (chosen === show && syncId !== undefined) {
    await actions.openJob(syncId);
  } else if (chosen === again && reconcile !== undefined) {
    await showUnknown({ ...notice, reconciliation: await reconcile() }, actions);
  }
}

/** What is known about an upload without a response. */
export function unansweredLines(notice: Notice<'unknown'>): readonly string[] {
  return [unknownText(notice), reconciliationText(notice.reconciliation)];
}

function unknownText({ fileName, targetName, error, isInterrupted }: Notice<'unknown'>): string {
  const name = plainText(fileName, 80);
  const target = plainText(targetName, 80);
  if (isInterrupted === true) {
    return l10n.t(
      'The upload of “{0}” to “{1}” was interrupted because its window was closed or reloaded. The service may have the data.',
      name,
      target,
    );
  }
  if (error === undefined) {
    return l10n.t(
      '“{0}” was sent to “{1}” before the upload was stopped. The service may have the data.',
      name,
      target,
    );
  }
  return l10n.t(
    'The upload of “{0}” to “{1}” may have been accepted. {2}',
    name,
    target,
    error instanceof ApiError ? describeFailure(error.failure).what : unexpectedErrorText(),
  );
}

function reconciliationText(found: UploadReconciliation): string {
  switch (found.kind) {
    case 'failure': {
      const why = describeFailure(found.failure).what;
      return l10n.t('The connection could not be checked: {0} Check its last sync before you upload again.', why);
    }
    case 'accountChanged':
      return l10n.t(
        'This window no longer uses the account, so the connection could not be checked. Check its last sync before you upload again.',
      );
    case 'notListed':
      return l10n.t(
        'The connection is not in the list of connections of this account. Check its last sync before you upload again.',
      );
    case 'newJob':
      return l10n.t(
        'The connection shows a new job, “{0}”, which is probably this upload.',
        plainText(found.syncId, 80),
      );
    case 'running':
      if (found.syncId === undefined) {
        return l10n.t('The connection is running a job, which may be this upload.');
      }
      return l10n.t('The connection is running job “{0}”, which may be this upload.', plainText(found.syncId, 80));
    case 'noNewJob':
      return l10n.t('The connection shows no new job so far. Check the connection again before you repeat the upload.');
  }
}

function showBriefly(message: string): void {
  showStatusMessage(statusBarText(message), STATUS_MESSAGE_MS);
}
