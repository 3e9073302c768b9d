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

/** An editor tab with the profile of a text's columns. It isn't restored after a reload: its values are kept nowhere. */
export class ProfilePanel implements Disposable {
  readonly #owned = new DisposableStore();

  constructor(name: string, result: CheckResult, distFolder: Uri) {
    const model = profileModel(name, result);
    const panel = this.#owned.add(
      createPanel('dataConnections.columnProfile', titleText(model.title, 60), ViewColumn.Active),
    );
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [distFolder] };
    // A hidden page is loaded anew when it is shown again.
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
