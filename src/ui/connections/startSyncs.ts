import { l10n } from 'vscode';
import { parseTargets } from '../../app/connections/connectionTargets.ts';
import type { ParsedTargets } from '../../app/connections/connectionTargets.ts';
import type { StartedSync, StartedSyncs, SyncResult } from '../../app/sync/syncOutcome.ts';
import type { StartOptions, SyncSelection, SyncStarter } from '../../app/sync/syncStarter.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import { readTargets } from '../commands/commandTargets.ts';
import { UserError, withAction } from '../errors/userError.ts';
import { showWarning } from '../window/notifications.ts';
import type { ActionButton } from '../window/notifications.ts';
import { notStartedText, summaryText, syncUnknownText } from './syncText.ts';

/** The keyboard shortcut of the view passes this, followed by the focused row, which VS Code inserts. */
const PROPOSE = 'propose';

/**
 * Parses the arguments of Start Sync. The keyboard shortcut of the view names no targets: it proposes the focused row or, if that is
 * selected, all selected rows. Throws `UserError` for invalid arguments.
 *
 * @param selected the selected rows of the view.
 */
export function readSyncArguments(
  args: readonly unknown[],
  selected: readonly unknown[],
): [selection: ParsedTargets | undefined, options?: StartOptions] {
  const [first] = args;
  if (!Array.isArray(first) || first[0] !== PROPOSE) {
    return [readTargets(args)];
  }
  const focused: unknown = first[1];
  const rows = parseTargets([selected.includes(focused) ? selected : focused]);
  return [undefined, { proposed: typeof rows === 'string' ? [] : rows.targets.map(({ entityId }) => entityId) }];
}

interface SyncActions {
  readonly starter: SyncStarter;
  /** Reads the connections again, as the command does. */
  readonly refresh: () => unknown;
}

/**
 * Start Sync. Returns what was started: one for one target, a list for a list or if the user chose several, undefined if nothing
 * was sent. Throws `FailedAction`, `ApiError` or `UserError` if nothing was started, and shows a warning if only some were.
 */
export async function startSyncs(
  selection: SyncSelection | undefined,
  { starter, refresh }: SyncActions,
  options?: StartOptions,
): Promise<StartedSyncs> {
  const outcome = await starter.start(selection?.targets, options);
  if (outcome.kind !== 'requested') {
    return undefined;
  }
  const { results, stoppedBy } = outcome;
  const [first, ...others] = results;
  if (first !== undefined && others.length === 0) {
    const started = startedOrThrow(first, refresh);
    return selection?.isList === true ? [started] : started;
  }
  const started = results.flatMap((result) => (result.kind === 'started' ? [result.sync] : []));
  if (started.length === results.length) {
    return started;
  }
  if (started.length === 0) {
    // The common reason alone would not say that some may have started.
    const isCertain = results.every(({ kind }) => kind === 'failed');
    throw isCertain && stoppedBy !== undefined
      ? withAction(stoppedBy, notStartedText(results.length, results.length))
      : new UserError(summaryText(results), { buttons: isCertain ? [] : [refreshButton(refresh)] });
  }
  void showWarning(notificationText(summaryText(results)));
  return started;
}

function startedOrThrow(result: SyncResult, refresh: SyncActions['refresh']): StartedSync {
  switch (result.kind) {
    case 'started':
      return result.sync;
    case 'unknown':
      throw new UserError(syncUnknownText(result), { buttons: [refreshButton(refresh)] });
    case 'failed':
      throw withAction(result.error, l10n.t('The sync of “{0}” did not start.', plainText(result.name, 80)));
  }
}

/** The connections, once read again, may show that the sync started. */
function refreshButton(refresh: SyncActions['refresh']): ActionButton {
  return { title: buttonText(l10n.t('Refresh')), run: refresh };
}
