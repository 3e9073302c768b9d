import { env, l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { durationText } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { ConnectionEvent } from '../../jobs/history/connectionEvents.ts';
import { endedDurationMs } from '../../jobs/history/jobSteps.ts';
import { runHistory } from '../../jobs/history/runHistory.ts';
import { usualBand } from '../../jobs/history/usualDurations.ts';
import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection, ConnectionState } from '../../model/connection.ts';
import { isRunning, jobEndedAt, jobStartedAt, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { connectionSentence } from '../format/connectionSentence.ts';
import { stateName } from '../format/connectionText.ts';
import { headerChangeText } from '../format/headerText.ts';
import { countsText, failureMessage, jobKindText, jobStateText } from '../format/jobText.ts';
import { pageRuns } from '../format/pageRuns.ts';
import { dateTimeText, momentText, numberText, pastMomentText } from '../format/valueText.ts';
import type { ConnectionModel, PageGroup, PageSpan } from './messages.ts';

/** A malicious response may have many states. */
const MAX_EVENTS = 200;

interface ConnectionModelInput {
  readonly connection: Connection;
  /** The jobs of the connection: running ones first, then the others from the latest end to the earliest. */
  readonly jobs: readonly Job[];
  /** The latest first. */
  readonly events: readonly ConnectionEvent[];
  /** Why the last sync failed; '' if that is unknown. */
  readonly reason: string;
  /** Why all this is out of date; '' if it isn't. */
  readonly stale: string;
  readonly isDemo: boolean;
}

/** Everything that the page shows about a connection. */
export function connectionModel(
  { connection, jobs, events, reason, stale, isDemo }: ConnectionModelInput,
  now: EpochMs,
): ConnectionModel {
  const state = connectionState(connection);
  const shown = [...new Set(events.map(({ job }) => job))];
  return {
    language: env.language,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    labels: pageLabels(),
    title: connectionName(connection),
    source: plainText(connection.sourceSystem),
    state: pageStates[state],
    stateText: stateName(state),
    sentence: connectionSentence(connection, now, reason),
    stale,
    limits: limitsText(connection, jobs),
    canSync: connection.isActive && state !== 'syncing',
    fields: [
      ...(isDemo ? [{ label: l10n.t('Account'), value: l10n.t('Demo with sample data') }] : []),
      ...fields(connection, now),
    ],
    ids: ids(connection),
    groups: (['sync', 'upload'] as const).flatMap((kind) => groupOf(jobs, kind, connection, now) ?? []),
    events: events.slice(0, MAX_EVENTS).map(pageEvent),
    spans: shown.map(spanOf),
    nowMs: now,
  };
}

const pageStates: Readonly<Record<ConnectionState, ConnectionModel['state']>> = {
  error: 'failed',
  syncing: 'running',
  neverSynced: 'waiting',
  idle: 'succeeded',
  inactive: 'stopped',
};

/** The IDs in the order of the page. Their labels are in title case, because the buttons that copy them use them. */
export function ids({ entityId, lastSyncId }: Connection): ConnectionModel['ids'] {
  return [
    { label: l10n.t('Entity ID'), value: entityId },
    ...(lastSyncId === undefined ? [] : [{ label: l10n.t('Last Sync ID'), value: lastSyncId }]),
  ];
}

/** All fields of a connection that are not IDs (contract, Connection). */
function fields(connection: Connection, now: EpochMs): ConnectionModel['fields'] {
  const { isActive, isCurrentlySyncing, hasError, lastSyncStatus, lastSyncAt, nextScheduledSyncAt } = connection;
  const answer = (value: boolean): string => (value ? l10n.t('Yes') : l10n.t('No'));
  return [
    { label: l10n.t('Source system'), value: plainText(connection.sourceSystem) || '–' },
    { label: l10n.t('Active'), value: answer(isActive) },
    { label: l10n.t('Syncing now'), value: answer(isCurrentlySyncing) },
    { label: l10n.t('Last sync reported errors'), value: answer(hasError) },
    { label: l10n.t('Last sync status'), value: plainText(lastSyncStatus ?? '') || '–' },
    // While a sync runs, the service still reports the end of the previous one.
    {
      label: isCurrentlySyncing ? l10n.t('Last completed sync') : l10n.t('Last sync'),
      value: lastSyncAt === undefined ? '–' : pastMomentText(lastSyncAt, now),
    },
    {
      label: l10n.t('Next scheduled sync'),
      value: nextScheduledSyncAt === undefined ? '–' : momentText(nextScheduledSyncAt, now),
    },
  ];
}

/** The contract has no list of runs, so runs that others started are known only if they were found while running. */
function limitsText({ lastSyncId }: Connection, jobs: readonly Job[]): string {
  const isLastUnknown = lastSyncId !== undefined && jobs.every(({ syncId }) => syncId !== lastSyncId);
  return [
    l10n.t(
      'Shows up to 30 syncs and 30 uploads of the last 30 days that Data Connections watched. The service has no list of other runs.',
    ),
    ...(isLastUnknown ? [l10n.t('The last sync is not among them.')] : []),
  ].join(' ');
}

function groupOf(
  jobs: readonly Job[],
  kind: PageGroup['kind'],
  { entityId }: Connection,
  now: EpochMs,
): PageGroup | undefined {
  const runs = runHistory(jobs, { entityId, kind });
  if (runs.length === 0) {
    return undefined;
  }
  const band = usualBand(jobs, kind);
  return {
    kind,
    title: kind === 'sync' ? l10n.t('Syncs') : l10n.t('Uploads'),
    rate: rateText(runs.map(({ job }) => job)),
    band: band ? { ...band, text: l10n.t('The last {0} completed runs', numberText(band.runCount)) } : null,
    runs: pageRuns(runs, now),
  };
}

/** "8 of the last 10 completed (80%)"; '' for fewer than two, because the state already says as much. */
function rateText(runs: readonly Job[]): string {
  const states = runs.filter((job) => !isRunning(job)).map(jobState);
  const completed = states.filter((state) => state === 'succeeded').length;
  if (states.length < 2) {
    return '';
  }
  const share = new Intl.NumberFormat(env.language, { style: 'percent' }).format(completed / states.length);
  return l10n.t('{0} of the last {1} completed ({2})', completed, states.length, share);
}

function spanOf(job: Job): PageSpan {
  const startMs = jobStartedAt(job);
  return {
    kind: job.kind,
    state: jobState(job),
    startMs,
    endMs: isRunning(job) ? null : Math.max(startMs, jobEndedAt(job)),
    hasNewHeader: job.source?.headerChange !== undefined,
  };
}

function pageEvent(event: ConnectionEvent): ConnectionModel['events'][number] {
  const { at, job } = event;
  return {
    syncId: job.syncId,
    state: eventState(event),
    time: dateTimeText(at, { withSeconds: true }),
    ...eventText(event),
  };
}

function eventState({ kind, job }: ConnectionEvent): ConnectionModel['events'][number]['state'] {
  if (kind === 'ended') {
    return jobState(job);
  }
  return kind === 'state' ? 'running' : 'waiting';
}

function eventText(event: ConnectionEvent): { readonly text: string; readonly details: string } {
  const { job } = event;
  const name = plainText(job.source?.name ?? '');
  switch (event.kind) {
    case 'started':
      return job.kind === 'upload'
        ? { text: l10n.t('Upload started'), details: name }
        : { text: l10n.t('Sync started'), details: job.origin === 'adopted' ? jobKindText(job) : '' };
    case 'headerChange':
      return { text: l10n.t('Header changed'), details: headerChangeText(event.change) };
    case 'state': {
      const { status, step } = event.to;
      return {
        text: l10n.t('State reported'),
        details: [plainText(status), plainText(step ?? '')].filter(Boolean).join(' · '),
      };
    }
    case 'ended': {
      const text = job.kind === 'upload' ? l10n.t('Upload ended') : l10n.t('Sync ended');
      const durationMs = endedDurationMs(job);
      const parts = [
        name,
        jobStateText(job),
        countsText(job),
        durationMs === undefined ? '' : durationText(durationMs),
        jobState(job) === 'failed' ? failureMessage(job) : '',
      ];
      return { text, details: parts.filter(Boolean).join(' · ') };
    }
  }
}

/** The page's fixed texts. The page itself has no access to translations. */
function pageLabels(): ConnectionModel['labels'] {
  return {
    bandOfRuns: l10n.t('The usual duration as a band. The table below shows the same data.'),
    copied: l10n.t('Copied {0}.'),
    copy: l10n.t('Copy {0}'),
    count: l10n.t('Count'),
    counts: l10n.t('Count per run'),
    countsOfRuns: l10n.t('Bar chart of the count of each run. The table below shows the same data.'),
    details: l10n.t('Details'),
    duration: l10n.t('Duration'),
    durations: l10n.t('Duration per run'),
    durationsOfRuns: l10n.t('Bar chart of the duration of each run. The table below shows the same data.'),
    event: l10n.t('Event'),
    events: l10n.t('Events'),
    eventsPicture: l10n.t('Timeline of the jobs. The table below shows the same data.'),
    failed: l10n.t('failed'),
    ids: l10n.t('IDs'),
    newHeader: l10n.t('header changed'),
    noEvents: l10n.t('No job of this connection is known.'),
    openEvent: l10n.t('Open job: {0}, {1}'),
    openRun: l10n.t('Open job from {0}'),
    outcome: l10n.t('Outcome'),
    percentile10: l10n.t('10th percentile'),
    median: l10n.t('Median'),
    percentile90: l10n.t('90th percentile'),
    runningNow: l10n.t('Running now'),
    share: l10n.t('Share of runs'),
    showAsTable: l10n.t('Show as Table'),
    started: l10n.t('Started'),
    startSync: l10n.t('Start Sync'),
    syncs: l10n.t('Syncs'),
    thisRun: l10n.t('this job'),
    time: l10n.t('Time'),
    uploadFile: l10n.t('Upload File…'),
    uploads: l10n.t('Uploads'),
    usual: l10n.t('Usual duration'),
  };
}
