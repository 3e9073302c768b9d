import { ViewColumn } from 'vscode';
import type { Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { TitleText } from '../../base/sinkText.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import { pageHtml } from '../window/pageHtml.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { RowsModel } from './messages.ts';

/** An editor tab with the first rows of an upload. It isn't restored after a reload, which ends the review. */
export class RowsPanel implements Disposable {
  readonly #panel: Panel;
  readonly #owned = new DisposableStore();
  #model: RowsModel;
  #isClosed = false;

  constructor(title: TitleText, model: RowsModel, distFolder: Uri) {
    this.#model = model;
    this.#panel = createPanel('dataConnections.rows', title, ViewColumn.Active);
    const { webview } = this.#panel;
    webview.options = { enableScripts: true, localResourceRoots: [distFolder] };
    // VS Code reloads a hidden page when it is shown again, so that the page requests its data again.
    this.#owned.add(webview.onDidReceiveMessage((message) => readMessageFromPage(message) && this.#send()));
    this.#owned.add(
      this.#panel.onDidDispose(() => {
        this.#isClosed = true;
        this.#owned.dispose();
      }),
    );
    webview.html = pageHtml(webview, distFolder, 'rowsPage');
  }

  /** Whether the user has closed the tab. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  show(model: RowsModel): void {
    this.#model = model;
    if (!this.#isClosed) {
      this.#send();
    }
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #send(): void {
    void this.#panel.webview.postMessage(messageToPage({ kind: 'show', model: this.#model }));
  }
}
