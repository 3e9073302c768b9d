import * as vscode from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { Session } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { treeText } from '../../base/sinkText.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { Connection } from '../../model/connection.ts';
import { connectionsViewState } from '../../app/connections/connectionsViewState.ts';
import { CurrentConnections } from '../../app/connections/currentConnections.ts';
import type { Favorites } from '../../app/connections/favorites.ts';
import { RowOrderLock } from '../../app/connections/rowOrderLock.ts';
import { LastJobs } from '../../app/tracking/lastJobs.ts';
import { setContextKey } from '../contextKeys.ts';
import type { ContextKeys } from '../contextKeys.ts';
import { numberText } from '../format/valueText.ts';
import { CONNECTIONS_VIEW } from '../manifestIds.ts';
import { DoubleClicks, isOnlySelected } from '../window/doubleClicks.ts';
import type { DeferredView, View } from '../window/trees.ts';
import { ConnectionTree } from './connectionTree.ts';
import { lockOrderWhileUsed } from './lockOrderWhileUsed.ts';
import { viewMessage } from './viewMessage.ts';
import type { ConnectionsElement } from '../../app/connections/connectionElements.ts';
import type { ViewOptionsStore } from '../../app/connections/viewOptionsStore.ts';

interface ConnectionsViewOptions {
  readonly view: DeferredView<ConnectionsElement>;
  readonly session: Session;
  readonly feed: ConnectionFeed;
  readonly tracker: Pick<
    JobTracker,
    'jobs' | 'findLookedUp' | 'lookUp' | 'jobsForListAt' | 'outageSince' | 'onDidChange'
  >;
  readonly viewOptions: ViewOptionsStore;
  readonly favorites: Favorites;
  /** Opens the page of a connection. */
  readonly open: (connection: Connection) => void;
}

/** How often relative times are redrawn. */
const REDRAW_INTERVAL_MS = MINUTE_MS;
/** Longer lists are arranged in a separate turn of the event loop, so that it isn't blocked in one go. */
const LONG_LIST = 1000;

/** What the view shows besides its rows. */
interface ViewHeader {
  readonly message: string;
  readonly description: string;
  readonly attentionCount: number;
  readonly keys: Pick<ContextKeys, 'connections' | 'failure' | 'filtering' | 'failingOnly'>;
}

/** The Connections view: the connections of the feed, updated by the tracked jobs, in the order the user chose. */
export class ConnectionsView implements Disposable {
  readonly #options: ConnectionsViewOptions;
  readonly #owned = new DisposableStore();
  readonly #current: CurrentConnections;
  readonly #lastJobs: LastJobs;
  readonly #orderLock = this.#owned.add(new RowOrderLock());
  readonly #tree: ConnectionTree;
  readonly #view: View<ConnectionsElement>;
  readonly #doubleClicks = new DoubleClicks();
  #shown: Partial<ViewHeader> = {};
  /** Set while a long list is yet to be arranged. */
  #arrangement: NodeJS.Immediate | undefined;
  /** The pages that show the connections. */
  readonly #neededBy = new Set<string>();

  constructor(options: ConnectionsViewOptions) {
    const { feed, tracker, viewOptions, favorites } = options;
    this.#options = options;
    const current = this.#owned.add(new CurrentConnections({ feed, jobs: tracker }));
    this.#current = current;
    this.#lastJobs = new LastJobs(tracker);
    this.#tree = this.#owned.add(
      new ConnectionTree({
        getAll: () => current.getAll(),
        find: (entityId) => current.find(entityId),
        lastJobs: this.#lastJobs,
        usual: (job) => tracker.jobs.usual(job),
        orderLock: this.#orderLock,
      }),
    );
    this.#view = options.view.fill(this.#tree);
    const times = setInterval(() => this.#view.visible && this.#drawTimes(), REDRAW_INTERVAL_MS);
    this.#owned.add({ dispose: () => clearInterval(times) });
    this.#owned.add({ dispose: () => clearImmediate(this.#arrangement) });
    this.#owned.add(
      this.#view.onDidChangeVisibility(() => {
        this.#keepFresh();
        // Another window may have changed them.
        favorites.reload();
        this.#drawTimes();
      }),
    );
    this.#owned.add(
      current.onDidChange((change) => {
        if (change.kind === 'list' && current.count > LONG_LIST) {
          this.#arrangement ??= setImmediate(() => this.#arrange());
        } else if (change.kind === 'list') {
          this.#arrange();
        } else {
          this.#tree.update(change.entityIds);
          this.#updateHeader();
        }
      }),
    );
    this.#owned.add(feed.onDidChange(() => this.#updateHeader()));
    const arrangeNow = (): void => this.#arrange({ isUrgent: true });
    this.#owned.add(viewOptions.onDidChange(arrangeNow));
    this.#owned.add(favorites.onDidChange(arrangeNow));
    this.#owned.add(lockOrderWhileUsed(this.#view, this.#orderLock));
    this.#owned.add(this.#view.onDidExpandElement(({ element }) => this.#handleToggle(element)));
    this.#owned.add(this.#view.onDidCollapseElement(({ element }) => this.#handleToggle(element)));
    this.#keepFresh();
    this.#arrange();
  }

  /** Call this when the user acts on a row: the rows then keep their positions for a while. */
  lockOrder(): void {
    this.#orderLock.lock();
  }

  /** Call this when the user wants the rows in their current order. */
  releaseOrder(): void {
    this.#orderLock.release();
  }

  /** The connections as the view shows them. */
  get current(): CurrentConnections {
    return this.#current;
  }

  get lastJobs(): LastJobs {
    return this.#lastJobs;
  }

  /** Shows in these rows that their syncs are being started, or no longer. */
  readonly setStarting = (entityIds: readonly string[], isStarting: boolean): void => {
    this.#tree.setStarting(entityIds, isStarting);
  };

  /** Keeps the connections up to date as long as a page that shows them is visible, even if the view is hidden. */
  setNeeded(by: 'pages' | 'overview', isNeeded: boolean): void {
    if (isNeeded) {
      this.#neededBy.add(by);
    } else {
      this.#neededBy.delete(by);
    }
    this.#keepFresh();
  }

  /** Shows the next page of a long list. `argument`: the row at its end. */
  async showMore(argument: unknown): Promise<void> {
    await this.#focus(this.#tree.showMore(argument));
  }

  /** Selects the row of a connection. Returns false if there is none. */
  async reveal(entityId: string): Promise<boolean> {
    if (this.#arrangement !== undefined) {
      this.#arrange();
    }
    return this.#focus(this.#tree.show(entityId));
  }

  /** The selected rows. */
  get selection(): readonly unknown[] {
    return this.#view.selection;
  }

  /** How many connections match the filter. */
  get counts(): { readonly shown: number; readonly all: number } {
    return { shown: this.#tree.count, all: this.#current.count };
  }

  focus(): void {
    void vscode.commands.executeCommand(`${CONNECTIONS_VIEW}.focus`);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #focus(row: ConnectionsElement | undefined): Promise<boolean> {
    if (row !== undefined) {
      await this.#view.reveal(row, { select: true, focus: true });
    }
    return row !== undefined;
  }

  #keepFresh(): void {
    this.#options.feed.setVisible(this.#view.visible || this.#neededBy.size > 0);
  }

  #handleToggle(element: ConnectionsElement): void {
    const isSelected = isOnlySelected(this.#view, element);
    if (element.kind === 'connection' && this.#doubleClicks.handleToggle(element.id, isSelected)) {
      this.#options.open(element.connection);
    }
  }

  #arrange(how?: { readonly isUrgent: boolean }): void {
    clearImmediate(this.#arrangement);
    this.#arrangement = undefined;
    const { viewOptions, favorites } = this.#options;
    this.#tree.arrange({ ...viewOptions.current, favorites: favorites.entityIds, language: vscode.env.language }, how);
    this.#updateHeader();
  }

  #drawTimes(): void {
    this.#tree.updateTimes();
    this.#updateHeader();
  }

  #updateHeader(): void {
    if (this.#arrangement !== undefined) {
      // The header depends on how many rows are shown, which is not known yet.
      return;
    }
    const { feed, tracker, viewOptions } = this.#options;
    const { count, attentionCount } = this.#current;
    const { content, failure } = connectionsViewState(feed.state, { count, shownCount: this.#tree.count });
    const before = this.#shown;
    const shown = {
      message: viewMessage(feed.state, tracker.outageSince, Date.now()) ?? '',
      description: this.#description(this.#tree.count, count) ?? '',
      attentionCount,
      keys: {
        connections: content,
        failure,
        filtering: viewOptions.current.filter !== '',
        failingOnly: viewOptions.current.failingOnly,
      },
    };
    this.#shown = shown;
    if (shown.message !== before.message) {
      this.#view.message = treeText(shown.message);
    }
    if (shown.description !== before.description) {
      this.#view.description = treeText(shown.description);
    }
    if (attentionCount !== before.attentionCount) {
      this.#view.badge = badgeOf(attentionCount);
    }
    for (const key of ['connections', 'failure', 'filtering', 'failingOnly'] as const) {
      if (shown.keys[key] !== before.keys?.[key]) {
        setContextKey(key, shown.keys[key]);
      }
    }
  }

  #description(shown: number, all: number): string | undefined {
    const { session, viewOptions } = this.#options;
    if (session.state.kind === 'signedOut') {
      return undefined;
    }
    const workspace = session.state.account.workspace.name;
    const { filter, failingOnly } = viewOptions.current;
    // Without connections, it would say “0 of 0” until they are known.
    return all === 0 || (filter === '' && !failingOnly)
      ? workspace
      : vscode.l10n.t('{0} of {1} · {2}', numberText(shown), numberText(all), workspace);
  }
}

function badgeOf(count: number): View<unknown>['badge'] {
  if (count === 0) {
    return undefined;
  }
  return {
    value: count,
    tooltip: treeText(
      count === 1
        ? vscode.l10n.t('1 connection needs attention')
        : vscode.l10n.t('{0} connections need attention', numberText(count)),
    ),
  };
}
