import { l10n } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import { CONNECTION_PANEL } from '../manifestIds.ts';
import type { LivePage } from '../window/livePage.ts';
import { PageTabs } from '../window/pageTabs.ts';
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
  readonly #owned = new DisposableStore();
  readonly #tabs: PageTabs<LivePage<MessageToPage, MessageFromPage>>;

  constructor(options: ConnectionPagesOptions) {
    this.#tabs = this.#owned.add(
      new PageTabs({
        type: CONNECTION_PANEL,
        title: titleText(l10n.t('Connection')),
        create: (panel, entityId, onDidChangeVisibility) =>
          createConnectionPage(panel, entityId, { ...options, onDidChangeVisibility }),
        onDidChangeVisibility: (visibleIds) => options.onDidChangeVisibility(visibleIds.length > 0),
      }),
    );
    // Fires after changes of their jobs as well.
    this.#owned.add(
      options.connections.onDidChange((change) => this.#draw(change.kind === 'list' ? 'all' : change.entityIds)),
    );
    this.#owned.add(options.feed.onDidChange(() => this.#draw('all')));
  }

  /** Fills a panel that VS Code restored after a reload. `state` is what its page had saved. */
  restore(panel: Panel, state: unknown): void {
    this.#tabs.restore(panel, readRemembered(state)?.entityId);
  }

  /** Shows the tab of the connection, or opens one. */
  open(entityId: string): void {
    this.#tabs.open(entityId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #draw(entityIds: ReadonlySet<string> | 'all'): void {
    for (const [entityId, page] of this.#tabs.all) {
      if (entityIds === 'all' || entityIds.has(entityId)) {
        page.draw();
      }
    }
  }
}
