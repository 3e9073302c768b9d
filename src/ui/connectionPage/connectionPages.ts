import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import type { LivePage } from '../window/livePage.ts';
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

type Page = LivePage<MessageToPage, MessageFromPage>;

/** The pages of connections: a tab for each. */
export class ConnectionPages implements Disposable {
  readonly #options: ConnectionPagesOptions;
  readonly #owned = new DisposableStore();
  readonly #pages = new Map<string, Page>();

  constructor(options: ConnectionPagesOptions) {
    this.#options = options;
    const { connections } = options;
    this.#owned.add({ dispose: () => [...this.#pages.values()].forEach((page) => page.dispose()) });
    // Fires after changes of their jobs as well.
    this.#owned.add(connections.onDidChange((change) => this.#draw(change.kind === 'list' ? 'all' : change.entityIds)));
  }

  /** Fills a panel that VS Code restored after a reload. `state` is what its page had saved. */
  restore(panel: Panel, state: unknown): void {
    const { entityId } = readRemembered(state) ?? {};
    if (entityId === undefined || this.#pages.has(entityId)) {
      panel.dispose();
    } else {
      this.#adopt(panel, entityId);
    }
  }

  /** Shows the tab of the connection, or opens one. */
  open(entityId: string): void {
    const open = this.#pages.get(entityId);
    if (open) {
      open.reveal();
      return;
    }
    const title = titleText(vscode.l10n.t('Connection'));
    this.#adopt(createPanel('dataConnections.connection', title, vscode.ViewColumn.Active), entityId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #draw(entityIds: ReadonlySet<string> | 'all'): void {
    for (const [entityId, page] of this.#pages) {
      if (entityIds === 'all' || entityIds.has(entityId)) {
        page.draw();
      }
    }
  }

  #adopt(panel: Panel, entityId: string): void {
    const onDidChangeVisibility = (): void => this.#tellVisibility();
    const page = createConnectionPage(panel, entityId, { ...this.#options, onDidChangeVisibility });
    this.#pages.set(entityId, page);
    page.onDidClose(() => {
      this.#pages.delete(entityId);
      this.#tellVisibility();
    });
    this.#tellVisibility();
  }

  #tellVisibility(): void {
    this.#options.onDidChangeVisibility([...this.#pages.values()].some(({ isVisible }) => isVisible));
  }
}
