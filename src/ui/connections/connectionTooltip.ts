import { l10n } from 'vscode';
import type { CancellationToken } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { Job } from '../../model/job.ts';
import { connectionSentence } from '../format/connectionSentence.ts';
import { runStrip } from '../format/runStrip.ts';
import { momentText, pastMomentText } from '../format/valueText.ts';
import { sentenceTooltip } from '../window/tooltip.ts';
import type { Tooltip } from '../window/tooltip.ts';

// Loaded when a tooltip is first shown.

/** After this time, a tooltip is shown without the reason of the failure. */
const MAX_LOOKUP_WAIT_MS = 3000;

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
