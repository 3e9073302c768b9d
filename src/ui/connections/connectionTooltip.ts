import { l10n } from 'vscode';
import type { CancellationToken } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { jobState } from '../../model/job.ts';
import type { Job, JobState } from '../../model/job.ts';
import { connectionSentence } from '../format/connectionSentence.ts';
import { momentText, pastMomentText } from '../format/valueText.ts';
import { sentenceTooltip } from '../window/tooltip.ts';
import type { Tooltip, TooltipPicture } from '../window/tooltip.ts';

// Loaded when a tooltip is first shown.

/** After this time, a tooltip is shown without the reason of the failure. */
const MAX_LOOKUP_WAIT_MS = 3000;

const CELL_PX = 18;

/** An image can't use the theme's colors. These have enough contrast to dark and light backgrounds, and white to each of them. */
const COLORS = { good: '#2e8540', bad: '#d63b2f', other: '#767676', sign: '#ffffff' };

/**
 * A sentence, a strip of the last runs, and the connection's fields (contract, Connection) that the sentence doesn't mention, with a dash
 * for those that the service omits. `runs`: the last ones that have ended, oldest first.
 */
export function connectionTooltip(
  connection: Connection,
  now: EpochMs,
  reason = '',
  runs: readonly Job[] = [],
): Tooltip {
  const sentence = connectionSentence(connection, now, reason);
  return sentenceTooltip(connectionName(connection), sentence, fields(connection, now), runStrip(runs));
}

function fields(connection: Connection, now: EpochMs): readonly (readonly [label: string, value: string])[] {
  const text = (value: string | undefined): string => plainText(value ?? '') || '–';
  const { isCurrentlySyncing, lastSyncAt, nextScheduledSyncAt: nextAt } = connection;
  return [
    [l10n.t('Source system'), text(connection.sourceSystem)],
    // While a sync runs, the service still reports the end of the previous one.
    [
      isCurrentlySyncing ? l10n.t('Last completed sync') : l10n.t('Last sync'),
      lastSyncAt === undefined ? '–' : pastMomentText(lastSyncAt, now),
    ],
    [l10n.t('Last sync status'), text(connection.lastSyncStatus)],
    [l10n.t('Next scheduled sync'), nextAt === undefined ? '–' : momentText(nextAt, now)],
    [l10n.t('Last sync ID'), text(connection.lastSyncId)],
    [l10n.t('Entity ID'), text(connection.entityId)],
  ];
}

/** The outcomes of the last runs as shapes, oldest first, and in words how many of them completed. Undefined for fewer than two. */
function runStrip(runs: readonly Job[]): TooltipPicture | undefined {
  const states = runs.map(jobState);
  if (states.length < 2) {
    return undefined;
  }
  const width = states.length * CELL_PX;
  const height = CELL_PX;
  const shapes = states.map((state, index) => `<g transform="translate(${index * CELL_PX} 0)">${shapeOf(state)}</g>`);
  return {
    words: stripText(states),
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>`,
    width,
    height,
  };
}

/** "8 of the last 10 completed". */
function stripText(states: readonly JobState[]): string {
  const completed = states.filter((state) => state === 'succeeded').length;
  return l10n.t('{0} of the last {1} completed', completed, states.length);
}

/** Each outcome has its own shape, so that none is shown by color alone. */
function shapeOf(state: JobState): string {
  const { good, bad, other, sign } = COLORS;
  const stroke = `stroke="${sign}" stroke-width="2" fill="none"`;
  switch (state) {
    case 'succeeded':
      return `<circle cx="8" cy="9" r="7" fill="${good}"/><path d="M4.5 9.5l2.5 2.5 4.5-5.5" ${stroke}/>`;
    case 'failed':
      return `<path d="M1 2h14v14h-14z" fill="${bad}"/><path d="M5 6l6 6M11 6l-6 6" ${stroke}/>`;
    case 'running':
    case 'finished':
    case 'lost':
      return `<path d="M8 3l6 6-6 6-6-6z" stroke="${other}" stroke-width="2" fill="none"/>`;
  }
}

/** Waits for a lookup, but only for a limited time, and no longer than the pointer rests on the row. */
export async function waitBriefly(lookup: Promise<unknown> | undefined, token: CancellationToken): Promise<void> {
  if (lookup === undefined) {
    return;
  }
  const waiting = new DisposableStore();
  const end = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_LOOKUP_WAIT_MS);
    waiting.add({ dispose: () => clearTimeout(timer) });
    waiting.add(token.onCancellationRequested(() => resolve()));
  });
  await Promise.race([lookup, end]).finally(() => waiting.dispose());
}
