import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import type { TitleText } from '../../base/sinkText.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { ConnectionFeedState } from '../../app/connections/feedState.ts';
import type { Connection } from '../../model/connection.ts';
import { failureSentence } from '../format/failureText.ts';
import { createPicker } from '../window/quickInput.ts';
import { connectionItems } from './connectionItems.ts';
import type { PickerSection, ConnectionItem } from './connectionItems.ts';

interface PickConnectionOptions {
  /** The command: "Start Sync". */
  readonly title: TitleText;
  readonly placeholder: TitleText;
  /** Connections to list first. */
  readonly groups?: readonly PickerSection[];
  /** Whether a connection is listed. By default, all are. */
  readonly isOffered?: (connection: Connection) => boolean;
}

/** Lets the user select one of the account's connections; undefined if they select none. See `pickConnections`. */
export async function pickConnection(
  feed: ConnectionFeed,
  options: PickConnectionOptions,
): Promise<Connection | undefined> {
  return (await pickFrom(feed, options, false))[0];
}

/**
 * Lets the user select some of the account's connections; if none is checked, the focused one. Empty if they cancel. Opens at
 * once, busy until the connections are loaded, and offers a retry if that failed. Closes when the account changes.
 */
export function pickConnections(feed: ConnectionFeed, options: PickConnectionOptions): Promise<readonly Connection[]> {
  return pickFrom(feed, options, true);
}

function pickFrom(
  feed: ConnectionFeed,
  options: PickConnectionOptions,
  isMany: boolean,
): Promise<readonly Connection[]> {
  const owned = new DisposableStore();
  const pick = owned.add(createPicker<ConnectionItem>());
  pick.title = options.title;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const retry: ConnectionItem = {
    label: quickPickText(vscode.l10n.t('Try Again')),
    iconPath: new vscode.ThemeIcon('refresh'),
    alwaysShow: true,
  };
  let isOpen = true;
  let listing = new AbortController();
  owned.add({ dispose: () => listing.abort() });
  const showItems = (items: readonly ConnectionItem[], checked: Iterable<string> = []): void => {
    const active = idsOf(pick.activeItems);
    const selected = new Set([...checked, ...idsOf(pick.selectedItems)]);
    const among = (ids: ReadonlySet<string>): readonly ConnectionItem[] =>
      items.filter(({ connection }) => connection && ids.has(connection.entityId));
    pick.keepScrollPosition = true;
    pick.items = items;
    if (among(active).length > 0) {
      pick.activeItems = among(active);
    }
    if (isMany && selected.size > 0) {
      pick.selectedItems = among(selected);
    }
  };
  const list = async (): Promise<void> => {
    const { signal } = listing;
    // Of a long list, only the beginning is shown at first, which may not contain all checked items.
    const checked = idsOf(pick.selectedItems);
    for await (const items of connectionItems(feed, options, signal)) {
      if (signal.aborted) {
        return;
      }
      showItems(items, checked);
    }
    pick.busy = false;
  };
  const show = (state: ConnectionFeedState): void => {
    listing.abort();
    listing = new AbortController();
    // No check box for Try Again.
    pick.canSelectMany = isMany && state.kind === 'loaded';
    pick.busy = state.kind !== 'failed';
    pick.placeholder =
      state.kind === 'loading'
        ? titleText(vscode.l10n.t('Loading connections…'))
        : state.kind === 'failed'
          ? titleText(failureSentence(state.failure))
          : options.placeholder;
    if (state.kind === 'loaded') {
      void list();
    } else {
      showItems(state.kind === 'failed' ? [retry] : []);
    }
  };
  const refresh = (): void => {
    pick.busy = true;
    // Without a change of the state, as during a pause, there is no event.
    void feed.refresh().then(() => isOpen && show(feed.state));
  };

  return new Promise((resolve) => {
    owned.add(
      feed.onDidChange((state) => {
        if (state.kind === 'loading') {
          // Another account became active: the selection was for the previous one.
          pick.hide();
        } else {
          show(state);
        }
      }),
    );
    owned.add(
      pick.onDidChangeValue((text) => {
        // In a list with check boxes, VS Code moves the focus to no match, and Enter would do nothing.
        const [match] = isMany && text.trim() !== '' ? pick.items.filter((item) => isMatch(item, text)) : [];
        if (match !== undefined) {
          pick.activeItems = [match];
        }
      }),
    );
    owned.add(
      pick.onDidAccept(() => {
        const chosen = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
        const connections = chosen.flatMap(({ connection }) => connection ?? []);
        if (chosen.includes(retry)) {
          refresh();
        } else if (connections.length > 0) {
          resolve(connections);
          pick.hide();
        }
      }),
    );
    owned.add(
      pick.onDidHide(() => {
        isOpen = false;
        resolve([]);
        owned.dispose();
      }),
    );
    show(feed.state);
    pick.show();
    if (feed.state.kind !== 'loaded') {
      refresh();
    }
  });
}

function isMatch({ connection, label, description, detail }: ConnectionItem, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return connection !== undefined && [label, description, detail].some((part) => part?.toLowerCase().includes(wanted));
}

function idsOf(items: readonly ConnectionItem[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ connection }) => connection?.entityId ?? []));
}
