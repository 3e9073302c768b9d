import * as vscode from 'vscode';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { CurrentConnections } from '../../app/connections/currentConnections.ts';
import type { Favorites } from '../../app/connections/favorites.ts';
import { lanesOf } from '../../app/connections/lanes.ts';
import { searchTexts } from '../../app/connections/rowOrder.ts';
import type { ViewOptionsStore } from '../../app/connections/viewOptionsStore.ts';
import type { SessionState } from '../../app/session/session.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { isObject } from '../../base/json.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Throttle } from '../../base/throttle.ts';
import { titleText } from '../../base/sinkText.ts';
import { filterOf } from '../../model/connectionViewOptions.ts';
import { stateWords, unreadText } from '../format/connectionText.ts';
import { notLoadedText } from '../format/notLoadedText.ts';
import { staleText } from '../format/staleText.ts';
import { OVERVIEW_PANEL } from '../manifestIds.ts';
import { LivePage } from '../window/livePage.ts';
import type { ActionOf } from '../window/livePage.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { MessageFromPage, MessageToPage } from './messages.ts';
import { overviewModel, PAST_MS } from './overviewModel.ts';

/** Limits how often all lanes are redrawn, because many jobs may change at the same time. */
const DRAW_INTERVAL_MS = 1000;
/** Values that change merely because time passes. */
const TIME_DEPENDENT: ReadonlySet<string> = new Set(['fromMs', 'toMs', 'nowMs', 'concurrency']);

interface OverviewOptions {
  readonly connections: Pick<CurrentConnections, 'getAll' | 'count' | 'onDidChange'>;
  readonly viewOptions: Pick<ViewOptionsStore, 'current' | 'onDidChange'>;
  readonly favorites: Pick<Favorites, 'entityIds' | 'onDidChange'>;
  readonly tracker: Pick<JobTracker, 'jobs' | 'outageSince'>;
  /** The folder of the page's script and style. */
  readonly distFolder: vscode.Uri;
  readonly feed: Pick<ConnectionFeed, 'state' | 'onDidChange'>;
  readonly session: Readonly<{ state: Pick<SessionState, 'kind'> }>;
  readonly openConnection: (entityId: string) => unknown;
  readonly changeFilter: () => unknown;
  readonly changeGrouping: () => unknown;
  readonly showAll: () => unknown;
  readonly onDidChangeVisibility: (isVisible: boolean) => void;
  readonly report: (error: unknown) => void;
}

/** The tab with all connections that ran in the last 24 hours. There is at most one. */
export class Overview implements Disposable {
  readonly #options: OverviewOptions;
  readonly #owned = new DisposableStore();
  readonly #searchTextOf = searchTexts(stateWords);
  readonly #drawSoon = this.#owned.add(new Throttle(() => this.#page?.draw(), DRAW_INTERVAL_MS));
  #page: LivePage<MessageToPage, MessageFromPage> | undefined;

  constructor(options: OverviewOptions) {
    this.#options = options;
    // The connections also change with their jobs.
    for (const source of [options.connections, options.feed, options.viewOptions, options.favorites]) {
      this.#owned.add(source.onDidChange(() => this.#drawSoon.call()));
    }
    this.#owned.add({ dispose: () => this.#page?.dispose() });
  }

  /** Fills a panel that VS Code restored after a reload. */
  restore(panel: Panel): void {
    if (this.#page) {
      panel.dispose();
    } else {
      this.#adopt(panel);
    }
  }

  /** Shows the tab, or opens it. */
  open(): void {
    if (this.#page) {
      this.#page.reveal();
    } else {
      void closeUnrestoredTabs();
      this.#adopt(createPanel(OVERVIEW_PANEL, this.#title, vscode.ViewColumn.Active));
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  get #title() {
    return titleText(vscode.l10n.t('Overview'));
  }

  #adopt(panel: Panel): void {
    const { distFolder, onDidChangeVisibility, report } = this.#options;
    const page = new LivePage<MessageToPage, MessageFromPage>(panel, {
      name: 'overview',
      distFolder,
      messageToPage,
      readMessageFromPage,
      timeDependent: TIME_DEPENDENT,
      report,
      title: () => this.#title,
      show: () => this.#show(),
      act: (message) => this.#act(message),
      onDidChangeVisibility: () => onDidChangeVisibility(page.isVisible),
    });
    this.#page = page;
    page.onDidClose(() => {
      this.#page = undefined;
      onDidChangeVisibility(false);
    });
    onDidChangeVisibility(page.isVisible);
  }

  #show(): MessageToPage {
    const { connections, favorites, feed, tracker, viewOptions, session } = this.#options;
    if (connections.count === 0) {
      const reason = notLoadedText(session.state, feed.state) ?? unreadText(feed.state);
      const text = reason ?? vscode.l10n.t('There are no connections.');
      return { kind: 'empty', text };
    }
    const now = Date.now();
    const all = connections.getAll();
    const groups = lanesOf(all, {
      jobs: tracker.jobs,
      since: now - PAST_MS,
      viewOptions: { ...viewOptions.current, favorites: favorites.entityIds, language: vscode.env.language },
      searchTextOf: this.#searchTextOf,
    });
    const matches = filterOf(viewOptions.current, this.#searchTextOf);
    const count = matches ? all.filter(matches).length : all.length;
    const stale = staleText(feed.state, tracker.outageSince, now);
    return { kind: 'show', model: overviewModel({ groups, count, viewOptions: viewOptions.current, stale }, now) };
  }

  async #act(message: ActionOf<MessageFromPage>): Promise<void> {
    const { openConnection, changeFilter, changeGrouping, showAll } = this.#options;
    switch (message.kind) {
      case 'open':
        await openConnection(message.entityId);
        break;
      case 'filter':
        await changeFilter();
        break;
      case 'group':
        await changeGrouping();
        break;
      case 'showAll':
        await showAll();
        break;
    }
  }
}

/** Closes a tab that VS Code has not restored since a reload, because it is hidden: no code can show it. */
function closeUnrestoredTabs(): Thenable<unknown> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return vscode.window.tabGroups.close(
    tabs.filter(({ input }) => isObject(input) && String(input['viewType']).endsWith(`-${OVERVIEW_PANEL}`)),
  );
}
