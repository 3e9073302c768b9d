import { durationText } from '../../base/time.ts';
import { button, element, stateMark, table } from './element.ts';
import type { PageRun } from './schemas.ts';

interface RunTableModel {
  readonly runs: readonly PageRun[];
  readonly language: string;
  readonly labels: Readonly<
    Record<'history' | 'started' | 'outcome' | 'duration' | 'count' | 'openRun' | 'thisRun', string>
  >;
}

/** A table of the runs in the charts, the latest first. */
export function runTable({ runs, labels, language }: RunTableModel, open: (syncId: string) => void): HTMLElement {
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
