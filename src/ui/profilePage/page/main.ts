import './profilePage.css';
import { bar, chart, drawChart, label, line } from '../../page/chart.ts';
import { element, table } from '../../page/element.ts';
import { connectPage } from '../../page/pageHost.ts';
import { readMessageToPage } from '../messages.ts';
import type { ProfiledColumn, ProfileModel } from '../messages.ts';

type Count = ProfiledColumn['bins'][number];

const CHART_PX = { height: 120, top: 16, bottom: 96, left: 8, right: 8 };

const main = document.querySelector('main') ?? document.body;
let redraw = (): void => undefined;

connectPage({
  read: readMessageToPage,
  show: ({ model }) => {
    main.replaceChildren(...pageOf(model));
    redraw = () => drawHistograms(model);
    redraw();
  },
});
window.addEventListener('resize', () => redraw());

function pageOf(model: ProfileModel): readonly Node[] {
  const { title, extent, columns, labels, omitted } = model;
  return [
    element('h1', {}, title),
    element('p', { class: 'extent' }, extent),
    columnTable(columns, labels),
    ...(omitted === '' ? [] : [element('p', {}, omitted)]),
    ...columns.flatMap((column) => columnSection(column, labels)),
  ];
}

function columnTable(columns: readonly ProfiledColumn[], labels: ProfileModel['labels']): HTMLElement {
  const numeric = ['filled', 'blank', 'distinct', 'smallest', 'largest', 'sum'] as const;
  return table<ProfiledColumn>(
    labels.columns,
    [
      { label: labels.column, cell: ({ name }) => name },
      { label: labels.type, cell: ({ type }) => type },
      { label: labels.unique, cell: ({ unique }) => unique },
      ...numeric.map((key) => ({
        label: labels[key],
        cell: (column: ProfiledColumn) => column[key],
        isNumber: true,
      })),
    ],
    columns,
  );
}

/** A histogram with a table of the same data, or a table of the most common values. */
function columnSection({ name, note, bins, values }: ProfiledColumn, labels: ProfileModel['labels']): readonly Node[] {
  const withName = (text: string): string => text.replace('{0}', () => name);
  return [
    element('h2', {}, name),
    ...(note === '' ? [] : [element('p', { class: 'extent' }, note)]),
    ...(bins.length === 0
      ? []
      : [
          element('div', { class: 'histogram' }),
          element(
            'details',
            {},
            element('summary', {}, withName(labels.showAsTable)),
            countTable(withName(labels.histogramTable), labels.range, labels.rows, bins),
          ),
        ]),
    ...(values.length === 0 ? [] : [countTable(withName(labels.values), labels.value, labels.rows, values)]),
  ];
}

function countTable(name: string, first: string, rows: string, counts: readonly Count[]): HTMLElement {
  return table<Count>(
    name,
    [
      { label: first, cell: ({ value }) => value },
      { label: rows, cell: ({ rowsText }) => rowsText, isNumber: true },
    ],
    counts,
  );
}

function drawHistograms({ columns, labels }: ProfileModel): void {
  const withHistogram = columns.filter(({ bins }) => bins.length > 0);
  for (const [index, frame] of Array.from(document.querySelectorAll('.histogram')).entries()) {
    const column = withHistogram[index];
    if (column !== undefined) {
      drawChart(frame, (width) =>
        histogram(
          labels.histogram.replace('{0}', () => column.name),
          column.bins,
          width,
        ),
      );
    }
  }
}

function histogram(name: string, bins: readonly Count[], width: number): SVGElement {
  const { height, top, bottom, left, right } = CHART_PX;
  const slot = (width - left - right) / bins.length;
  const largest = Math.max(1, ...bins.map(({ rows }) => rows));
  const largestBin = bins.find(({ rows }) => rows === largest);
  return chart(name, width, height, [
    line('grid', left, top, width - right, top),
    label('start', left, top - 8, largestBin?.rowsText ?? ''),
    ...bins.map(({ rows }, index) => {
      const barHeight = (rows / largest) * (bottom - top);
      return bar('value', {
        x: left + index * slot + slot * 0.05,
        y: bottom - barHeight,
        width: slot * 0.9,
        height: barHeight,
      });
    }),
    line('axis', left, bottom, width - right, bottom),
    label('start', left, bottom + 14, bins[0]?.value ?? ''),
    ...(width >= 420 ? [label('end', width - right, bottom + 14, bins.at(-1)?.value ?? '')] : []),
  ]);
}
