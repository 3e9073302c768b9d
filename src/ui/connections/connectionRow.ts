import { l10n, ThemeIcon, TreeItemCollapsibleState } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { treeText } from '../../base/sinkText.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import {
  jobContextValue,
  jobDescription,
  jobStatusText,
  jobStateText,
  stateIcon as jobStateIcon,
} from '../format/jobText.ts';
import { fieldsTooltip } from '../window/tooltip.ts';
import type { Tooltip } from '../window/tooltip.ts';
import { createRow } from '../window/trees.ts';
import type { TreeRow } from '../window/trees.ts';
import { stateAndTimes, stateIcon, stateName, timesText } from '../format/connectionText.ts';
import { momentText, numberText } from '../format/valueText.ts';
import type {
  ConnectionElement,
  ConnectionJobElement,
  ConnectionsElement,
  GroupElement,
  MoreElement,
} from '../../app/connections/connectionElements.ts';

export function treeItemOf(element: ConnectionsElement, now: EpochMs, hasRowsUnder: boolean): TreeRow {
  switch (element.kind) {
    case 'group':
      return groupItem(element);
    case 'connection':
      return connectionItem(element, now, hasRowsUnder);
    case 'job':
      return jobItem(element, now);
    case 'more':
      return moreItem(element);
  }
}

/** Equal for jobs whose rows look equal. */
export function jobRowKey({ job }: ConnectionJobElement, now: EpochMs): string {
  return JSON.stringify([jobState(job), jobTitle(job), latestText(job, now)]);
}

function connectionItem({ id, connection }: ConnectionElement, now: EpochMs, hasJobs: boolean): TreeRow {
  const state = connectionState(connection);
  const { Collapsed, None } = TreeItemCollapsibleState;
  const item = createRow(treeText(connectionName(connection)), hasJobs ? Collapsed : None);
  item.id = id;
  item.description = treeText(timesText(connection, now));
  item.iconPath = stateIcon(state);
  item.contextValue = `connection.${state}`;
  item.accessibilityInformation = {
    label: treeText(
      [connectionName(connection), connection.sourceSystem, ...stateAndTimes(connection, now)]
        .filter(Boolean)
        .join(', '),
    ),
  };
  return item;
}

function jobItem({ id, job }: ConnectionJobElement, now: EpochMs): TreeRow {
  const item = createRow(treeText(jobTitle(job)), TreeItemCollapsibleState.None);
  item.id = id;
  item.description = treeText(latestText(job, now));
  item.iconPath = jobStateIcon(jobState(job));
  item.contextValue = jobContextValue(job);
  item.accessibilityInformation = { label: treeText(`${jobTitle(job)}, ${jobStatusText(job, now)}`) };
  return item;
}

/** Under its connection a job is named by its file, or as a sync. */
function jobTitle(job: Job): string {
  return job.kind === 'sync' ? l10n.t('Sync') : plainText(job.source?.name ?? '') || l10n.t('Upload');
}

/** Without the duration of a running job, which would have to be redrawn every second. The Jobs view shows it. */
function latestText(job: Job, now: EpochMs): string {
  return isRunning(job) ? jobStateText(job) : jobDescription(job, now);
}

function groupItem({ id, group, count }: GroupElement): TreeRow {
  const item = createRow(treeText(groupName(group)), TreeItemCollapsibleState.Expanded);
  item.id = id;
  item.description = treeText(String(count));
  item.contextValue = 'group';
  item.accessibilityInformation = {
    label: treeText(
      count === 1
        ? l10n.t('{0}, 1 connection', groupName(group))
        : l10n.t('{0}, {1} connections', groupName(group), count),
    ),
  };
  return item;
}

function moreItem(element: MoreElement): TreeRow {
  const { id, shownCount, totalCount } = element;
  const title = treeText(l10n.t('Show More'));
  const counts = l10n.t('{0} of {1} shown', numberText(shownCount), numberText(totalCount));
  const item = createRow(title, TreeItemCollapsibleState.None);
  item.id = id;
  item.description = treeText(counts);
  item.iconPath = new ThemeIcon('ellipsis');
  item.command = { command: 'dataConnections.showMoreConnections', title, arguments: [element] };
  item.accessibilityInformation = { label: treeText(`${title}, ${counts}`) };
  return item;
}

function groupName({ grouping, key }: GroupElement['group']): string {
  if (grouping === 'state') {
    return stateName(key as ConnectionState);
  }
  return plainText(key) || l10n.t('No source system');
}

/** Every field of a connection (contract, Connection); a dash if the service left it out. */
export function connectionTooltip(connection: Connection, now: EpochMs): Tooltip {
  return fieldsTooltip(connectionName(connection), fields(connection, now));
}

function fields(connection: Connection, now: EpochMs): readonly (readonly [label: string, value: string])[] {
  const text = (value: string | undefined): string => plainText(value ?? '') || '–';
  const moment = (value: EpochMs | undefined): string => (value === undefined ? '–' : momentText(value, now));
  const yesNo = (value: boolean): string => (value ? l10n.t('yes') : l10n.t('no'));
  // While a sync runs, the service still reports the end of the previous one.
  const isSyncing = connection.isCurrentlySyncing;
  return [
    [l10n.t('Source system'), text(connection.sourceSystem)],
    [l10n.t('Active'), yesNo(connection.isActive)],
    [l10n.t('Syncing now'), yesNo(isSyncing)],
    [isSyncing ? l10n.t('Last completed sync had errors') : l10n.t('Last sync had errors'), yesNo(connection.hasError)],
    [isSyncing ? l10n.t('Last completed sync') : l10n.t('Last sync'), moment(connection.lastSyncAt)],
    [l10n.t('Last sync status'), text(connection.lastSyncStatus)],
    [l10n.t('Last sync ID'), text(connection.lastSyncId)],
    [l10n.t('Next scheduled sync'), moment(connection.nextScheduledSyncAt)],
    [l10n.t('Entity ID'), text(connection.entityId)],
  ];
}
