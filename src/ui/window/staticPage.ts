import { TabInputWebview, window } from 'vscode';
import type { Event, Uri } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { loadPage } from './pageHtml.ts';
import type { Panel } from './panels.ts';

interface StaticPageOptions<ToPage> {
  /** The file name of the script and the style sheet in `distFolder`, without extension. */
  readonly name: string;
  readonly distFolder: Uri;
  /** Validates a message to the page and cleans its texts. */
  readonly messageToPage: (message: ToPage) => ToPage;
  /** Parses the only message from the page: that it is ready. */
  readonly readMessageFromPage: (message: unknown) => { readonly kind: 'ready' } | undefined;
}

/** A tab with a page that stays the same until `show` is called. It isn't restored after a reload of the window. */
export class StaticPage<ToPage> implements Disposable {
  readonly #panel: Panel;
  readonly #options: StaticPageOptions<ToPage>;
  readonly #owned = new DisposableStore();
  /** Undefined once the tab is closed, because it may contain values of a file. */
  #message: ToPage | undefined;

  constructor(panel: Panel, message: ToPage, options: StaticPageOptions<ToPage>) {
    this.#panel = panel;
    this.#message = message;
    this.#options = options;
    const { name, distFolder, readMessageFromPage } = options;
    const { webview } = panel;
    // VS Code reloads a hidden page when it is shown again, so that the page requests its data again.
    this.#owned.add(webview.onDidReceiveMessage((received) => readMessageFromPage(received) && this.#send()));
    this.#owned.add(
      panel.onDidDispose(() => {
        this.#message = undefined;
        this.#owned.dispose();
      }),
    );
    loadPage(webview, distFolder, name);
  }

  get onDidClose(): Event<void> {
    return this.#panel.onDidDispose;
  }

  /** Whether the tab has been closed. */
  get isClosed(): boolean {
    return this.#message === undefined;
  }

  show(message: ToPage): void {
    if (!this.isClosed) {
      this.#message = message;
      this.#send();
    }
  }

  /**
   * Closes the tab. If it is the active one, the editor that is then shown gets the focus: after `dispose`, no element of the window would
   * have it.
   */
  async close(): Promise<void> {
    const { activeTab } = window.tabGroups.activeTabGroup;
    const isShown =
      activeTab?.input instanceof TabInputWebview && activeTab.input.viewType.endsWith(this.#panel.viewType);
    if (!this.isClosed && this.#panel.active && isShown) {
      await window.tabGroups.close(activeTab);
    }
    this.dispose();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #send(): void {
    if (this.#message !== undefined) {
      void this.#panel.webview.postMessage(this.#options.messageToPage(this.#message));
    }
  }
}
