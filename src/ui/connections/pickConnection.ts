import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import type { TitleText } from '../../base/sinkText.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { ConnectionFeedState, LoadedConnections } from '../../app/connections/feedState.ts';
import type { Connection } from '../../model/connection.ts';
import { unreadText } from '../format/connectionText.ts';
import { failureSentence } from '../format/failureText.ts';
import { createPicker } from '../window/quickInput.ts';
import { connectionItems, isOffered } from './connectionItems.ts';
import type { PickerSection, ConnectionItem } from './connectionItems.ts';

interface PickConnectionOptions {
  /** The command: "Start Sync". */
  readonly title: TitleText;
  readonly placeholder: TitleText;
  /** Connections to list first. */
  readonly groups?: readonly PickerSection[];
  /** Whether inactive connections are left out. */
  readonly isActiveOnly?: boolean;
  /** The entity IDs of the connections that are checked at first, if several can be. */
  readonly proposed?: readonly string[];
}

/** Lets the user select one of the account's connections; undefined if they select none. See `pickConnections`. */
export async function pickConnection(
  feed: ConnectionFeed,
  options: PickConnectionOptions,
): Promise<Connection | undefined> {
  return (await new ConnectionPicker(feed, options, { isMany: false }).pick())[0];
}

/**
 * Lets the user select some of the account's connections; if none is checked, the focused one. Empty if they cancel. Opens at
 * once, busy until the connections are loaded, and offers a retry if that failed. Closes when the account changes.
 */
export function pickConnections(feed: ConnectionFeed, options: PickConnectionOptions): Promise<readonly Connection[]> {
  return new ConnectionPicker(feed, options, { isMany: true }).pick();
}

/** A quick pick that shows the connections of the feed until it is closed. */
class ConnectionPicker {
  readonly #feed: ConnectionFeed;
  readonly #options: PickConnectionOptions;
  readonly #isMany: boolean;
  readonly #owned = new DisposableStore();
  readonly #quickPick = this.#owned.add(createPicker<ConnectionItem>());
  readonly #retry: ConnectionItem = {
    label: quickPickText(vscode.l10n.t('Try Again')),
    iconPath: new vscode.ThemeIcon('refresh'),
    alwaysShow: true,
  };
  /** Aborted when the listed items are out of date. */
  #listing = new AbortController();
  #isOpen = true;
  /** The IDs of the proposed connections that are still to be checked. */
  #proposed: ReadonlySet<string>;

  constructor(feed: ConnectionFeed, options: PickConnectionOptions, { isMany }: { readonly isMany: boolean }) {
    this.#feed = feed;
    this.#options = options;
    this.#isMany = isMany;
    this.#proposed = new Set(options.proposed);
    this.#owned.add({ dispose: () => this.#listing.abort() });
    this.#quickPick.title = options.title;
    this.#quickPick.matchOnDescription = true;
    this.#quickPick.matchOnDetail = true;
  }

  /** Opens the quick pick. Resolves to the selected connections, or to none once it is closed without a selection. */
  pick(): Promise<readonly Connection[]> {
    const quickPick = this.#quickPick;
    return new Promise((resolve) => {
      this.#owned.add(this.#feed.onDidChange((state) => this.#update(state)));
      this.#owned.add(quickPick.onDidChangeValue((text) => this.#focusFirstMatch(text)));
      this.#owned.add(
        quickPick.onDidAccept(() => {
          const chosen = quickPick.selectedItems.length > 0 ? quickPick.selectedItems : quickPick.activeItems;
          const connections = chosen.flatMap(({ connection }) => connection ?? []);
          if (chosen.includes(this.#retry)) {
            this.#refresh();
          } else if (connections.length > 0) {
            resolve(connections);
            quickPick.hide();
          }
        }),
      );
      this.#owned.add(
        quickPick.onDidHide(() => {
          this.#isOpen = false;
          resolve([]);
          this.#owned.dispose();
        }),
      );
      this.#show(this.#feed.state);
      quickPick.show();
      if (this.#feed.state.kind !== 'loaded') {
        this.#refresh();
      }
    });
  }

  #update(state: ConnectionFeedState): void {
    if (state.kind === 'loading') {
      // Another account became active: the selection was for the previous one.
      this.#quickPick.hide();
    } else {
      this.#show(state);
    }
  }

  #show(state: ConnectionFeedState): void {
    this.#listing.abort();
    this.#listing = new AbortController();
    const hasConnections = this.#hasConnections(state);
    // No check box for Try Again.
    this.#quickPick.canSelectMany = this.#isMany && hasConnections;
    this.#quickPick.busy = state.kind === 'loading' || hasConnections;
    this.#quickPick.placeholder = this.#placeholder(state);
    if (hasConnections) {
      void this.#listConnections(this.#listing.signal);
    } else {
      this.#showItems(state.kind === 'loading' ? [] : [this.#retry]);
    }
  }

  #hasConnections(state: ConnectionFeedState): boolean {
    const { isActiveOnly = false } = this.#options;
    return state.kind === 'loaded' && state.connections.some((one) => isOffered(one, isActiveOnly));
  }

  #placeholder(state: ConnectionFeedState): TitleText {
    switch (state.kind) {
      case 'loading':
        return titleText(vscode.l10n.t('Loading connections…'));
      case 'failed':
        return titleText(failureSentence(state.failure));
      case 'loaded':
        return this.#hasConnections(state) ? this.#options.placeholder : noConnectionsText(state);
    }
  }

  async #listConnections(signal: AbortSignal): Promise<void> {
    // Of a long list, only the beginning is shown at first, which may not contain all checked items.
    const checked = new Set([...idsOf(this.#quickPick.selectedItems), ...this.#proposed]);
    for await (const items of connectionItems(this.#feed, this.#options, signal)) {
      if (signal.aborted) {
        return;
      }
      this.#showItems(items, checked);
      this.#focusProposed(items);
    }
    this.#proposed = new Set();
    this.#quickPick.busy = false;
  }

  /** Focuses the first proposed connection, which may be far down the list. */
  #focusProposed(items: readonly ConnectionItem[]): void {
    const first = items.find(({ connection }) => connection && this.#proposed.has(connection.entityId));
    if (first !== undefined) {
      this.#quickPick.activeItems = [first];
    }
  }

  /** Shows the items. Those that were focused or checked stay so, as far as they are among them. */
  #showItems(items: readonly ConnectionItem[], checked: Iterable<string> = []): void {
    const quickPick = this.#quickPick;
    const active = idsOf(quickPick.activeItems);
    const selected = new Set([...checked, ...idsOf(quickPick.selectedItems)]);
    const among = (ids: ReadonlySet<string>): readonly ConnectionItem[] =>
      items.filter(({ connection }) => connection && ids.has(connection.entityId));
    quickPick.keepScrollPosition = true;
    quickPick.items = items;
    if (among(active).length > 0) {
      quickPick.activeItems = among(active);
    }
    if (this.#isMany && selected.size > 0) {
      quickPick.selectedItems = among(selected);
    }
  }

  /** In a list with check boxes, VS Code moves the focus to no match, and Enter would do nothing. */
  #focusFirstMatch(text: string): void {
    const quickPick = this.#quickPick;
    const [match] = this.#isMany && text.trim() !== '' ? quickPick.items.filter((item) => isMatch(item, text)) : [];
    if (match !== undefined) {
      quickPick.activeItems = [match];
    }
  }

  #refresh(): void {
    this.#quickPick.busy = true;
    // Without a change of the state, as during a pause, there is no event.
    void this.#feed.refresh().then(() => this.#isOpen && this.#show(this.#feed.state));
  }
}

function noConnectionsText(state: LoadedConnections): TitleText {
  const reason = unreadText(state);
  if (reason !== undefined) {
    return titleText(reason);
  }
  return titleText(
    state.connections.length === 0
      ? vscode.l10n.t('There are no connections yet. Create a connection in the service, then try again.')
      : vscode.l10n.t('No connection is active. Activate one in the service, then try again.'),
  );
}

function isMatch({ connection, label, description, detail }: ConnectionItem, text: string): boolean {
  const query = text.trim().toLowerCase();
  return connection !== undefined && [label, description, detail].some((part) => part?.toLowerCase().includes(query));
}

function idsOf(items: readonly ConnectionItem[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ connection }) => connection?.entityId ?? []));
}
