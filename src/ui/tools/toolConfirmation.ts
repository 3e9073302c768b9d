import { l10n } from 'vscode';
import type { PlannedSync } from '../../app/tools/syncTool.ts';
import type { PlannedToolUpload } from '../../app/tools/uploadTool.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, confirmationText, dialogText, titleText } from '../../base/sinkText.ts';
import { connectionName } from '../../model/connection.ts';
import { accountFacts } from '../format/accountText.ts';
import type { ToolConfirmation } from '../window/languageModelTools.ts';
import { askInDialog } from '../window/notifications.ts';

const DIGEST_LENGTH = 16;

/**
 * The question before an upload that a language model requests.
 * @param path relative to the workspace.
 * @param facts the lines that the review of an upload shows.
 */
export function uploadQuestion(
  { plan: { target, check }, isReviewed }: PlannedToolUpload,
  path: string,
  facts: readonly string[],
): ToolConfirmation {
  return {
    title: titleText(l10n.t('Upload a file to a connection?')),
    message: confirmationText(
      l10n.t('File: {0}', plainText(path, 300)),
      l10n.t('Connection: {0}', plainText(target.name, 80)),
      l10n.t('Entity ID: {0}', plainText(target.entityId, 80)),
      ...facts,
      l10n.t('Digest of the content: {0}', check.digest.slice(0, DIGEST_LENGTH)),
      ...(isReviewed ? ['', l10n.t('You will review this upload once more before it is sent.')] : []),
    ),
  };
}

/** The question before a sync that a language model requests. */
export function syncQuestion(planned: PlannedSync): ToolConfirmation {
  return {
    title: titleText(l10n.t('Start a sync?')),
    message: confirmationText(...syncFacts(planned)),
  };
}

/** Asks whether to start the sync, in case VS Code has not asked for confirmation. */
export async function reviewSync(planned: PlannedSync): Promise<boolean> {
  const start = { title: buttonText(l10n.t('Start Sync')) };
  const message = dialogText(l10n.t('Start the sync requested by a language model?'));
  return (
    (await askInDialog({ message, detail: dialogText(...syncFacts(planned)), isWarning: false }, [start])) === start
  );
}

function syncFacts({ connection, account }: PlannedSync): readonly string[] {
  return [
    l10n.t('Connection: {0}', plainText(connectionName(connection), 80)),
    l10n.t('Entity ID: {0}', plainText(connection.entityId, 80)),
    ...accountFacts(account),
    ...(connection.isActive ? [] : ['', l10n.t('The connection is inactive.')]),
  ];
}
