import { env, l10n, ThemeColor, ThemeIcon } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { relativeTime } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionState, statusDetail } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';

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

/** Each state has its own icon, so that none is shown by color alone. */
export function stateIcon(state: ConnectionState): ThemeIcon {
  switch (state) {
    case 'error':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'syncing':
      return new ThemeIcon('sync~spin', new ThemeColor('charts.blue'));
    case 'neverSynced':
      return new ThemeIcon('circle-large-outline', new ThemeColor('descriptionForeground'));
    case 'idle':
      return new ThemeIcon('pass', new ThemeColor('charts.green'));
    case 'inactive':
      return new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'));
  }
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
    ...(lastSyncAt === undefined ? [] : [relativeTime(lastSyncAt, now, env.language)]),
    ...(nextScheduledSyncAt === undefined || !isActive ? [] : [nextText(nextScheduledSyncAt, now)]),
  ];
}

function nextText(nextAt: EpochMs, now: EpochMs): string {
  return nextAt < now + 60_000 ? l10n.t('next sync due') : l10n.t('next {0}', relativeTime(nextAt, now, env.language));
}
