import { env, l10n } from 'vscode';
import type { Lane, lanesOf } from '../../app/connections/lanes.ts';
import type { ViewOptions } from '../../app/connections/viewOptionsStore.ts';
import { plainText } from '../../base/displayText.ts';
import { HOUR_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { concurrencyOver, longestIdleSpan } from '../../jobs/history/concurrency.ts';
import type { ConcurrencyInterval, Span } from '../../jobs/history/concurrency.ts';
import { connectionName } from '../../model/connection.ts';
import { groupName, nextText, stateAndTimes } from '../format/connectionText.ts';
import { numberText, relativeTimes, timeText } from '../format/valueText.ts';
import type { LaneRow, OverviewModel, OverviewRow } from './messages.ts';

export const PAST_MS = 24 * HOUR_MS;
/** How far the axis extends into the future. Later syncs are only mentioned in text. */
const FUTURE_MS = 4 * HOUR_MS;
/** As many connections as the Connections view shows at first. */
const MAX_LANES = 1000;
/** The most runs that a lane shows. */
const MAX_BARS = 200;
const INTERVALS = 96;

interface OverviewModelInput {
  readonly groups: ReturnType<typeof lanesOf>;
  /** How many connections match the filter, or all without one. */
  readonly count: number;
  readonly viewOptions: Pick<ViewOptions, 'filter' | 'failingOnly'>;
  /** Why all this is out of date; '' if it isn't. */
  readonly stale: string;
}

/** Everything that the overview shows. */
export function overviewModel({ groups, count, viewOptions, stale }: OverviewModelInput, now: EpochMs): OverviewModel {
  const fromMs = now - PAST_MS;
  const lanes = groups.flatMap((group) => group.lanes);
  const spans = lanes.flatMap(({ runs }) =>
    runs.flatMap(({ startMs, endMs = now }) => (startMs === undefined ? [] : [{ startMs, endMs }])),
  );
  const concurrency = concurrencyOver(spans, fromMs, now, INTERVALS);
  // Even a run of which only the end is known interrupts an idle period.
  const moments = lanes.flatMap(({ runs }) => runs.flatMap(({ startMs, endMs }) => startMs ?? endMs ?? []));
  const idle = longestIdleSpan([...spans, ...moments.map((at) => ({ startMs: at, endMs: at }))], fromMs, now);
  const shown = new Set(lanes.slice(0, MAX_LANES));
  const filter = [viewOptions.filter, viewOptions.failingOnly ? l10n.t('Failing Only') : '']
    .filter(Boolean)
    .join(' · ');
  return {
    language: env.language,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    labels: pageLabels(),
    summary: summaryOf({ laneCount: lanes.length, count, isFiltered: filter !== '', concurrency, idle }),
    filter,
    stale,
    limits: l10n.t(
      'Shows the jobs that Data Connections watched. A thin mark is the end of a sync that it did not watch; earlier ones are not known.',
    ),
    omitted:
      shown.size < lanes.length
        ? l10n.t('Showing the first {0} of {1} connections.', numberText(shown.size), numberText(lanes.length))
        : '',
    rows: groups.flatMap(({ group, lanes: ofGroup }): OverviewRow[] => {
      const rows = ofGroup.filter((lane) => shown.has(lane)).map((lane) => laneRow(lane, now));
      return group === undefined || rows.length === 0 ? rows : [{ kind: 'group', name: groupName(group) }, ...rows];
    }),
    concurrency: [...concurrency],
    fromMs,
    toMs: now + FUTURE_MS,
    nowMs: now,
  };
}

function laneRow({ connection, runs }: Lane, now: EpochMs): LaneRow {
  const last = runs.findLast(({ endMs }) => endMs !== undefined)?.endMs;
  const failed = runs.filter(({ state }) => state === 'failed').length;
  const runsOf = runsText(runs.length, failed);
  const { isActive, isLate, nextScheduledSyncAt } = connection;
  return {
    kind: 'lane',
    entityId: connection.entityId,
    name: connectionName(connection),
    source: plainText(connection.sourceSystem),
    screenReaderText: [connectionName(connection), ...stateAndTimes(connection, now, { style: 'long' }), runsOf].join(
      ', ',
    ),
    last: last === undefined ? '' : relativeTimes.short(Math.min(last, now), now),
    runs: runsOf,
    next: nextText(connection, now, { hasHeading: true }),
    nextMs: isActive ? (nextScheduledSyncAt ?? null) : null,
    isLate: isLate === true,
    bars: runs.slice(-MAX_BARS).map(({ state, startMs, endMs }) => ({
      state,
      startMs: startMs ?? null,
      endMs: endMs ?? null,
    })),
  };
}

/** "3 jobs, 1 failed". */
function runsText(count: number, failed: number): string {
  const jobs = count === 1 ? l10n.t('1 job') : l10n.t('{0} jobs', numberText(count));
  return failed === 0 ? jobs : l10n.t('{0}, {1} failed', jobs, numberText(failed));
}

interface Summary {
  /** How many connections ran. */
  readonly laneCount: number;
  readonly count: number;
  readonly isFiltered: boolean;
  readonly concurrency: readonly ConcurrencyInterval[];
  readonly idle: Span | undefined;
}

/** Times have no dates, because they are unambiguous within 24 hours. */
function summaryOf({ laneCount, count, isFiltered, concurrency, idle }: Summary): string[] {
  const busiest = concurrency.reduce((highest, interval) => (interval.peak > highest.peak ? interval : highest), {
    peakAtMs: 0,
    peak: 0,
  });
  const counts = [numberText(laneCount), numberText(count)] as const;
  const peak = [numberText(busiest.peak), timeText(busiest.peakAtMs)] as const;
  const isIdle = laneCount > 0 && idle !== undefined && idle.endMs - idle.startMs >= HOUR_MS;
  const times = isIdle ? ([timeText(idle.startMs), timeText(idle.endMs)] as const) : undefined;
  const sentences = isFiltered
    ? [
        l10n.t('{0} of {1} connections that match the filter ran in the last 24 hours.', ...counts),
        busiest.peak > 1 && l10n.t('Peak: {0} concurrent jobs of these connections at {1}.', ...peak),
        times && l10n.t('No job of these connections is known to have run from {0} to {1}.', ...times),
      ]
    : [
        l10n.t('{0} of {1} connections ran in the last 24 hours.', ...counts),
        busiest.peak > 1 && l10n.t('Peak: {0} concurrent jobs at {1}.', ...peak),
        times && l10n.t('No job is known to have run from {0} to {1}.', ...times),
      ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}

/** The page's fixed texts. The page itself has no access to translations. */
function pageLabels(): OverviewModel['labels'] {
  return {
    changeFilter: l10n.t('Filter…'),
    changeGrouping: l10n.t('Group By…'),
    concurrency: l10n.t('Concurrent jobs'),
    concurrencyPicture: l10n.t('Concurrent jobs in the last 24 hours. The table below shows the same data.'),
    connection: l10n.t('Connection'),
    hour: l10n.t('Time'),
    lanes: l10n.t('Connections that ran in the last 24 hours'),
    lastRun: l10n.t('Last run'),
    next: l10n.t('Next scheduled sync'),
    noLanes: l10n.t('None of these connections ran in the last 24 hours.'),
    openConnection: l10n.t('Open “{0}”'),
    peak: l10n.t('Peak'),
    runs: l10n.t('Jobs'),
    showAll: l10n.t('Show All'),
    showHours: l10n.t('Show as Table: Concurrent Jobs'),
    showLanes: l10n.t('Show as Table: Connections'),
    source: l10n.t('Source system'),
    title: l10n.t('Overview'),
  };
}
