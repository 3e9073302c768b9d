import { env, l10n } from 'vscode';
import type { CancellationToken } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import { delayText } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { Job } from '../../model/job.ts';
import { isDue, relativeTimes, statusRemark } from '../format/connectionText.ts';
import { runStrip } from '../format/runStrip.ts';
import { momentText } from '../format/valueText.ts';
import { sentenceTooltip } from '../window/tooltip.ts';
import type { Tooltip } from '../window/tooltip.ts';

// Loaded when a tooltip is first shown.

/** A tooltip that waits longer for the reason of a failure is shown without it. */
const PATIENCE_MS = 3000;

/**
 * A sentence, a strip of the last runs, and the fields of a connection (contract, Connection) that it leaves out; a dash if the service
 * does, too. `runs`: the last ones that have ended, oldest first.
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
  const moment = (value: EpochMs | undefined): string => (value === undefined ? '–' : momentText(value, now));
  // While a sync runs, the service still reports the end of the previous one.
  const isSyncing = connection.isCurrentlySyncing;
  return [
    [l10n.t('Source system'), text(connection.sourceSystem)],
    [isSyncing ? l10n.t('Last completed sync') : l10n.t('Last sync'), moment(connection.lastSyncAt)],
    [l10n.t('Last sync status'), text(connection.lastSyncStatus)],
    [l10n.t('Next scheduled sync'), moment(connection.nextScheduledSyncAt)],
    [l10n.t('Last sync ID'), text(connection.lastSyncId)],
    [l10n.t('Entity ID'), text(connection.entityId)],
  ];
}

/** "Failed 2 hours ago: 503 from Production-EU. Next sync in 1 hour." */
export function connectionSentence(connection: Connection, now: EpochMs, reason = ''): string {
  const { isCurrentlySyncing, isActive, isLate, nextScheduledSyncAt: nextAt } = connection;
  if (isCurrentlySyncing) {
    return [l10n.t('Syncing now.'), previousSentence(connection, now)].filter(Boolean).join(' ');
  }
  const next =
    nextAt === undefined || !isActive
      ? ''
      : isLate === true
        ? l10n.t('The next sync is late by {0}.', delayText(now - nextAt, env.language, 'long'))
        : isDue(nextAt, now)
          ? l10n.t('The next sync is due.')
          : l10n.t('Next sync {0}.', relativeTimes.long(nextAt, now));
  return [isActive ? '' : l10n.t('Inactive.'), lastSentence(connection, now, reason), next].filter(Boolean).join(' ');
}

/** How the last sync ended. */
function lastSentence(connection: Connection, now: EpochMs, reason: string): string {
  const { hasError, lastSyncId, lastSyncStatus, lastSyncAt } = connection;
  const ago = lastSyncAt === undefined ? '' : relativeTimes.long(lastSyncAt, now);
  const status = statusRemark(connection);
  if (hasError) {
    return failureSentence(ago, (reason || status).replace(/[.。]+$/u, ''));
  }
  if (lastSyncId === undefined && lastSyncStatus === undefined && lastSyncAt === undefined) {
    return l10n.t('Never synced.');
  }
  if (status !== '') {
    return ago === ''
      ? l10n.t('The last sync has the status “{0}”.', status)
      : l10n.t('The last sync ended {0} with the status “{1}”.', ago, status);
  }
  return ago === '' ? l10n.t('The last sync succeeded.') : l10n.t('Succeeded {0}.', ago);
}

function failureSentence(ago: string, why: string): string {
  if (why === '') {
    return ago === '' ? l10n.t('The last sync failed.') : l10n.t('Failed {0}.', ago);
  }
  return ago === '' ? l10n.t('The last sync failed: {0}.', why) : l10n.t('Failed {0}: {1}.', ago, why);
}

/** While a sync runs, the service still reports the end of the previous one. */
function previousSentence({ hasError, lastSyncAt }: Connection, now: EpochMs): string {
  if (lastSyncAt === undefined) {
    return hasError ? l10n.t('The previous sync failed.') : '';
  }
  const ago = relativeTimes.long(lastSyncAt, now);
  return hasError ? l10n.t('The previous sync failed {0}.', ago) : l10n.t('The previous sync ended {0}.', ago);
}

/** Waits for what is looked up, but not forever, and no longer than the pointer rests on the row. */
export async function impatiently(lookup: Promise<unknown> | undefined, token: CancellationToken): Promise<void> {
  if (lookup === undefined) {
    return;
  }
  const waiting = new DisposableStore();
  const end = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    waiting.add({ dispose: () => clearTimeout(timer) });
    waiting.add(token.onCancellationRequested(() => resolve()));
  });
  await Promise.race([lookup, end]).finally(() => waiting.dispose());
}
