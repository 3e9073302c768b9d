import { durationText } from '../../../base/time.ts';
import { bar, chart, label, line } from '../../page/chart.ts';
import { durationTicks } from '../../page/ticks.ts';
import type { JobModel, PageStep } from '../messages.ts';

const CHARACTER_PX = 7;
const MAX_NAME_LENGTH = 24;
const ROW_PX = 30;
const BAR_PX = 18;
const DURATION_PX = 76;
const AXIS_PX = 32;

/** The steps as bars on a time axis that starts with the job. The bar of a running step ends now, or where it was last seen. */
export function timeline({ steps, usualMs, labels, isCounting }: JobModel, nowMs: number, width: number): SVGElement {
  const endsMs = steps.flatMap((step) => (step.startMs === null ? [] : [endOf(step, nowMs)]));
  // A job that is counting leaves space ahead, up to its usual duration.
  const reach = Math.max(1000, nowMs, isCounting ? (usualMs ?? 0) : 0, ...endsMs);
  const names = steps.map(({ name }) =>
    name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name,
  );
  const left = Math.max(4, ...names.map(({ length }) => length)) * CHARACTER_PX + 16;
  const right = width - DURATION_PX;
  const top = 6;
  const bottom = top + steps.length * ROW_PX;
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
      const duration = stepDuration(step, isCounting, nowMs);
      return [
        bar(step.state, { x: x(step.startMs), y, width: length, height: BAR_PX }),
        label('start', x(endMs) + 8, y + BAR_PX / 2, step.state === 'failed' ? `✕ ${duration}` : duration),
      ];
    }),
    ...(usualMs === null || usualMs > reach ? [] : [line('usual', x(usualMs), top, x(usualMs), bottom)]),
  ]);
}

/** '' for a step that was running when the job was last seen. */
export function stepDuration(step: PageStep, isCounting: boolean, nowMs: number): string {
  const { startMs, endMs } = step;
  return startMs === null || (endMs === null && !isCounting) ? '' : durationText(endOf(step, nowMs) - startMs);
}

/** When the step ended, or now; in milliseconds since the job began. */
function endOf({ startMs, endMs }: PageStep, nowMs: number): number {
  return endMs ?? Math.max(startMs ?? 0, nowMs);
}
