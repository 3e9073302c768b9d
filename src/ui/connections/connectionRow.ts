import { l10n, ThemeIcon, TreeItemCollapsibleState } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { treeText } from '../../base/sinkText.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobStateIcon } from '../format/jobIcons.ts';
import { jobContextValue, jobDescription, jobStateText, lastingJobStatusText } from '../format/jobText.ts';
import { createRow } from '../window/trees.ts';
import type { TreeRow } from '../window/trees.ts';
import { groupName, stateAndTimes, connectionStateIcon, timesText } from '../format/connectionText.ts';
import { describeFailure } from '../format/failureText.ts';
import { screenReaderText } from '../format/screenReaderText.ts';
import { numberText } from '../format/valueText.ts';
import type {
  ConnectionElement,
  ConnectionJobElement,
  ConnectionsElement,
  GroupElement,
  MoreElement,
  MessageElement,
} from '../../app/connections/connectionElements.ts';

/** What a row shows that is not part of its connection. */
export interface RowExtras {
  /** Why the last sync failed; '' if that is unknown. */
  readonly reason: string;
  readonly isFavorite: boolean;
  /** Whether another connection has the same name, so that only the ID tells them apart. */
  readonly hasDuplicateName: boolean;
  /** Whether its sync is about to be requested, or was, and the service has not answered yet. */
  readonly isStarting: boolean;
}

/** What the rows depend on besides their elements. */
interface RowContext {
  readonly extrasOf: (connection: Connection) => RowExtras;
  readonly isTracked: (job: Job) => boolean;
}

const STARTING_ICON = new ThemeIcon('loading~spin');

export function connectionTreeItem(element: ConnectionsElement, now: EpochMs, context: RowContext): TreeRow {
  switch (element.kind) {
    case 'group':
      return groupItem(element);
    case 'connection':
      return connectionItem(element, now, context.extrasOf(element.connection));
    case 'job':
      return jobItem(element, now, context.isTracked(element.job));
    case 'more':
      return moreItem(element);
    case 'message':
      return messageItem(element);
  }
}

/** Equal for jobs whose rows look equal and have the same commands. */
export function jobRowKey({ job }: ConnectionJobElement, now: EpochMs): string {
  return JSON.stringify([jobContextValue(job), jobTitle(job), latestText(job, now)]);
}

/** All rows can be expanded, even those without jobs. Otherwise VS Code would indent all rows as soon as one can be. */
function connectionItem(
  { id, connection }: ConnectionElement,
  now: EpochMs,
  { reason, isFavorite, hasDuplicateName, isStarting }: RowExtras,
): TreeRow {
  const state = connectionState(connection);
  const item = createRow(treeText(connectionName(connection)), TreeItemCollapsibleState.Collapsed);
  item.id = id;
  const times = isStarting ? l10n.t('starting…') : timesText(connection, now, reason);
  const description = hasDuplicateName ? [times, connection.entityId].filter(Boolean).join(' · ') : times;
  item.description = treeText([isFavorite ? '★' : '', description].filter(Boolean).join(' '));
  item.iconPath = isStarting ? STARTING_ICON : connectionStateIcon(state);
  item.contextValue = [
    `connection.${state}`,
    ...(isFavorite ? ['favorite'] : []),
    ...(connection.lastSyncId === undefined ? [] : ['ran']),
  ].join('.');
  const label = [
    connectionName(connection),
    connection.sourceSystem,
    hasDuplicateName ? connection.entityId : '',
    ...(isStarting ? [times] : stateAndTimes(connection, now, { style: 'long', reason })),
    isFavorite ? l10n.t('favorite') : '',
  ];
  item.accessibilityInformation = { label: treeText(label.filter(Boolean).join(', ')) };
  return item;
}

/** A job that is not tracked has different commands, because it is not in the list of jobs. */
function jobItem({ id, job }: ConnectionJobElement, now: EpochMs, isTracked: boolean): TreeRow {
  const item = createRow(treeText(jobTitle(job)), TreeItemCollapsibleState.None);
  item.id = id;
  item.description = treeText(latestText(job, now));
  item.iconPath = jobStateIcon(jobState(job));
  item.contextValue = isTracked ? jobContextValue(job) : `lastJob.${jobState(job)}`;
  item.accessibilityInformation = {
    label: treeText(screenReaderText(`${jobTitle(job)}, ${lastingJobStatusText(job, now)}`)),
  };
  return item;
}

/** Under its connection a job is named by its file, or as a sync. */
function jobTitle(job: Job): string {
  return job.kind === 'sync' ? l10n.t('Sync') : plainText(job.source?.name ?? '') || l10n.t('Upload');
}

/** Omits the duration of a running job, which would have to be redrawn every second. The Jobs view shows it. */
function latestText(job: Job, now: EpochMs): string {
  return isRunning(job) ? jobStateText(job) : jobDescription(job, now);
}

function groupItem({ id, group, count }: GroupElement): TreeRow {
  const item = createRow(treeText(groupName(group)), TreeItemCollapsibleState.Expanded);
  item.id = id;
  item.description = treeText(numberText(count));
  item.contextValue = 'group';
  item.accessibilityInformation = {
    label: treeText(
      count === 1
        ? l10n.t('{0}, 1 connection', groupName(group))
        : l10n.t('{0}, {1} connections', groupName(group), numberText(count)),
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

function messageItem({ id, reason }: MessageElement): TreeRow {
  const text = messageText(reason);
  const item = createRow(treeText(text), TreeItemCollapsibleState.None);
  item.id = id;
  item.iconPath = new ThemeIcon('info');
  item.contextValue = 'message';
  item.accessibilityInformation = { label: treeText(text) };
  return item;
}

function messageText(reason: MessageElement['reason']): string {
  if (reason === 'neverSynced') {
    return l10n.t('Not synced yet');
  }
  return reason === 'noDetails' || reason.kind === 'notFound'
    ? l10n.t('The service has no details of the last sync.')
    : l10n.t('The last sync could not be loaded. {0}', describeFailure(reason).what);
}
