import { durationText } from '../../base/time.ts';
import { area, bar, chart, label, line } from './chart.ts';
import type { PageRun } from './schemas.ts';
import { countTicks, durationTicks, runTicks } from './ticks.ts';

interface DurationsModel {
  readonly runs: readonly PageRun[];
  readonly labels: { readonly durationsOfRuns: string };
  readonly usualMs: number | null;
  /** The range of durations within which most runs lie. */
  readonly band?: { readonly lowMs: number; readonly highMs: number } | null;
}

interface CountsModel {
  readonly runs: readonly PageRun[];
  readonly labels: { readonly countsOfRuns: string };
  readonly language: string;
}

/** @param sinceMs how long ago the model was created, which is added to the elapsed time of running jobs. */
export function durationsChart(
  { runs, labels, usualMs, band }: DurationsModel,
  sinceMs: number,
  width: number,
): SVGElement {
  const values = runs.map(({ durationMs, elapsedMs }) => durationMs ?? (elapsedMs === null ? 0 : elapsedMs + sinceMs));
  const largest = Math.max(1, usualMs ?? 0, band?.highMs ?? 0, ...values);
  const ticks = durationTicks(largest).map((value) => ({ value, text: durationText(value) }));
  return runsChart(labels.durationsOfRuns, width, {
    runs,
    values,
    largest,
    ticks,
    usual: usualMs,
    band: band ? [band.lowMs, band.highMs] : null,
  });
}

export function countsChart({ runs, labels, language }: CountsModel, width: number): SVGElement {
  const number = new Intl.NumberFormat(language, { notation: 'compact' });
  const values = runs.map(({ count }) => count ?? 0);
  const largest = Math.max(1, ...values);
  const ticks = countTicks(largest).map((value) => ({ value, text: number.format(value) }));
  return runsChart(labels.countsOfRuns, width, { runs, values, largest, ticks, usual: null, band: null });
}

interface RunsChart {
  readonly runs: readonly PageRun[];
  /** One value per run. */
  readonly values: readonly number[];
  readonly largest: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  /** The value at which to draw a dashed line. */
  readonly usual: number | null;
  /** The range of values to shade. */
  readonly band: readonly [low: number, high: number] | null;
}

const RUNS_PX = { left: 64, right: 12, top: 24, height: 180, bottom: 154 };
const MAX_DATES = 4;
const DATE_PX = 56;
/** Limits the width of bars, so that a single run doesn't fill the chart. */
const MAX_BAR_PX = 56;

/** A bar per run, the oldest first. A cross marks failed runs, and a triangle marks the run that the page shows. */
function runsChart(name: string, width: number, { runs, values, largest, ticks, usual, band }: RunsChart): SVGElement {
  const { left, top, bottom, height } = RUNS_PX;
  const right = width - RUNS_PX.right;
  const slot = (right - left) / runs.length;
  const barPx = Math.min(slot * 0.75, MAX_BAR_PX);
  const center = (index: number): number => left + (index + 0.5) * slot;
  const y = (value: number): number => bottom - (value / largest) * (bottom - top);
  const maxDates = Math.max(1, Math.min(MAX_DATES, Math.floor((right - left) / DATE_PX)));
  const labelInterval = Math.ceil(runs.length / maxDates);
  const labels = runTicks(runs.filter((_, index) => index % labelInterval === 0));
  return chart(name, width, height, [
    ...(band === null ? [] : [area(left, y(band[1]), right - left, y(band[0]) - y(band[1]))]),
    ...ticks.flatMap(({ value, text }) => [
      line('grid', left, y(value), right, y(value)),
      label('end', left - 8, y(value), text),
    ]),
    ...runs.flatMap((run, index) => {
      const barHeight = bottom - y(values[index] ?? 0);
      // The bar of a running job is visible from the start.
      const barTop = bottom - (run.state === 'running' ? Math.max(2, barHeight) : barHeight);
      const sign = `${run.state === 'failed' ? '✕' : ''}${run.isThis ? '▼' : ''}`;
      return [
        bar(run.state, { x: center(index) - barPx / 2, y: barTop, width: barPx, height: bottom - barTop }),
        ...(sign === '' ? [] : [label('middle', center(index), barTop - 9, sign)]),
        ...(index % labelInterval === 0
          ? [label('middle', center(index), bottom + 17, labels[index / labelInterval] ?? '')]
          : []),
      ];
    }),
    ...(usual === null ? [] : [line('usual', left, y(usual), right, y(usual))]),
    line('axis', left, bottom, right, bottom),
  ]);
}
