import { l10n } from 'vscode';
import type { ApiError } from '../../../api/apiError.ts';
import { plainText } from '../../../base/displayText.ts';
import { buttonText, notificationText } from '../../../base/sinkText.ts';
import type { ConnectionFeed, RefreshResult } from '../../../app/connections/connectionFeed.ts';
import type { Connection } from '../../../model/connection.ts';
import { describeFailure } from '../../format/failureText.ts';
import { showWarning } from '../../window/notifications.ts';

/** An upload whose data went out, and of which no answer told what came of it. */
export interface UnansweredSend {
  readonly fileName: string;
  readonly entityId: string;
  readonly targetName: string;
  /** The target as it was before. */
  readonly before: Connection | undefined;
  /** Why that is not known; undefined: the user cancelled. */
  readonly error: ApiError | undefined;
}

/**
 * Looks what the service shows of an upload, and says what is known: nothing is repeated and nothing is claimed.
 * Resolves once that is said; goes on looking each time the user asks for it.
 */
export async function reconcileUpload(
  lost: UnansweredSend,
  feed: ConnectionFeed,
  report: (error: unknown) => void,
): Promise<void> {
  const result = await feed.refresh();
  const message = [opening(lost), whatIsKnown(lost, result)].join(' ');
  const again = { title: buttonText(l10n.t('Look Again')) };
  showWarning(notificationText(message, 900), again)
    .then((chosen) => (chosen === again ? reconcileUpload(lost, feed, report) : undefined))
    .then(undefined, report);
}

function opening({ fileName, targetName, error }: UnansweredSend): string {
  const name = plainText(fileName, 80);
  const target = plainText(targetName, 80);
  if (error === undefined) {
    return l10n.t('“{0}” had been sent to “{1}” before you cancelled; the service may have the data.', name, target);
  }
  return l10n.t(
    '“{0}” was sent to “{1}”, and it is not known whether it was accepted. {2} The service may have the data.',
    name,
    target,
    describeFailure(error.failure).what,
  );
}

function whatIsKnown({ entityId, before }: UnansweredSend, result: RefreshResult): string {
  if (result.kind === 'failure') {
    const why = describeFailure(result.failure).what;
    return l10n.t('The connection could not be looked at: {0} Look before you upload it again.', why);
  }
  const now =
    result.kind === 'connections' ? result.connections.find((known) => known.entityId === entityId) : undefined;
  if (now === undefined) {
    return l10n.t('The connection is not among those of the account. Look before you upload it again.');
  }
  const syncId = plainText(now.lastSyncId ?? '', 80);
  if (syncId !== '' && before !== undefined && now.lastSyncId !== before.lastSyncId) {
    return l10n.t('The connection shows a new job since, {0}. It is probably this upload.', syncId);
  }
  if (now.isCurrentlySyncing && before?.isCurrentlySyncing !== true) {
    return l10n.t('The connection is busy with job {0}, which may be this upload.', syncId);
  }
  return l10n.t('The connection shows no new job so far. Look again before you upload it again.');
}
