import * as vscode from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { ConnectionTarget } from '../../app/connections/connectionTargets.ts';
import type { Favorites } from '../../app/connections/favorites.ts';
import { currentConnectionLookup, isUnlisted } from '../../app/connections/listedConnection.ts';
import type { ViewOptions, ViewOptionsStore } from '../../app/connections/viewOptionsStore.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { quickPickText, statusBarText, titleText } from '../../base/sinkText.ts';
import { connectionName } from '../../model/connection.ts';
import { connectionGroupings, connectionSortings } from '../../model/connectionViewOptions.ts';
import type { ConnectionGrouping, ConnectionSorting } from '../../model/connectionViewOptions.ts';
import { readArgument, readTarget, requireTargets } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { unlistedText } from '../format/connectionText.ts';
import { numberText } from '../format/valueText.ts';
import { createTextBox, pickOne } from '../window/quickInput.ts';
import { copyText, showStatusMessage } from '../window/statusBar.ts';
import { showAfterTyping } from '../window/typingPause.ts';
import type { ConnectionsView } from './connectionsView.ts';

// The less frequent commands of the Connections view: copying, favorites, the last job, grouping, sorting, filtering. Loaded on first use.

const SHOWN_MS = 3000;

/** Copies the name of the connection of each selected row, one per line. */
export async function copyNames(args: readonly unknown[]): Promise<void> {
  const names = requireTargets(args).targets.map(({ entityId, entityName = '' }) =>
    connectionName({ entityId, entityName }),
  );
  await copyLines(
    names,
    names.length === 1
      ? vscode.l10n.t('Copied the name.')
      : vscode.l10n.t('Copied {0} names.', numberText(names.length)),
  );
}

/**
 * Adds the selected connections to the favorites. Throws `UserError`, and adds none, if the ID of one is not listed. Adds none, either, if
 * the account changes meanwhile.
 */
export async function addFavorites(
  args: readonly unknown[],
  favorites: Pick<Favorites, 'set'>,
  feed: Pick<ConnectionFeed, 'state' | 'find' | 'refresh'>,
): Promise<void> {
  const { targets } = requireTargets(args);
  const given = targets.filter(({ isRow }) => !isRow);
  const findUnlisted = (): ConnectionTarget | undefined => given.find(({ entityId }) => isUnlisted(feed, entityId));
  if (given.length > 0 && (feed.state.kind !== 'loaded' || findUnlisted() !== undefined)) {
    // It may be new.
    const { kind } = await feed.refresh();
    if (kind === 'cancelled') {
      // The account changed meanwhile, and the favorites were for the previous one.
      return;
    }
  }
  const unlisted = findUnlisted();
  if (unlisted !== undefined) {
    throw new UserError(unlistedText(unlisted.entityId));
  }
  favorites.set(
    targets.map(({ entityId }) => entityId),
    true,
  );
}

/** Removes the selected connections from the favorites. */
export function removeFavorites(args: readonly unknown[], favorites: Favorites): void {
  favorites.set(
    requireTargets(args).targets.map(({ entityId }) => entityId),
    false,
  );
}

interface LastJobOptions {
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  readonly openJob: (syncId: string) => Promise<void>;
  readonly showProgress: <T>(work: () => Promise<T>) => PromiseLike<T>;
}

/** Opens the page of the connection's last job, even if it was started elsewhere. Looks it up if it is not tracked. */
export async function showLastJob(
  args: readonly unknown[],
  { feed, tracker, openJob, showProgress }: LastJobOptions,
): Promise<void> {
  const target = readTarget(args);
  const { entityId, entityName = '' } = target;
  const connection = currentConnectionLookup(feed, tracker)(entityId);
  const syncId = target.lastSyncId ?? connection?.lastSyncId;
  if (syncId === undefined) {
    throw new UserError(vscode.l10n.t('The service reports no last sync for this connection.'));
  }
  const named = connection ?? { entityId, entityName };
  const result = await showProgress(() => tracker.lookUp(syncId, { connection: named, isRetry: true }));
  if (result?.kind === 'failure') {
    throw result.failure.kind === 'notFound'
      ? new UserError(vscode.l10n.t('The service has no details of the last job of “{0}”.', connectionName(named)))
      : new ApiError(result.failure);
  }
  if (result !== undefined) {
    await openJob(syncId);
  }
}

/** Copies the entity ID of each selected connection or job, one per line. */
export async function copyEntityIds(args: readonly unknown[]): Promise<void> {
  const ids = requireTargets(args).targets.map(({ entityId }) => entityId);
  await copyLines(
    ids,
    ids.length === 1
      ? vscode.l10n.t('Copied the entity ID.')
      : vscode.l10n.t('Copied {0} entity IDs.', numberText(ids.length)),
  );
}

/** Copies the sync ID of each selected job, or of the last sync of each selected connection, one per line. */
export async function copySyncIds(args: readonly unknown[]): Promise<void> {
  const { targets, rows } = requireTargets(args);
  const ids = new Set(rows.flatMap(({ lastSyncId }) => lastSyncId ?? []));
  if (ids.size === 0) {
    throw new UserError(
      targets.length === 1
        ? vscode.l10n.t('The service reports no last sync for this connection.')
        : vscode.l10n.t('The service reports no last sync for these connections.'),
    );
  }
  const areAll = rows.every(({ lastSyncId }) => lastSyncId !== undefined);
  await copyLines([...ids], copiedText(ids.size, areAll));
}

async function copyLines(lines: readonly string[], message: string): Promise<void> {
  await copyText(lines.join('\n'), statusBarText(message));
}

/** Groups the view by the argument, or asks how. */
export async function groupConnections(viewOptions: ViewOptionsStore, args: readonly unknown[]): Promise<void> {
  const names: Record<ConnectionGrouping, string> = {
    none: vscode.l10n.t('Not grouped'),
    sourceSystem: vscode.l10n.t('Source system'),
    state: vscode.l10n.t('State'),
  };
  const grouping =
    readValue(args, connectionGroupings) ??
    (await pickValue(connectionGroupings, names, viewOptions.current.grouping, vscode.l10n.t('Group connections by')));
  viewOptions.change(grouping === undefined ? {} : { grouping });
}

/** Sorts the view by the argument, or asks how. */
export async function sortConnections(viewOptions: ViewOptionsStore, args: readonly unknown[]): Promise<void> {
  const names: Record<ConnectionSorting, string> = {
    attention: vscode.l10n.t('Needs attention first'),
    name: vscode.l10n.t('Name'),
    lastSync: vscode.l10n.t('Last sync, newest first'),
  };
  const sorting =
    readValue(args, connectionSortings) ??
    (await pickValue(connectionSortings, names, viewOptions.current.sorting, vscode.l10n.t('Sort connections by')));
  viewOptions.change(sorting === undefined ? {} : { sorting });
}

type FilteredView = Pick<ConnectionsView, 'counts' | 'focus'>;

/** Changes the filter, and shows how many connections match. */
export function changeFilter(viewOptions: ViewOptionsStore, view: FilteredView, change: Partial<ViewOptions>): void {
  viewOptions.change(change);
  showCount(view);
}

/** For screen readers, which don't announce that rows appear or disappear. */
function showCount({ counts: { shown, all } }: FilteredView): Disposable {
  return showStatusMessage(
    statusBarText(vscode.l10n.t('{0} of {1} connections', numberText(shown), numberText(all))),
    SHOWN_MS,
  );
}

/**
 * Filters the view by the argument, or by a text that the user types. The view is filtered while typing; Escape restores the previous
 * filter, Enter moves the focus to the rows.
 */
export function filterConnections(viewOptions: ViewOptionsStore, view: FilteredView, args: readonly unknown[]): void {
  const given = readArgument(args);
  if (typeof given === 'string') {
    changeFilter(viewOptions, view, { filter: given.trim() });
    return;
  }
  if (given !== undefined) {
    throw new UserError(vscode.l10n.t('The argument of this command must be text.'));
  }
  const owned = new DisposableStore();
  const input = owned.add(createTextBox());
  let acceptedFilter = viewOptions.current.filter;
  input.value = acceptedFilter;
  input.title = titleText(vscode.l10n.t('Filter Connections'));
  input.placeholder = titleText(vscode.l10n.t('Filter by name, source system, ID, or state, such as “failed”'));
  const showCountSoon = showAfterTyping(() => showCount(view), owned);
  owned.add(
    input.onDidChangeValue((value) => {
      viewOptions.change({ filter: value.trim() });
      showCountSoon();
    }),
  );
  owned.add(
    input.onDidAccept(() => {
      acceptedFilter = viewOptions.current.filter;
      input.hide();
      showCount(view);
      view.focus();
    }),
  );
  owned.add(
    input.onDidHide(() => {
      viewOptions.change({ filter: acceptedFilter });
      owned.dispose();
    }),
  );
  input.show();
}

/** The argument, if there is one. Throws `UserError` if it is none of the values, and for several. */
function readValue<T extends string>(args: readonly unknown[], values: readonly T[]): T | undefined {
  const given = readArgument(args);
  const value = values.find((allowed) => allowed === given);
  if (value === undefined && given !== undefined) {
    const names = values.map((allowed) => `“${allowed}”`).join(', ');
    throw new UserError(vscode.l10n.t('This command accepts one of these values: {0}.', names));
  }
  return value;
}

async function pickValue<T extends string>(
  values: readonly T[],
  names: Readonly<Record<T, string>>,
  current: T,
  title: string,
): Promise<T | undefined> {
  const items = values.map((value) => ({
    value,
    label: quickPickText(names[value]),
    ...(value === current ? { description: quickPickText(vscode.l10n.t('current')) } : {}),
  }));
  return (await pickOne(items, { title: titleText(title) }))?.value;
}

function copiedText(copied: number, areAll: boolean): string {
  if (!areAll) {
    return copied === 1
      ? vscode.l10n.t('Copied 1 sync ID. The other connections have none.')
      : vscode.l10n.t('Copied {0} sync IDs. The other connections have none.', numberText(copied));
  }
  return copied === 1
    ? vscode.l10n.t('Copied the sync ID.')
    : vscode.l10n.t('Copied {0} sync IDs.', numberText(copied));
}
