import { ApiError } from '../../api/apiError.ts';
import type { ConnectionsElement } from '../../app/connections/connectionElements.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import { Favorites } from '../../app/connections/favorites.ts';
import { ViewOptionsStore } from '../../app/connections/viewOptionsStore.ts';
import type { PreferenceStorage } from '../../app/connections/viewOptionsStore.ts';
import type { Session } from '../../app/session/session.ts';
import type { KeyValueStorage } from '../../app/session/windowSession.ts';
import type { StartOptions, SyncSelection, SyncStarter } from '../../app/sync/syncStarter.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { StartedSyncs } from '../../app/sync/syncOutcome.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import type { Logger } from '../../base/logger.ts';
import type { Ledger } from '../../jobs/store/ledger.ts';
import type { CommandTable } from '../commands/commandIds.ts';
import { CONNECTIONS_VIEW } from '../manifestIds.ts';
import type { DeferredView } from '../window/trees.ts';
import { withViewProgress } from '../window/progress.ts';
import { ConnectionsView } from './connectionsView.ts';

interface ConnectionsFeatureOptions {
  readonly view: DeferredView<ConnectionsElement>;
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly tracker: JobTracker;
  readonly ledger: Pick<Ledger, 'favorites'>;
  readonly workspaceState: KeyValueStorage;
  /** Storage for all windows of the user. */
  readonly preferences: PreferenceStorage;
  /** Opens the page of a connection. */
  readonly open: (entityId: string) => void;
  /** Opens the page of a job. */
  readonly openJob: (syncId: string) => Promise<void>;
  readonly log: Logger;
}

type ConnectionCommand =
  | 'dataConnections.refresh'
  | 'dataConnections.startSync'
  | 'dataConnections.copyEntityId'
  | 'dataConnections.copySyncId'
  | 'dataConnections.copyName'
  | 'dataConnections.addFavorite'
  | 'dataConnections.removeFavorite'
  | 'dataConnections.showFailingOnly'
  | 'dataConnections.showAllConnections'
  | 'dataConnections.groupConnections'
  | 'dataConnections.sortConnections'
  | 'dataConnections.filterConnections'
  | 'dataConnections.clearConnectionFilter'
  | 'dataConnections.openConnection'
  | 'dataConnections.showLastJob'
  | 'dataConnections.showMoreConnections';

const NO_FILTER = { filter: '', failingOnly: false } as const;

export interface ConnectionsFeature extends Disposable {
  /** Starts syncs as the command does, and tells the user what did not start. */
  readonly startSyncs: (selection: SyncSelection, options?: StartOptions) => Promise<StartedSyncs>;
  /** Starts all syncs of this window, so that no sync is requested twice at a time. */
  readonly syncStarter: () => Promise<SyncStarter>;
  /** Selects the row of a connection. Resolves to false if there is none. */
  readonly reveal: (entityId: string) => Promise<boolean>;
  /** Shows all connections. */
  readonly clearFilter: () => void;
  readonly view: Pick<ConnectionsView, 'current' | 'lastJobs' | 'setNeeded'>;
  readonly viewOptions: ViewOptionsStore;
  readonly favorites: Favorites;
  readonly commands: CommandTable<ConnectionCommand>;
}

/** The Connections view and the commands for connections. */
export function createConnectionsFeature(options: ConnectionsFeatureOptions): ConnectionsFeature {
  const { view, session, feed, tracker, ledger, workspaceState, preferences, open, openJob, log } = options;
  const owned = new DisposableStore();
  const viewOptions = owned.add(new ViewOptionsStore({ preferences, workspaceState }));
  const favorites = owned.add(new Favorites({ session, store: ledger.favorites }));
  const connectionsView = owned.add(
    new ConnectionsView({
      view,
      session,
      feed,
      tracker,
      viewOptions,
      favorites,
      open: ({ entityId }) => open(entityId),
    }),
  );
  const showProgress = <T>(work: () => Promise<T>): PromiseLike<T> => withViewProgress(CONNECTIONS_VIEW, work);
  // Loaded on first use.
  const load = () => import('./connectionCommands.ts');
  const loadSyncs = () => import('./startSyncs.ts');
  const syncStarter = lazy(async () => {
    const { createSyncStarter } = await import('./createSyncStarter.ts');
    const viewPrompts = { showProgress, setStarting: connectionsView.setStarting };
    return createSyncStarter({ session, feed, tracker, viewPrompts, log });
  });
  const start = async (selection: SyncSelection | undefined, options?: StartOptions): Promise<StartedSyncs> => {
    if (selection?.targets.some(({ isRow }) => isRow === true) === true) {
      connectionsView.lockOrder();
    }
    const { startSyncs } = await loadSyncs();
    return startSyncs(selection, { starter: await syncStarter(), refresh }, options);
  };

  const refresh = async (): Promise<void> => {
    tracker.pollNow();
    connectionsView.releaseOrder();
    // A manual refresh is sent even during a Retry-After, and a response to it ends that pause.
    const result = await showProgress(() => feed.refresh({ isManual: true }));
    if (result.kind === 'failure') {
      throw new ApiError(result.failure);
    }
    if (result.kind === 'connections') {
      tracker.endPause();
    }
  };

  const clearFilter = (): void => viewOptions.change(NO_FILTER);

  return {
    startSyncs: start,
    reveal: (entityId) => connectionsView.reveal(entityId),
    clearFilter,
    view: connectionsView,
    viewOptions,
    favorites,
    syncStarter,
    commands: {
      'dataConnections.refresh': refresh,
      'dataConnections.startSync': async (...args) =>
        start(...(await loadSyncs()).readSyncArguments(args, connectionsView.selection)),
      'dataConnections.copyEntityId': async (...args) => (await load()).copyEntityIds(args),
      'dataConnections.copySyncId': async (...args) => (await load()).copySyncIds(args),
      'dataConnections.copyName': async (...args) => (await load()).copyNames(args),
      'dataConnections.addFavorite': async (...args) => (await load()).addFavorites(args, favorites, feed),
      'dataConnections.removeFavorite': async (...args) => (await load()).removeFavorites(args, favorites),
      'dataConnections.showFailingOnly': async () =>
        (await load()).changeFilter(viewOptions, connectionsView, { failingOnly: true }),
      'dataConnections.showAllConnections': async () =>
        (await load()).changeFilter(viewOptions, connectionsView, { failingOnly: false }),
      'dataConnections.groupConnections': async (...args) => (await load()).groupConnections(viewOptions, args),
      'dataConnections.sortConnections': async (...args) => (await load()).sortConnections(viewOptions, args),
      'dataConnections.filterConnections': async (...args) =>
        (await load()).filterConnections(viewOptions, connectionsView, args),
      'dataConnections.clearConnectionFilter': async () =>
        (await load()).changeFilter(viewOptions, connectionsView, NO_FILTER),
      'dataConnections.openConnection': async (...args) => {
        connectionsView.lockOrder();
        const { readTarget } = await import('../commands/commandTargets.ts');
        open(readTarget(args).entityId);
      },
      'dataConnections.showLastJob': async (...args) => {
        connectionsView.lockOrder();
        await (await load()).showLastJob(args, { feed, tracker, openJob, showProgress });
      },
      'dataConnections.showMoreConnections': (row) => connectionsView.showMore(row),
    },
    dispose: () => owned.dispose(),
  };
}
