import { l10n } from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { parseTargets } from '../../app/connections/connectionTargets.ts';
import type { ParsedTargets } from '../../app/connections/connectionTargets.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { SyncStarter } from '../../app/sync/syncStarter.ts';
import type { StartOptions, SyncSelection } from '../../app/sync/syncStarter.ts';
import type { SyncPrompts } from '../../app/sync/syncPrompts.ts';
import type { StartedSync, SyncResult } from '../../app/sync/syncOutcome.ts';
import { plainText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { buttonText, notificationText, titleText } from '../../base/sinkText.ts';
import { readTargets } from '../commands/commandTargets.ts';
import { UserError, withAction } from '../errors/userError.ts';
import { describeFailure, unexpectedErrorText } from '../format/failureText.ts';
import { listText, numberText } from '../format/valueText.ts';
import { showInformation, showWarning } from '../window/notifications.ts';
import type { ActionButton } from '../window/notifications.ts';
import { pickConnections } from './pickConnection.ts';

/** How many connections a message names. */
const MAX_NAMES = 3;

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
): Promise<StartedSync | readonly StartedSync[] | undefined> {
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

interface SyncStarterOptions {
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  readonly shown: Pick<SyncPrompts, 'showProgress' | 'setStarting'>;
  readonly log: Logger;
}

export function createSyncStarter({ session, feed, tracker, shown, log }: SyncStarterOptions): SyncStarter {
  return new SyncStarter({ session, feed, tracker, log, prompts: { ...shown, ...createSyncPrompts(feed) } });
}

function createSyncPrompts(feed: ConnectionFeed): Omit<SyncPrompts, 'showProgress' | 'setStarting'> {
  return {
    chooseConnections: (proposed) =>
      pickConnections(feed, {
        proposed,
        title: titleText(l10n.t('Start Sync')),
        placeholder: titleText(l10n.t('Select connections to sync')),
        isActiveOnly: true,
      }),
    showAlreadySyncing(names) {
      showNames(names, {
        one: (name) => l10n.t('“{0}” is already syncing.', name),
        several: (list) => l10n.t('These connections are already syncing: {0}.', list),
      });
    },
    showInactive(names) {
      showNames(names, {
        one: (name) => l10n.t('“{0}” is inactive. Activate it in the service to sync it.', name),
        several: (list) => l10n.t('These connections are inactive: {0}.', list),
        afterSeveral: l10n.t('Activate them in the service to sync them.'),
      });
    },
    showReconciled(name) {
      const message = l10n.t('The response was lost, but the connection shows that the sync of “{0}” started.', name);
      void showInformation(notificationText(message));
    },
    showStartedBeforeSignOut(names) {
      showNames(names, {
        one: (name) =>
          l10n.t('The sync of “{0}” was started before you signed out. It continues in the service.', name),
        several: (list) => l10n.t('These syncs were started before you signed out: {0}.', list),
        afterSeveral: l10n.t('They continue in the service.'),
      });
    },
    warnOtherConnection(requested, started) {
      const message = l10n.t(
        'The sync of “{0}” was requested, but the service reports that it started the sync of “{1}”. Check both connections in the service.',
        plainText(requested, 80),
        plainText(started, 80),
      );
      void showWarning(notificationText(message));
    },
  };
}

interface NamesText {
  readonly one: (name: string) => string;
  readonly several: (list: string) => string;
  /** A sentence that follows the names of several connections. */
  readonly afterSeveral?: string;
}

function showNames(names: readonly string[], { one, several, afterSeveral }: NamesText): void {
  const [first = '', ...others] = names;
  const sentences =
    others.length === 0 ? [one(first)] : [several(firstNames(names)), ...moreText(names), afterSeveral ?? []].flat();
  void showInformation(notificationText(sentences.join(' ')));
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

/** What is known of a sync that may have started. */
export function syncUnknownText({ name, failure, reconciliation }: Extract<SyncResult, { kind: 'unknown' }>): string {
  const opening = l10n.t('The sync of “{0}” may have started. {1}', name, describeFailure(failure).what);
  return `${opening} ${reconciliationText(reconciliation)}`;
}

function reconciliationText(reconciliation: Extract<SyncResult, { kind: 'unknown' }>['reconciliation']): string {
  switch (reconciliation.kind) {
    case 'notFound':
      return l10n.t('The connection shows no new sync so far. Check again before you start another sync.');
    case 'failure':
      return l10n.t(
        'The connection could not be checked: {0} Check its last sync before you start another one.',
        describeFailure(reconciliation.failure).what,
      );
    case 'accountChanged':
      return l10n.t(
        'This window no longer uses the account, so the connection could not be checked. Check its last sync before you start another one.',
      );
  }
}

/** What may have started, and what did not start, with the first few reasons. */
function summaryText(results: readonly SyncResult[]): string {
  const unknown = results.filter((result) => result.kind === 'unknown');
  const failed = results.filter((result) => result.kind === 'failed');
  return [
    ...unknownLines(unknown),
    ...(failed.length > 0 ? [notStartedText(failed.length, results.length)] : []),
    ...failed.slice(0, MAX_NAMES).map((result) => `“${result.name}”: ${reasonText(result)}`),
    ...moreText(failed),
  ].join(' ');
}

function notStartedText(count: number, of: number): string {
  return l10n.t('{0} of {1} syncs did not start.', numberText(count), numberText(of));
}

/** One with all that is known of it, several by their names. */
function unknownLines(unknown: readonly Extract<SyncResult, { kind: 'unknown' }>[]): readonly string[] {
  const [first, ...others] = unknown;
  if (first === undefined) {
    return [];
  }
  if (others.length === 0) {
    return [syncUnknownText(first)];
  }
  return [
    l10n.t('These syncs may have started: {0}.', firstNames(unknown.map(({ name }) => name))),
    ...moreText(unknown),
    describeFailure(first.failure).what,
    l10n.t('Check the connections before you start them again.'),
  ];
}

function firstNames(names: readonly string[]): string {
  return listText(names.slice(0, MAX_NAMES).map((name) => `“${name}”`));
}

/** How many there are besides those that are named. */
function moreText(all: readonly unknown[]): readonly string[] {
  const more = all.length - MAX_NAMES;
  return more > 0 ? [l10n.t('And {0} more.', numberText(more))] : [];
}

function reasonText({ error }: Extract<SyncResult, { kind: 'failed' }>): string {
  return error instanceof ApiError ? describeFailure(error.failure).what : unexpectedErrorText();
}
