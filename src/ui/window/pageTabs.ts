import { ViewColumn } from 'vscode';
import type { Event } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { TitleText } from '../../base/sinkText.ts';
import { createPanel } from './panels.ts';
import type { Panel } from './panels.ts';

interface TabPage extends Disposable {
  readonly isVisible: boolean;
  readonly onDidClose: Event<void>;
  reveal(): void;
}

interface PageTabsOptions<Page> {
  /** The type of the panels. */
  readonly type: string;
  /** The title of a tab until its page sets one. */
  readonly title: TitleText;
  readonly create: (panel: Panel, id: string, onDidChangeVisibility: () => void) => Page;
  /** Called with the IDs of the visible pages. */
  readonly onDidChangeVisibility: (visibleIds: readonly string[]) => void;
}

/** The open pages of one kind, at most one for each ID. */
export class PageTabs<Page extends TabPage> implements Disposable {
  readonly #options: PageTabsOptions<Page>;
  readonly #pages = new Map<string, Page>();
  #isDisposed = false;

  constructor(options: PageTabsOptions<Page>) {
    this.#options = options;
  }

  get all(): ReadonlyMap<string, Page> {
    return this.#pages;
  }

  /** Shows the tab of an ID, or opens one. */
  open(id: string): void {
    const page = this.#pages.get(id);
    if (page) {
      page.reveal();
    } else {
      const { type, title } = this.#options;
      this.#add(createPanel(type, title, ViewColumn.Active), id);
    }
  }

  /**
   * Fills a panel that VS Code restored after a reload, or closes it if its ID is unknown. VS Code restores a hidden tab only when it is
   * shown, so the ID may have been opened in another tab since then. That one is closed.
   */
  restore(panel: Panel, id: string | undefined): void {
    if (id === undefined) {
      panel.dispose();
      return;
    }
    this.#pages.get(id)?.dispose();
    this.#add(panel, id);
  }

  dispose(): void {
    this.#isDisposed = true;
    [...this.#pages.values()].forEach((page) => page.dispose());
  }

  #add(panel: Panel, id: string): void {
    const onDidChangeVisibility = (): void => this.#reportVisibility();
    const page = this.#options.create(panel, id, onDidChangeVisibility);
    if (this.#isDisposed) {
      // An action of an earlier notification, after the demo was started or left.
      page.dispose();
      return;
    }
    this.#pages.set(id, page);
    page.onDidClose(() => {
      this.#pages.delete(id);
      onDidChangeVisibility();
    });
    onDidChangeVisibility();
  }

  #reportVisibility(): void {
    const visible = [...this.#pages].filter(([, { isVisible }]) => isVisible);
    this.#options.onDidChangeVisibility(visible.map(([id]) => id));
  }
}
