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
import type { ConnectionGroup, ConnectionItem } from './connectionItems.ts';

interface PickConnectionOptions {
  /** The command: "Start Sync". */
  readonly title: TitleText;
  readonly placeholder: TitleText;
  /** Connections to list first. */
  readonly groups?: readonly ConnectionGroup[];
}

/**
 * Lets the user select one of the account's connections; undefined if they select none. Opens at once, busy until the
 * connections are loaded, and offers a retry if that failed. Closes when the account changes.
 */
export function pickConnection(feed: ConnectionFeed, options: PickConnectionOptions): Promise<Connection | undefined> {
  const disposables = new DisposableStore();
  const pick = disposables.add(createPicker<ConnectionItem>());
  pick.title = options.title;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const retry: ConnectionItem = {
    label: quickPickText(vscode.l10n.t('Try Again')),
    iconPath: new vscode.ThemeIcon('refresh'),
    alwaysShow: true,
  };
  let listing = new AbortController();
  disposables.add({ dispose: () => listing.abort() });
  const showItems = (items: readonly ConnectionItem[]): void => {
    const active = pick.activeItems[0]?.connection?.entityId;
    pick.keepScrollPosition = true;
    pick.items = items;
    const again = items.filter(({ connection }) => connection !== undefined && connection.entityId === active);
    if (again.length > 0) {
      pick.activeItems = again;
    }
  };
  const list = async (): Promise<void> => {
    const { signal } = listing;
    for await (const items of connectionItems(feed, options.groups ?? [], signal)) {
      if (signal.aborted) {
        return;
      }
      showItems(items);
    }
    pick.busy = false;
  };
  const show = (state: ConnectionFeedState): void => {
    listing.abort();
    listing = new AbortController();
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
    void feed.refresh().then(() => show(feed.state));
  };

  return new Promise((resolve) => {
    disposables.add(
      feed.onDidChange((state) => {
        if (state.kind === 'loading') {
          // Another account became active: the selection was for the previous one.
          pick.hide();
        } else {
          show(state);
        }
      }),
    );
    disposables.add(
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen === retry) {
          refresh();
        } else if (chosen?.connection) {
          resolve(chosen.connection);
          pick.hide();
        }
      }),
    );
    disposables.add(
      pick.onDidHide(() => {
        resolve(undefined);
        disposables.dispose();
      }),
    );
    show(feed.state);
    pick.show();
    if (feed.state.kind !== 'loaded') {
      refresh();
    }
  });
}
