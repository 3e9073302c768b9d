import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import type { TitleText } from '../../base/sinkText.ts';
import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { ConnectionFeedState } from '../../app/connections/feedState.ts';
import { connectionName, connectionState } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import { failureSentence } from '../format/failureText.ts';
import { createPicker, separator } from '../window/quickInput.ts';
import type { PickItem } from '../window/quickInput.ts';
import { stateAndTimes, stateIcon } from '../format/connectionText.ts';

interface PickConnectionOptions {
  /** The command: "Start Sync". */
  readonly title: TitleText;
  readonly placeholder: TitleText;
  /** Entity IDs selected before, latest first. They are listed first. */
  readonly recent?: readonly string[];
}

interface ConnectionItem extends PickItem {
  readonly connection?: Connection;
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
  const show = (state: ConnectionFeedState): void => {
    const active = pick.activeItems[0]?.connection?.entityId;
    pick.busy = state.kind === 'loading';
    pick.placeholder =
      state.kind === 'loading'
        ? titleText(vscode.l10n.t('Loading connections…'))
        : state.kind === 'failed'
          ? titleText(failureSentence(state.failure))
          : options.placeholder;
    pick.keepScrollPosition = true;
    pick.items = state.kind === 'loaded' ? itemsOf(feed, options.recent ?? []) : state.kind === 'failed' ? [retry] : [];
    const again = pick.items.filter(({ connection }) => connection !== undefined && connection.entityId === active);
    if (again.length > 0) {
      pick.activeItems = again;
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

function itemsOf(feed: ConnectionFeed, recent: readonly string[]): ConnectionItem[] {
  const connections = feed.state.kind === 'loaded' ? feed.state.connections : [];
  const recentOnes = recent.flatMap((entityId) => feed.find(entityId) ?? []);
  // They come sorted by name.
  const others = connections.filter((connection) => !recentOnes.includes(connection));
  const now = Date.now();
  return [
    ...section(vscode.l10n.t('recently used'), recentOnes, now),
    ...section(recentOnes.length === 0 ? undefined : vscode.l10n.t('other connections'), others, now),
  ];
}

function section(label: string | undefined, connections: readonly Connection[], now: number): ConnectionItem[] {
  const items = connections.map((connection) => itemOf(connection, now));
  return label === undefined || items.length === 0 ? items : [separator(quickPickText(label)), ...items];
}

function itemOf(connection: Connection, now: number): ConnectionItem {
  const state = connectionState(connection);
  return {
    connection,
    label: quickPickText(connectionName(connection), { maxLength: 100 }),
    description: quickPickText(connection.sourceSystem, { maxLength: 100 }),
    detail: quickPickText(stateAndTimes(connection, now).join(' · ')),
    // Icons in a quick pick can't spin.
    iconPath: state === 'syncing' ? new vscode.ThemeIcon('sync') : stateIcon(state),
  };
}
