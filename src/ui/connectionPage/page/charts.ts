import { durationText } from '../../../base/time.ts';
import { area, bar, chart, label, line } from '../../page/chart.ts';
import { axisOfSpans, durationTicks, momentTicks } from '../../page/ticks.ts';
import type { ConnectionModel, PageGroup, PageSpan } from '../messages.ts';
import { runningMs } from './sections.ts';

const BAND = { top: 4, bottom: 34, height: 62, left: 12, right: 24 };

interface BandModel {
  readonly runs: PageGroup['runs'];
  readonly band: NonNullable<PageGroup['band']>;
  readonly labels: { readonly bandOfRuns: string };
}

/** The range of usual durations on a time axis, with the running job as a bar. */
export function bandChart({ runs, band, labels }: BandModel, sinceMs: number, width: number): SVGElement {
  const elapsedMs = runningMs(runs, sinceMs);
  const reach = Math.max(1000, band.highMs * 1.25, elapsedMs ?? 0);
  const { left, top, bottom } = BAND;
  const right = width - BAND.right;
  const x = (ms: number): number => left + (ms / reach) * (right - left);
  return chart(labels.bandOfRuns, width, BAND.height, [
    area(x(band.lowMs), top, x(band.highMs) - x(band.lowMs), bottom - top),
    ...(elapsedMs === undefined
      ? []
      : [bar('running', { x: left, y: top + 9, width: Math.max(2, x(elapsedMs) - left), height: 12 })]),
    line('usual', x(band.medianMs), top, x(band.medianMs), bottom),
    line('axis', left, bottom, right, bottom),
    ...durationTicks(reach, right - left).flatMap((ms) => [
      line('grid', x(ms), bottom, x(ms), bottom + 5),
      label('middle', x(ms), bottom + 18, durationText(ms)),
    ]),
  ]);
}

const LANE_PX = 34;
const BAR_PX = 16;
const CHARACTER_PX = 7;

/** When the jobs ran, with one lane per kind. A triangle marks an upload whose header differs from that of the previous one. */
export function eventsChart(model: ConnectionModel, nowMs: number, width: number): SVGElement {
  const { spans, labels } = model;
  const kinds = (['sync', 'upload'] as const).filter((kind) => spans.some((span) => span.kind === kind));
  const names = kinds.map((kind) => (kind === 'sync' ? labels.syncs : labels.uploads));
  const { from, to } = axisOfSpans(spans, nowMs);
  const left = Math.max(0, ...names.map(({ length }) => length)) * CHARACTER_PX + 16;
  const right = width - 16;
  const x = (ms: number): number => left + ((ms - from) / (to - from)) * (right - left);
  const bottom = kinds.length * LANE_PX;
  return chart(labels.eventsPicture, width, bottom + 30, [
    ...names.map((name, lane) => label('end', left - 8, (lane + 0.5) * LANE_PX, name)),
    ...spans.flatMap((span) => marksOf(span, kinds.indexOf(span.kind) * LANE_PX, x, nowMs)),
    line('axis', left, bottom, right, bottom),
    ...momentTicks(from, to, model, right - left).flatMap(({ at, text, anchor }) => [
      line('grid', x(at), bottom, x(at), bottom + 5),
      label(anchor, x(at), bottom + 18, text),
    ]),
  ]);
}

function marksOf(span: PageSpan, top: number, x: (ms: number) => number, nowMs: number): readonly SVGElement[] {
  const { state, startMs, endMs, hasNewHeader } = span;
  const y = top + (LANE_PX - BAR_PX) / 2;
  const width = Math.max(4, x(endMs ?? nowMs) - x(startMs));
  const sign = `${state === 'failed' ? '✕' : ''}${hasNewHeader ? '▲' : ''}`;
  return [
    bar(state, { x: x(startMs), y, width, height: BAR_PX }),
    ...(sign === '' ? [] : [label('middle', x(startMs) + width / 2, y - 6, sign)]),
  ];
}
