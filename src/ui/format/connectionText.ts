import { env, l10n, ThemeColor, ThemeIcon } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { relativeTimeHoldsUntil, relativeTimesIn } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionState, statusDetail } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';

const relativeTime = relativeTimesIn(env.language);

export function stateName(state: ConnectionState): string {
  switch (state) {
    case 'error':
      return l10n.t('Error');
    case 'syncing':
      return l10n.t('Syncing');
    case 'neverSynced':
      return l10n.t('Never synced');
    case 'idle':
      return l10n.t('Idle');
    case 'inactive':
      return l10n.t('Inactive');
  }
}

const icons: Readonly<Record<ConnectionState, ThemeIcon>> = {
  error: new ThemeIcon('error', new ThemeColor('list.errorForeground')),
  syncing: new ThemeIcon('sync~spin', new ThemeColor('charts.blue')),
  neverSynced: new ThemeIcon('circle-large-outline', new ThemeColor('descriptionForeground')),
  idle: new ThemeIcon('pass', new ThemeColor('charts.green')),
  inactive: new ThemeIcon('circle-slash', new ThemeColor('disabledForeground')),
};

/** Each state has its own icon, so that none is shown by color alone. */
export function stateIcon(state: ConnectionState): ThemeIcon {
  return icons[state];
}

/** "5 min. ago · next in 12 min.", preceded by the state, or the service's own status, if the icon doesn't show it. */
export function timesText(connection: Connection, now: EpochMs): string {
  const state = stateRemark(connectionState(connection));
  return [...state, ...statusRemark(connection), ...timeParts(connection, now)].join(' · ');
}

/** "Error", "5 min. ago", "next in 12 min.": the same with the state in words, for quick picks and screen readers. */
export function stateAndTimes(connection: Connection, now: EpochMs): readonly string[] {
  return [stateName(connectionState(connection)), ...statusRemark(connection), ...timeParts(connection, now)];
}

function statusRemark(connection: Connection): readonly string[] {
  return [plainText(statusDetail(connection) ?? '', 60)].filter(Boolean);
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

/** When the connection last synced and will sync next. Empty while it syncs. */
function timeParts(connection: Connection, now: EpochMs): readonly string[] {
  const { isCurrentlySyncing, isActive, lastSyncAt, nextScheduledSyncAt } = connection;
  if (isCurrentlySyncing) {
    return [];
  }
  return [
    ...(lastSyncAt === undefined ? [] : [relativeTime(lastSyncAt, now)]),
    ...(nextScheduledSyncAt === undefined || !isActive ? [] : [nextText(nextScheduledSyncAt, now)]),
  ];
}

/** Until when these texts read as they do at `now`. */
export function timesHoldUntil(connection: Connection, now: EpochMs): EpochMs {
  const { isCurrentlySyncing, isActive, lastSyncAt, nextScheduledSyncAt: nextAt } = connection;
  if (isCurrentlySyncing) {
    return Infinity;
  }
  return Math.min(
    lastSyncAt === undefined ? Infinity : relativeTimeHoldsUntil(lastSyncAt, now),
    nextAt === undefined || !isActive || isDue(nextAt, now) ? Infinity : relativeTimeHoldsUntil(nextAt, now),
  );
}

function nextText(nextAt: EpochMs, now: EpochMs): string {
  return isDue(nextAt, now) ? l10n.t('next sync due') : l10n.t('next {0}', relativeTime(nextAt, now));
}

function isDue(nextAt: EpochMs, now: EpochMs): boolean {
  return nextAt < now + 60_000;
}
