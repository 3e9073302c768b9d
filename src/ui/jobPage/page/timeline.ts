import { axisX, axisY, barX, gridX, ruleX, text } from '@observablehq/plot';
import { durationText } from '../../../base/time.ts';
import type { PageModel, PageStep } from '../messages.ts';
import { durationTicks } from './durationTicks.ts';
import { OTHER_COLOR, picture, shortened, STATE_COLORS } from './plot.ts';

const ROW_PX = 30;
const CHARACTER_PX = 7;
const LONGEST_NAME = 24;
const SPACE_FOR_DURATION_PX = 76;

/** The steps as bars over the time since the job began; those that run reach to now. */
export function timeline(model: PageModel, nowMs: number, width: number): Element {
  const { steps, usualMs, words, isRunning } = model;
  const bars = steps.flatMap((step, index) => {
    const { startMs } = step;
    return startMs === null ? [] : [{ step, index, startMs, endMs: endOf(step, nowMs) }];
  });
  // While it runs there is room ahead, up to what is usual.
  const reach = Math.max(1000, nowMs, isRunning ? (usualMs ?? 0) : 0, ...bars.map(({ endMs }) => endMs));
  const names = steps.map(({ name }) => shortened(name, LONGEST_NAME));
  const longest = Math.max(...names.map(({ length }) => length), 4);
  return picture(words.stepsPicture, {
    width,
    height: steps.length * ROW_PX + 34,
    marginLeft: longest * CHARACTER_PX + 16,
    marginRight: SPACE_FOR_DURATION_PX,
    marginTop: 6,
    marginBottom: 28,
    x: { domain: [0, reach], label: null },
    y: { domain: steps.map((_, index) => index), label: null, padding: 0.35 },
    marks: [
      gridX({ ticks: durationTicks(reach), stroke: 'var(--line)', strokeOpacity: 1 }),
      axisX({ ticks: durationTicks(reach), tickFormat: (ms: number) => durationText(ms), label: null, tickSize: 0 }),
      axisY({ tickFormat: (index: number) => names[index] ?? '', label: null, tickSize: 0, tickPadding: 8 }),
      barX(bars, {
        x1: 'startMs',
        x2: 'endMs',
        y: 'index',
        fill: ({ step }: (typeof bars)[number]) => STATE_COLORS[step.state] ?? OTHER_COLOR,
        stroke: 'var(--outline)',
        // A step that took no time is still seen.
        insetRight: -2,
        rx: 2,
      }),
      ...(usualMs === null ? [] : [ruleX([usualMs], { stroke: 'var(--ink)', strokeDasharray: '3 3' })]),
      text(bars, {
        x: 'endMs',
        y: 'index',
        text: ({ step, startMs, endMs }: (typeof bars)[number]) =>
          `${step.state === 'failed' ? '✕ ' : ''}${durationText(endMs - startMs)}`,
        textAnchor: 'start',
        dx: 8,
        fill: 'var(--ink)',
      }),
    ],
  });
}

/** When the step ended, or now; in milliseconds since the job began. */
export function endOf({ startMs, endMs }: PageStep, nowMs: number): number {
  return endMs ?? Math.max(startMs ?? 0, nowMs);
}
