import { env, l10n } from 'vscode';
import { statusBarText } from '../../base/sinkText.ts';
import { UserError } from '../errors/userError.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import { readTargets } from './commandTargets.ts';
import type { CommandTarget } from './commandTargets.ts';

const SHOWN_MS = 3000;

/** Copies the entity ID of each connection or job it is called on, one a line. */
export async function copyEntityIds(args: readonly unknown[]): Promise<void> {
  const ids = targetsOf(args).map(({ entityId }) => entityId);
  await copyLines(
    ids,
    ids.length === 1 ? l10n.t('Copied the entity ID.') : l10n.t('Copied {0} entity IDs.', ids.length),
  );
}

/** Copies a job's sync ID, or that of a connection's last sync, one a line. */
export async function copySyncIds(args: readonly unknown[]): Promise<void> {
  const targets = targetsOf(args);
  const ids = targets.flatMap(({ lastSyncId }) => (lastSyncId === undefined ? [] : [lastSyncId]));
  if (ids.length === 0) {
    throw new UserError(
      targets.length === 1
        ? l10n.t('The service names no last sync for this connection.')
        : l10n.t('The service names no last sync for these connections.'),
    );
  }
  await copyLines(
    ids,
    ids.length < targets.length
      ? l10n.t('Copied {0} sync IDs. The other connections have none.', ids.length)
      : ids.length === 1
        ? l10n.t('Copied the sync ID.')
        : l10n.t('Copied {0} sync IDs.', ids.length),
  );
}

function targetsOf(args: readonly unknown[]): readonly CommandTarget[] {
  const targets = readTargets(args)?.targets ?? [];
  if (targets.length === 0) {
    throw new UserError(l10n.t('Use this on a row of the Connections or Jobs view.'));
  }
  return targets;
}

async function copyLines(lines: readonly string[], said: string): Promise<void> {
  await env.clipboard.writeText(lines.join('\n'));
  showStatusMessage(statusBarText(said), SHOWN_MS);
}
