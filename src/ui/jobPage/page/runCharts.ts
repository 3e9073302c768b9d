import { axisX, axisY, barY, gridY, ruleY, text } from '@observablehq/plot';
import { durationText } from '../../../base/time.ts';
import type { PageModel, PageRun } from '../messages.ts';
import { durationTicks } from './durationTicks.ts';
import { OTHER_COLOR, picture, STATE_COLORS } from './plot.ts';

interface Measure {
  readonly label: string;
  readonly valueOf: (run: PageRun) => number | null;
  readonly ticksUpTo: (most: number) => readonly number[] | number;
  readonly format: (value: number) => string;
  /** A line across, at what is usual. */
  readonly usual?: number | null;
}

const HEIGHT_PX = 180;
const DATES = 4;

export function durationsChart({ runs, words, usualMs }: PageModel, width: number): Element {
  return chart(runs, width, {
    label: words.durationsOfRuns,
    valueOf: ({ durationMs }) => durationMs,
    ticksUpTo: (most) => durationTicks(most),
    format: durationText,
    usual: usualMs,
  });
}

export function countsChart({ runs, words, language }: PageModel, width: number): Element {
  const number = new Intl.NumberFormat(language, { notation: 'compact' });
  return chart(runs, width, {
    label: words.countsOfRuns,
    valueOf: ({ count }) => count,
    ticksUpTo: () => 5,
    format: (value) => number.format(value),
  });
}

/** A bar a run, the oldest first. A failed one has a cross above it, the one on the page a triangle. */
function chart(
  runs: readonly PageRun[],
  width: number,
  { label, valueOf, ticksUpTo, format, usual }: Measure,
): Element {
  const bars = runs.map((run, index) => ({ run, index, value: valueOf(run) ?? 0 }));
  const most = Math.max(1, usual ?? 0, ...bars.map(({ value }) => value));
  const ticks = ticksUpTo(most);
  const every = Math.max(1, Math.ceil(runs.length / DATES));
  const dated = bars.filter(({ index }) => index % every === 0).map(({ index }) => index);
  return picture(label, {
    width,
    height: HEIGHT_PX,
    marginLeft: 64,
    marginRight: 12,
    marginTop: 24,
    marginBottom: 26,
    x: { domain: bars.map(({ index }) => index), label: null, padding: 0.25 },
    y: { domain: [0, most], label: null },
    marks: [
      gridY(
        typeof ticks === 'number'
          ? { ticks, stroke: 'var(--line)', strokeOpacity: 1 }
          : { ticks: [...ticks], stroke: 'var(--line)', strokeOpacity: 1 },
      ),
      axisY({ ticks: typeof ticks === 'number' ? ticks : [...ticks], tickFormat: format, label: null, tickSize: 0 }),
      axisX(dated, { tickFormat: (index: number) => runs[index]?.date ?? '', label: null, tickSize: 0 }),
      barY(bars, {
        x: 'index',
        y: 'value',
        fill: ({ run }: (typeof bars)[number]) => STATE_COLORS[run.state] ?? OTHER_COLOR,
        stroke: 'var(--outline)',
        rx: 2,
      }),
      ...(usual === null || usual === undefined
        ? []
        : [ruleY([usual], { stroke: 'var(--ink)', strokeDasharray: '3 3' })]),
      ruleY([0], { stroke: 'var(--ink)' }),
      text(bars, {
        x: 'index',
        y: 'value',
        text: ({ run }: (typeof bars)[number]) => `${run.state === 'failed' ? '✕' : ''}${run.isThis ? '▼' : ''}`,
        dy: -9,
        fill: 'var(--ink)',
      }),
    ],
  });
}
