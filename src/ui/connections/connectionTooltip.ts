import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import { fieldsTooltip } from '../window/tooltip.ts';
import type { Tooltip } from '../window/tooltip.ts';
import { connectionName } from '../../model/connection.ts';
import { momentText } from '../format/valueText.ts';

/** Every field the service tells about a connection (contract, Connection). What it left out is a dash. */
export function connectionTooltip(connection: Connection, now: EpochMs): Tooltip {
  return fieldsTooltip(connectionName(connection), fields(connection, now));
}

function fields(connection: Connection, now: EpochMs): readonly (readonly [label: string, value: string])[] {
  const text = (value: string | undefined): string => plainText(value ?? '') || '–';
  const moment = (value: EpochMs | undefined): string => (value === undefined ? '–' : momentText(value, now));
  const yesNo = (value: boolean): string => (value ? l10n.t('yes') : l10n.t('no'));
  // While a sync runs, the service still tells the end of the one before.
  const isSyncing = connection.isCurrentlySyncing;
  return [
    [l10n.t('Source system'), text(connection.sourceSystem)],
    [l10n.t('Active'), yesNo(connection.isActive)],
    [l10n.t('Syncing now'), yesNo(isSyncing)],
    [isSyncing ? l10n.t('Last completed sync had errors') : l10n.t('Last sync had errors'), yesNo(connection.hasError)],
    [isSyncing ? l10n.t('Last completed sync') : l10n.t('Last sync'), moment(connection.lastSyncAt)],
    [l10n.t('Last sync status'), text(connection.lastSyncStatus)],
    [l10n.t('Last sync ID'), text(connection.lastSyncId)],
    [l10n.t('Next scheduled sync'), moment(connection.nextScheduledSyncAt)],
    [l10n.t('Entity ID'), text(connection.entityId)],
  ];
}
