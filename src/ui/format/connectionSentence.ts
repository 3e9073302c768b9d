import { env, l10n } from 'vscode';
import { delayText, MINUTE_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { hasSynced } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { isDue, statusRemark } from './connectionText.ts';
import { relativeTimes } from './valueText.ts';

/** "Failed 2 hours ago: 503 from Production-EU. Next sync in 1 hour." */
export function connectionSentence(connection: Connection, now: EpochMs, reason = ''): string {
  if (connection.isCurrentlySyncing) {
    return [l10n.t('Syncing now.'), previousSentence(connection, now)].filter(Boolean).join(' ');
  }
  const state = connection.isActive ? '' : l10n.t('Inactive.');
  return [state, lastSentence(connection, now, reason), nextSentence(connection, now)].filter(Boolean).join(' ');
}

function nextSentence({ isActive, isLate, nextScheduledSyncAt: nextAt }: Connection, now: EpochMs): string {
  if (nextAt === undefined || !isActive) {
    return '';
  }
  if (isLate === true) {
    return l10n.t('The next sync is late by {0}.', delayText(now - nextAt, env.language, 'long'));
  }
  return isDue(nextAt, now)
    ? l10n.t('The next sync is due.')
    : l10n.t('Next sync {0}.', relativeTimes.long(nextAt, now));
}

/** "2 hours ago". The clock of the service may be fast. */
function agoText(moment: EpochMs, now: EpochMs): string {
  return now - moment < MINUTE_MS ? l10n.t('just now') : relativeTimes.long(moment, now);
}

/** How the last sync ended. */
function lastSentence(connection: Connection, now: EpochMs, reason: string): string {
  const { hasError, lastSyncAt } = connection;
  const ago = lastSyncAt === undefined ? '' : agoText(lastSyncAt, now);
  const status = statusRemark(connection);
  if (hasError) {
    return failedSyncSentence(ago, (reason || status).replace(/[.。]+$/u, ''));
  }
  if (!hasSynced(connection)) {
    return l10n.t('Never synced.');
  }
  if (status !== '') {
    return ago === ''
      ? l10n.t('The last sync has the status “{0}”.', status)
      : l10n.t('The last sync ended {0} with the status “{1}”.', ago, status);
  }
  return ago === '' ? l10n.t('The last sync succeeded.') : l10n.t('Succeeded {0}.', ago);
}

function failedSyncSentence(ago: string, why: string): string {
  if (why === '') {
    return ago === '' ? l10n.t('The last sync failed.') : l10n.t('Failed {0}.', ago);
  }
  return ago === '' ? l10n.t('The last sync failed: {0}.', why) : l10n.t('Failed {0}: {1}.', ago, why);
}

/** While a sync runs, the service still reports the end of the previous one. */
function previousSentence({ hasError, lastSyncAt }: Connection, now: EpochMs): string {
  if (lastSyncAt === undefined) {
    return hasError ? l10n.t('The previous sync failed.') : '';
  }
  const ago = agoText(lastSyncAt, now);
  return hasError ? l10n.t('The previous sync failed {0}.', ago) : l10n.t('The previous sync ended {0}.', ago);
}
