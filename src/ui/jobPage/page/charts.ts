import { durationText } from '../../../base/time.ts';
import type { PageModel, PageRun, PageStep } from '../messages.ts';
import { countTicks, durationTicks, runTicks } from './ticks.ts';

// Three small charts as SVG, in pixels. Colors come from the style sheet, and so from the theme.

const CHARACTER_PX = 7;
const LONGEST_NAME = 24;
const ROW_PX = 30;
const BAR_PX = 18;
const DURATION_PX = 76;
const AXIS_PX = 32;

/** The steps as bars over the time since the job began. A running step reaches to now. */
export function timeline({ steps, usualMs, labels, isRunning }: PageModel, nowMs: number, width: number): SVGElement {
  const ends = steps.flatMap((step) => (step.startMs === null ? [] : [endOf(step, nowMs)]));
  // A running job leaves space ahead, up to its usual duration.
  const reach = Math.max(1000, nowMs, isRunning ? (usualMs ?? 0) : 0, ...ends);
  const names = steps.map(({ name }) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name));
  const left = Math.max(4, ...names.map(({ length }) => length)) * CHARACTER_PX + 16;
  const right = width - DURATION_PX;
  const [top, bottom] = [6, 6 + steps.length * ROW_PX];
  const x = (ms: number): number => left + (ms / reach) * (right - left);
  return chart(labels.stepsPicture, width, bottom + AXIS_PX, [
    ...durationTicks(reach, right - left).flatMap((ms) => [
      line('grid', x(ms), top, x(ms), bottom),
      label('middle', x(ms), bottom + 18, durationText(ms)),
    ]),
    ...names.map((name, index) => label('end', left - 8, top + (index + 0.5) * ROW_PX, name)),
    ...steps.flatMap((step, index) => {
      if (step.startMs === null) {
        return [];
      }
      const endMs = endOf(step, nowMs);
      const y = top + index * ROW_PX + (ROW_PX - BAR_PX) / 2;
      // A step that took no time is still visible.
      const length = Math.max(2, x(endMs) - x(step.startMs));
      const duration = durationText(endMs - step.startMs);
      return [
        bar(step.state, { x: x(step.startMs), y, width: length, height: BAR_PX }),
        label('start', x(endMs) + 8, y + BAR_PX / 2, step.state === 'failed' ? `✕ ${duration}` : duration),
      ];
    }),
    ...(usualMs === null || usualMs > reach ? [] : [line('usual', x(usualMs), top, x(usualMs), bottom)]),
  ]);
}

/** When the step ended, or now; in milliseconds since the job began. */
export function endOf({ startMs, endMs }: PageStep, nowMs: number): number {
  return endMs ?? Math.max(startMs ?? 0, nowMs);
}

/** @param sinceMs how long ago the model was created: running jobs have taken that much longer. */
export function durationsChart({ runs, labels, usualMs }: PageModel, sinceMs: number, width: number): SVGElement {
  const values = runs.map(({ durationMs, elapsedMs }) => durationMs ?? (elapsedMs === null ? 0 : elapsedMs + sinceMs));
  const largest = Math.max(1, usualMs ?? 0, ...values);
  const ticks = durationTicks(largest).map((value) => ({ value, text: durationText(value) }));
  return runsChart(labels.durationsOfRuns, width, { runs, values, largest, ticks, usual: usualMs });
}

export function countsChart({ runs, labels, language }: PageModel, width: number): SVGElement {
  const number = new Intl.NumberFormat(language, { notation: 'compact' });
  const values = runs.map(({ count }) => count ?? 0);
  const largest = Math.max(1, ...values);
  const ticks = countTicks(largest).map((value) => ({ value, text: number.format(value) }));
  return runsChart(labels.countsOfRuns, width, { runs, values, largest, ticks, usual: null });
}

interface RunsChart {
  readonly runs: readonly PageRun[];
  /** One for each run. */
  readonly values: readonly number[];
  readonly largest: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  /** Where to draw a dashed line across. */
  readonly usual: number | null;
}

const RUNS_PX = { left: 64, right: 12, top: 24, height: 180, bottom: 154 };
const MAX_DATES = 4;
const DATE_PX = 56;

/** A bar per run, the oldest first. A failed run has a cross above it, the one on the page a triangle. */
function runsChart(name: string, width: number, { runs, values, largest, ticks, usual }: RunsChart): SVGElement {
  const { left, top, bottom, height } = RUNS_PX;
  const right = width - RUNS_PX.right;
  const slot = (right - left) / runs.length;
  const center = (index: number): number => left + (index + 0.5) * slot;
  const y = (value: number): number => bottom - (value / largest) * (bottom - top);
  const maxDates = Math.max(1, Math.min(MAX_DATES, Math.floor((right - left) / DATE_PX)));
  const every = Math.ceil(runs.length / maxDates);
  const labels = runTicks(runs.filter((_, index) => index % every === 0));
  return chart(name, width, height, [
    ...ticks.flatMap(({ value, text }) => [
      line('grid', left, y(value), right, y(value)),
      label('end', left - 8, y(value), text),
    ]),
    ...runs.flatMap((run, index) => {
      const height = bottom - y(values[index] ?? 0);
      // A running job has its bar from the beginning.
      const at = bottom - (run.state === 'running' ? Math.max(2, height) : height);
      const sign = `${run.state === 'failed' ? '✕' : ''}${run.isThis ? '▼' : ''}`;
      return [
        bar(run.state, { x: center(index) - slot * 0.375, y: at, width: slot * 0.75, height: bottom - at }),
        ...(sign === '' ? [] : [label('middle', center(index), at - 9, sign)]),
        ...(index % every === 0 ? [label('middle', center(index), bottom + 17, labels[index / every] ?? '')] : []),
      ];
    }),
    ...(usual === null ? [] : [line('usual', left, y(usual), right, y(usual))]),
    line('axis', left, bottom, right, bottom),
  ]);
}

/** A chart that is read as one image: `name` says what it is, and a table beside it has the same data. */
function chart(name: string, width: number, height: number, marks: readonly SVGElement[]): SVGElement {
  const drawn = svg('svg', {
    class: 'chart',
    role: 'img',
    'aria-label': name,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  });
  drawn.append(...marks);
  return drawn;
}

function bar(state: string, place: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): SVGElement {
  return svg('rect', { class: `bar ${state}`, rx: 2, ...place });
}

function line(kind: 'grid' | 'axis' | 'usual', x1: number, y1: number, x2: number, y2: number): SVGElement {
  // Between two pixels, a line of one pixel would be drawn over both.
  const sharp = (at: number): number => Math.floor(at) + 0.5;
  return svg('line', { class: kind, x1: sharp(x1), y1: sharp(y1), x2: sharp(x2), y2: sharp(y2) });
}

/** A text whose vertical center is at `y`. */
function label(anchor: 'start' | 'middle' | 'end', x: number, y: number, text: string): SVGElement {
  const drawn = svg('text', { 'text-anchor': anchor, x, y, dy: '0.32em' });
  drawn.textContent = text;
  return drawn;
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}
