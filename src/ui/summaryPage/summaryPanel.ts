import { ViewColumn } from 'vscode';
import type { Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { TitleText } from '../../base/sinkText.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import { pageHtml } from '../window/pageHtml.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import type { MessageFromPage, SummaryModel } from './messages.ts';

interface SummaryPanelOptions {
  readonly title: TitleText;
  readonly distFolder: Uri;
  /** Creates what is shown, as it is now. */
  readonly model: () => SummaryModel;
  /** Called with what the user does on the page. */
  readonly act: (message: Exclude<MessageFromPage, { kind: 'ready' }>) => void;
}

/** An editor tab with what became of the files of an upload. It isn't restored after a reload. */
export class SummaryPanel implements Disposable {
  readonly #options: SummaryPanelOptions;
  readonly #panel: Panel;
  readonly #owned = new DisposableStore();
  #sent = '';

  constructor(options: SummaryPanelOptions) {
    const { title, distFolder } = options;
    this.#options = options;
    this.#panel = createPanel('dataConnections.uploadSummary', title, ViewColumn.Active);
    const { webview } = this.#panel;
    webview.options = { enableScripts: true, localResourceRoots: [distFolder] };
    this.#owned.add(webview.onDidReceiveMessage((message) => this.#take(readMessageFromPage(message))));
    this.#owned.add(this.#panel.onDidDispose(() => this.#owned.dispose()));
    webview.html = pageHtml(webview, distFolder, 'summaryPage');
  }

  /** Disposed of when the user closes the tab. */
  own(disposable: Disposable): void {
    this.#owned.add(disposable);
  }

  /** Shows the model as it is now, if it has changed. */
  draw(): void {
    const message = messageToPage({ kind: 'show', model: this.#options.model() });
    const key = JSON.stringify(message);
    if (key !== this.#sent) {
      this.#sent = key;
      void this.#panel.webview.postMessage(message);
    }
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #take(message: MessageFromPage | undefined): void {
    if (message?.kind === 'ready') {
      // A hidden page is loaded anew when it is shown again.
      this.#sent = '';
      this.draw();
    } else if (message !== undefined) {
      this.#options.act(message);
    }
  }
}
