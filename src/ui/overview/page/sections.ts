import { HOUR_MS } from '../../../base/time.ts';
import { bar, chart, label, line } from '../../page/chart.ts';
import { button, element, table } from '../../page/element.ts';
import { countTicks, fullHours } from '../../page/ticks.ts';
import type { LaneRow, OverviewModel } from '../messages.ts';
import type { LaneAxis } from './laneList.ts';

const CONCURRENCY = { top: 8, bottom: 78, height: 82 };

/**
 * A bar chart of how many jobs ran at the same time in the last 24 hours. It has the width and the time axis of the lanes below it; the
 * labels of the axis are between the two.
 */
export function concurrencyChart({ concurrency, labels }: OverviewModel, axis: LaneAxis, width: number): SVGElement {
  const { top, bottom, height } = CONCURRENCY;
  const { fromMs, toMs, nowMs } = axis;
  const largest = Math.max(1, ...concurrency.map(({ peak }) => peak));
  const x = (ms: number): number => Math.max(0, ((ms - fromMs) / (toMs - fromMs)) * width);
  const y = (count: number): number => bottom - (count / largest) * (bottom - top);
  const intervalPx = (x(nowMs) - x(fromMs)) / Math.max(1, concurrency.length);
  return chart(labels.concurrencyPicture, width, height, [
    ...countTicks(largest).flatMap((count) => [
      line('grid', 0, y(count), width, y(count)),
      label('end', -8, y(count), String(count)),
    ]),
    ...concurrency
      .filter(({ peak }) => peak > 0)
      .map(({ startMs, peak }) =>
        bar('running', { x: x(startMs), y: y(peak), width: Math.max(1, intervalPx - 1), height: bottom - y(peak) }),
      ),
    line('axis', 0, bottom, width, bottom),
  ]);
}

/** Times above the lanes. */
export function ticksOf(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  { language, timeZone }: Pick<OverviewModel, 'language' | 'timeZone'>,
  widthPx: number,
): readonly Node[] {
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  const shareOf = (at: number): number => ((at - fromMs) / (toMs - fromMs)) * 100;
  // Labels at the ends would overlap the neighboring columns.
  const shown = fullHours(fromMs, toMs, { every: hoursApart(widthPx), timeZone }).filter(
    (at) => shareOf(at) > 5 && shareOf(at) < 92,
  );
  return shown.map((at) => {
    const tick = element('span', { class: 'tick' }, time.format(at));
    tick.style.left = `${shareOf(at)}%`;
    return tick;
  });
}

/** The distance between labels at which they don't overlap. */
function hoursApart(widthPx: number): number {
  return widthPx < 480 ? 12 : 6;
}

export function laneTable({ rows, labels }: OverviewModel, open: (entityId: string) => void): HTMLElement {
  const lanes = rows.filter((row) => row.kind === 'lane');
  const link = ({ entityId, name }: LaneRow): Node => {
    const label = labels.openConnection.replace('{0}', () => name);
    const attributes = { class: 'link', 'data-key': `lane-${entityId}`, 'aria-label': label };
    return button(name, attributes, () => open(entityId));
  };
  return table<LaneRow>(
    labels.lanes,
    [
      { label: labels.connection, cell: link },
      { label: labels.source, cell: ({ source }) => source },
      { label: labels.runs, cell: ({ runs }) => runs },
      { label: labels.lastRun, cell: ({ last }) => last || '–' },
      { label: labels.next, cell: ({ next }) => next || '–' },
    ],
    lanes,
  );
}

/** The peak concurrency of each hour, as a table. */
export function hourTable({ concurrency, labels, language, timeZone, fromMs }: OverviewModel): HTMLElement {
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  const hours = new Map<number, number>();
  for (const { startMs, peak } of concurrency) {
    const hour = fromMs + Math.floor((startMs - fromMs) / HOUR_MS) * HOUR_MS;
    hours.set(hour, Math.max(hours.get(hour) ?? 0, peak));
  }
  const rows = Array.from(hours, ([startMs, peak]) => ({ startMs, peak }));
  type Row = (typeof rows)[number];
  return table<Row>(
    labels.concurrency,
    [
      { label: labels.hour, cell: ({ startMs }) => `${time.format(startMs)} – ${time.format(startMs + HOUR_MS)}` },
      { label: labels.peak, cell: ({ peak }) => String(peak), isNumber: true },
    ],
    rows,
  );
}
