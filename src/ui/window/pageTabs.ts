import type { Event } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';

interface TabPage extends Disposable {
  readonly isVisible: boolean;
  readonly onDidClose: Event<void>;
  reveal(): void;
}

/** The open pages of one kind, at most one for each ID. */
export class PageTabs<Page extends TabPage> implements Disposable {
  readonly #pages = new Map<string, Page>();
  readonly #onDidChangeVisibility: (visibleIds: readonly string[]) => void;
  #isDisposed = false;

  /** @param onDidChangeVisibility called with the IDs of the visible pages. */
  constructor(onDidChangeVisibility: (visibleIds: readonly string[]) => void) {
    this.#onDidChangeVisibility = onDidChangeVisibility;
  }

  get all(): ReadonlyMap<string, Page> {
    return this.#pages;
  }

  /** Creates the page of an ID that has none, and keeps it until its tab is closed. */
  add(id: string, create: (onDidChangeVisibility: () => void) => Page): void {
    const onDidChangeVisibility = (): void => this.#reportVisibility();
    const page = create(onDidChangeVisibility);
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

  dispose(): void {
    this.#isDisposed = true;
    [...this.#pages.values()].forEach((page) => page.dispose());
  }

  #reportVisibility(): void {
    const visible = [...this.#pages].filter(([, { isVisible }]) => isVisible);
    this.#onDidChangeVisibility(visible.map(([id]) => id));
  }
}
