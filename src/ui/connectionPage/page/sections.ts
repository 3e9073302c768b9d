import { durationText } from '../../../base/time.ts';
import { button, element, legend, stateMark, table } from '../../page/element.ts';
import { runSection } from '../../page/runSection.ts';
import type { RunSectionOptions } from '../../page/runSection.ts';
import type { ConnectionModel, PageGroup } from '../messages.ts';

type Labels = ConnectionModel['labels'];
type Band = NonNullable<PageGroup['band']>;

type GroupOptions = Pick<RunSectionOptions, 'isTableOpen' | 'onToggleTable' | 'openRun'>;

/** The runs of one kind: how many completed, how long they usually take, and each of them. */
export function groupSection(
  { labels, language }: Pick<ConnectionModel, 'labels' | 'language'>,
  { title, rate, band, runs }: PageGroup,
  { isTableOpen, onToggleTable, openRun }: GroupOptions,
): readonly Node[] {
  const isRunning = runs.some(({ elapsedMs }) => elapsedMs !== null);
  return [
    element('h2', {}, title),
    ...(rate === '' ? [] : [element('p', { class: 'rate' }, rate)]),
    ...(band
      ? [
          element(
            'figure',
            {},
            element('figcaption', {}, `${labels.usual}: ${band.text}`),
            element('div', { class: 'band-frame' }),
          ),
          element('div', { class: 'usual-table' }, bandTable(band, labels, isRunning)),
        ]
      : []),
    ...runSection(
      { runs, labels: { ...labels, history: title }, language },
      {
        otherSigns: band ? [`┄ ${labels.median}`] : [],
        summary: `${labels.showAsTable}: ${title}`,
        summaryKey: `table-${title}`,
        isTableOpen,
        onToggleTable,
        openRun,
      },
    ),
  ];
}

/** The usual durations in numbers, and the elapsed time of the running job, which is filled in every second. */
function bandTable({ lowMs, medianMs, highMs }: Band, labels: Labels, isRunning: boolean): HTMLElement {
  const rows = [
    { label: labels.percentile10, value: durationText(lowMs) },
    { label: labels.median, value: durationText(medianMs) },
    { label: labels.percentile90, value: durationText(highMs) },
    ...(isRunning ? [{ label: labels.runningNow, value: element('span', { class: 'running-now' }) }] : []),
  ];
  return table(
    labels.usual,
    [
      { label: labels.share, cell: ({ label }: (typeof rows)[number]) => label },
      { label: labels.duration, cell: ({ value }: (typeof rows)[number]) => value, isNumber: true },
    ],
    rows,
  );
}

export function runningMs(runs: PageGroup['runs'], sinceMs: number): number | undefined {
  const elapsedMs = runs.findLast((run) => run.elapsedMs !== null)?.elapsedMs ?? undefined;
  return elapsedMs === undefined ? undefined : elapsedMs + sinceMs;
}

export function runningText(runs: PageGroup['runs'], sinceMs: number): string {
  const elapsedMs = runningMs(runs, sinceMs);
  return elapsedMs === undefined ? '' : durationText(elapsedMs);
}

/** @param hasNewHeader whether the timeline marks an upload whose header differs from that of the previous one. */
export function eventSection(
  model: ConnectionModel,
  hasNewHeader: boolean,
  open: (syncId: string) => void,
): readonly Node[] {
  const { events, labels } = model;
  const title = element('h2', {}, labels.events);
  return events.length === 0
    ? [title, element('p', {}, labels.noEvents)]
    : [
        title,
        element('figure', { class: 'timeline' }),
        ...legend(hasNewHeader ? [`▲ ${labels.newHeader}`] : []),
        eventTable(model, open),
      ];
}

/** What happened, the latest first. Each event leads to its job. */
function eventTable({ events, labels }: ConnectionModel, open: (syncId: string) => void): HTMLElement {
  type Row = (typeof events)[number];
  const link = ({ syncId, state, text, time, details }: Row): Node => {
    // Without the time, which the service may correct.
    const key = `event-${syncId}-${text}-${details}`;
    const label = labels.openEvent.replace('{0}', () => text).replace('{1}', () => time);
    const attributes = { class: 'link', 'data-key': key, 'aria-label': label };
    return element(
      'span',
      { class: 'event' },
      stateMark(state, ''),
      button(text, attributes, () => open(syncId)),
    );
  };
  return table<Row>(
    labels.events,
    [
      { label: labels.time, cell: ({ time }) => time },
      { label: labels.event, cell: link },
      { label: labels.details, cell: ({ details }) => details },
    ],
    events,
  );
}
