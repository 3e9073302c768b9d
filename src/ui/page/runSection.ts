import { durationText } from '../../base/time.ts';
import { button, element, legend, stateMark, table } from './element.ts';
import type { PageRun } from './schemas.ts';

interface RunTableModel {
  readonly runs: readonly PageRun[];
  readonly language: string;
  readonly labels: Readonly<
    Record<'history' | 'started' | 'outcome' | 'duration' | 'count' | 'openRun' | 'thisRun', string>
  >;
}

interface RunSectionModel extends RunTableModel {
  readonly labels: RunTableModel['labels'] & Readonly<Record<'durations' | 'counts' | 'failed', string>>;
}

export interface RunSectionOptions {
  /** What the signs in the charts mean, other than that of a failed run. */
  readonly otherSigns: readonly string[];
  /** The text that opens and closes the table, and its `data-key`. */
  readonly summary: string;
  readonly summaryKey: string;
  readonly isTableOpen: boolean;
  readonly onToggleTable: (isOpen: boolean) => void;
  readonly openRun: (syncId: string) => void;
}

/** Figures for the charts of the runs, which are drawn separately, a legend, and a table of the runs that can be opened. */
export function runSection(
  model: RunSectionModel,
  { otherSigns, summary, summaryKey, isTableOpen, onToggleTable, openRun }: RunSectionOptions,
): readonly Node[] {
  const { runs, labels } = model;
  const figure = (name: string, caption: string): Node =>
    element('figure', {}, element('figcaption', {}, caption), element('div', { class: name }));
  const hasFailed = runs.some(({ state }) => state === 'failed');
  const details = element(
    'details',
    {},
    element('summary', { 'data-key': summaryKey }, summary),
    runTable(model, openRun),
  );
  details.open = isTableOpen;
  details.addEventListener('toggle', () => onToggleTable(details.open));
  return [
    element('div', { class: 'charts' }, figure('durations', labels.durations), figure('counts', labels.counts)),
    ...legend(hasFailed ? [`✕ ${labels.failed}`, ...otherSigns] : otherSigns),
    details,
  ];
}

/** A table of the runs in the charts, the latest first. */
function runTable({ runs, labels, language }: RunTableModel, open: (syncId: string) => void): HTMLElement {
  const number = new Intl.NumberFormat(language);
  type Row = (typeof runs)[number];
  return table<Row>(
    labels.history,
    [
      { label: labels.started, cell: (run) => runLink(run, labels, open) },
      { label: labels.outcome, cell: ({ state, stateText }) => stateMark(state, stateText) },
      {
        label: labels.duration,
        cell: ({ durationMs }) => (durationMs === null ? '–' : durationText(durationMs)),
        isNumber: true,
      },
      { label: labels.count, cell: ({ count }) => (count === null ? '–' : number.format(count)), isNumber: true },
    ],
    runs.toReversed(),
  );
}

function runLink(run: PageRun, { openRun, thisRun }: RunTableModel['labels'], open: (syncId: string) => void): Node {
  if (run.isThis) {
    return element('span', {}, `${run.started} (${thisRun})`);
  }
  const label = openRun.replace('{0}', () => run.started);
  const attributes = { class: 'link', 'data-key': `run-${run.syncId}`, 'aria-label': label };
  return button(run.started, attributes, () => open(run.syncId));
}
