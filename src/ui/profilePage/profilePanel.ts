import { ViewColumn } from 'vscode';
import type { Uri } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { titleText } from '../../base/sinkText.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { createPanel } from '../window/panels.ts';
import { pageHtml } from '../window/pageHtml.ts';
import { messageToPage, readMessageFromPage } from './messages.ts';
import { profileModel } from './profileModel.ts';

/** An editor tab with the column profile of a file or text. It isn't restored after a reload, because its data is not stored. */
export class ProfilePanel implements Disposable {
  readonly #owned = new DisposableStore();

  constructor(name: string, result: CheckResult, distFolder: Uri) {
    const model = profileModel(name, result);
    const panel = this.#owned.add(
      createPanel('dataConnections.columnProfile', titleText(model.title, 60), ViewColumn.Active),
    );
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [distFolder] };
    // VS Code reloads a hidden page when it is shown again, so that the page requests its data again.
    this.#owned.add(
      webview.onDidReceiveMessage((message) => {
        if (readMessageFromPage(message) !== undefined) {
          void webview.postMessage(messageToPage({ kind: 'show', model }));
        }
      }),
    );
    this.#owned.add(panel.onDidDispose(() => this.dispose()));
    webview.html = pageHtml(webview, distFolder, 'profilePage');
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
