import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import type { LivePage } from '../window/livePage.ts';
import { PageTabs } from '../window/pageTabs.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import { createConnectionPage } from './connectionPage.ts';
import type { ConnectionPageOptions } from './connectionPage.ts';
import { readRemembered } from './messages.ts';
import type { MessageFromPage, MessageToPage } from './messages.ts';

interface ConnectionPagesOptions extends Omit<ConnectionPageOptions, 'onDidChangeVisibility'> {
  /** Called with whether any page is visible. */
  readonly onDidChangeVisibility: (isAnyVisible: boolean) => void;
}

/** The pages of connections: a tab for each. */
export class ConnectionPages implements Disposable {
  readonly #options: ConnectionPagesOptions;
  readonly #owned = new DisposableStore();
  readonly #tabs: PageTabs<LivePage<MessageToPage, MessageFromPage>>;

  constructor(options: ConnectionPagesOptions) {
    this.#options = options;
    const { connections, onDidChangeVisibility } = options;
    this.#tabs = this.#owned.add(new PageTabs((visibleIds) => onDidChangeVisibility(visibleIds.length > 0)));
    // Fires after changes of their jobs as well.
    this.#owned.add(connections.onDidChange((change) => this.#draw(change.kind === 'list' ? 'all' : change.entityIds)));
  }

  /** Fills a panel that VS Code restored after a reload. `state` is what its page had saved. */
  restore(panel: Panel, state: unknown): void {
    const { entityId } = readRemembered(state) ?? {};
    if (entityId === undefined || this.#tabs.all.has(entityId)) {
      panel.dispose();
    } else {
      this.#add(panel, entityId);
    }
  }

  /** Shows the tab of the connection, or opens one. */
  open(entityId: string): void {
    const page = this.#tabs.all.get(entityId);
    if (page) {
      page.reveal();
      return;
    }
    const title = titleText(vscode.l10n.t('Connection'));
    this.#add(createPanel('dataConnections.connection', title, vscode.ViewColumn.Active), entityId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #add(panel: Panel, entityId: string): void {
    this.#tabs.add(entityId, (onDidChangeVisibility) =>
      createConnectionPage(panel, entityId, { ...this.#options, onDidChangeVisibility }),
    );
  }

  #draw(entityIds: ReadonlySet<string> | 'all'): void {
    for (const [entityId, page] of this.#tabs.all) {
      if (entityIds === 'all' || entityIds.has(entityId)) {
        page.draw();
      }
    }
  }
}
