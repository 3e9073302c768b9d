import { env, l10n, ThemeColor, ThemeIcon } from 'vscode';
import type { ConnectionFeedState } from '../../app/connections/feedState.ts';
import { plainText } from '../../base/displayText.ts';
import { MINUTE_MS, delayText, relativeTimeValidUntil } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionState, statusDetail } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';
import { FAVORITES_KEY } from '../../model/connectionViewOptions.ts';
import type { ConnectionGroup } from '../../model/connectionViewOptions.ts';
import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { failureMessage } from './jobText.ts';
import { relativeTimes } from './valueText.ts';

const MAX_REASON = 300;

/** The style of relative times, as in `relativeTimes`. */
type Style = 'short' | 'long';

export function stateName(state: ConnectionState): string {
  switch (state) {
    case 'error':
      return l10n.t('Failed');
    case 'syncing':
      return l10n.t('Syncing');
    case 'neverSynced':
      return l10n.t('Never synced');
    case 'idle':
      return l10n.t('Succeeded');
    case 'inactive':
      return l10n.t('Inactive');
  }
}

/** Why there are no connections, although some were listed; undefined if that is not so. */
export function unreadText(feed: ConnectionFeedState): string | undefined {
  const isUnread = feed.kind === 'loaded' && feed.connections.length === 0 && feed.droppedRows > 0;
  return isUnread ? l10n.t('None of the connections could be read. See the log for details.') : undefined;
}

/** Says that no connection has the ID to which data is to be sent, or which is to be synced. */
export function unlistedText(entityId: string): string {
  return l10n.t('The account has no connection with the entity ID “{0}”.', plainText(entityId, 80));
}

const englishWords: Readonly<Record<ConnectionState | 'late', string>> = {
  error: 'failed failing error',
  syncing: 'syncing running',
  neverSynced: 'never synced',
  idle: 'succeeded completed',
  inactive: 'inactive',
  late: 'late overdue',
};

/** The name of a group of connections. */
export function groupName({ grouping, key }: Pick<ConnectionGroup, 'grouping' | 'key'>): string {
  if (key === FAVORITES_KEY) {
    return l10n.t('Favorites');
  }
  if (grouping === 'state') {
    return stateName(key as ConnectionState);
  }
  return plainText(key) || l10n.t('No source system');
}

/** The words by which the filter finds a state, in English and in the language of the window. */
export function stateWords(state: ConnectionState | 'late'): string {
  return `${englishWords[state]} ${state === 'late' ? l10n.t('late') : stateName(state)}`;
}

const icons: Readonly<Record<ConnectionState, ThemeIcon>> = {
  error: new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
  syncing: new ThemeIcon('sync~spin', new ThemeColor('charts.blue')),
  neverSynced: new ThemeIcon('circle-large-outline', new ThemeColor('descriptionForeground')),
  idle: new ThemeIcon('pass', new ThemeColor('charts.green')),
  inactive: new ThemeIcon('circle-slash', new ThemeColor('disabledForeground')),
};

/** Each state has its own icon, so that none is shown by color alone. */
export function connectionStateIcon(state: ConnectionState): ThemeIcon {
  return icons[state];
}

/** Why the last sync failed, if its job says so, otherwise ''. */
export function failureReason(lastJob: Job | undefined): string {
  return lastJob !== undefined && jobState(lastJob) === 'failed' ? failureMessage(lastJob, MAX_REASON) : '';
}

/**
 * "5 min. ago · next in 12 min.", preceded by the state, or the service's own status, if the icon doesn't show it. `reason`: why the
 * last sync failed, if that is known.
 */
export function timesText(connection: Connection, now: EpochMs, reason = ''): string {
  const state = stateRemark(connectionState(connection));
  const [last, next] = timeParts(connection, now, 'short');
  return [...state, statusRemark(connection), last, failuresRemark(connection), reason, next]
    .filter(Boolean)
    .join(' · ');
}

/** "Failed", "5 min. ago", "next in 12 min.": the same with the state in words, for quick picks and, `long`, for screen readers. */
export function stateAndTimes(
  connection: Connection,
  now: EpochMs,
  { style = 'short', reason = '' }: { readonly style?: Style; readonly reason?: string } = {},
): readonly string[] {
  const [last, next] = timeParts(connection, now, style);
  const remark = statusRemark(connection);
  // An unknown status doesn't mean that the sync succeeded.
  const state = connectionState(connection);
  const name = state === 'idle' && remark !== '' ? '' : stateName(state);
  return [name, remark, last, failuresRemark(connection), reason, next].filter(Boolean);
}

/** Says that the last two runs failed, if the state doesn't show it, for example because they were uploads. */
function failuresRemark(connection: Connection): string {
  const { hasFailedTwice } = connection;
  const state = connectionState(connection);
  return hasFailedTwice === true && (state === 'idle' || state === 'neverSynced')
    ? l10n.t('the last two runs failed')
    : '';
}

/** The service's status of the last sync, if it says more than the state. */
export function statusRemark(connection: Connection): string {
  return plainText(statusDetail(connection) ?? '', 60);
}

function stateRemark(state: ConnectionState): readonly string[] {
  switch (state) {
    case 'syncing':
      return [l10n.t('syncing…')];
    case 'neverSynced':
      return [l10n.t('never synced')];
    case 'inactive':
      return [l10n.t('inactive')];
    case 'error':
    case 'idle':
      return [];
  }
}

/** When the connection last synced and will sync next; '' for what is unknown. Both are '' while it syncs. */
function timeParts(connection: Connection, now: EpochMs, style: Style): readonly [last: string, next: string] {
  const { isCurrentlySyncing, lastSyncAt } = connection;
  // The clock of the service may be fast.
  const last =
    lastSyncAt === undefined || isCurrentlySyncing ? '' : relativeTimes[style](Math.min(lastSyncAt, now), now);
  return [last, nextText(connection, now, { style })];
}

/**
 * "next in 12 min." or, under a heading that says so, "in 12 min.": when the connection will sync next, or by how much it is late; '' if that
 * is unknown or it syncs.
 */
export function nextText(
  { isCurrentlySyncing, isActive, isLate, nextScheduledSyncAt: nextAt }: Connection,
  now: EpochMs,
  { style = 'short', hasHeading = false }: { readonly style?: Style; readonly hasHeading?: boolean } = {},
): string {
  if (nextAt === undefined || !isActive || isCurrentlySyncing) {
    return '';
  }
  if (isLate === true) {
    return l10n.t('late by {0}', delayText(now - nextAt, env.language, style));
  }
  if (isDue(nextAt, now)) {
    return l10n.t('next sync due');
  }
  const text = relativeTimes[style](nextAt, now);
  return hasHeading ? text : l10n.t('next {0}', text);
}

/** When these texts next change. */
export function timesValidUntil(connection: Connection, now: EpochMs): EpochMs {
  const { isCurrentlySyncing, isActive, isLate, lastSyncAt, nextScheduledSyncAt: nextAt } = connection;
  if (isCurrentlySyncing) {
    return Infinity;
  }
  const isNextTold = nextAt !== undefined && isActive && (isLate === true || !isDue(nextAt, now));
  return Math.min(
    lastSyncAt === undefined ? Infinity : relativeTimeValidUntil(lastSyncAt, now),
    isNextTold ? relativeTimeValidUntil(nextAt, now) : Infinity,
  );
}

/** Whether the next sync is due, or will be within a minute. */
export function isDue(nextAt: EpochMs, now: EpochMs): boolean {
  return nextAt < now + MINUTE_MS;
}
