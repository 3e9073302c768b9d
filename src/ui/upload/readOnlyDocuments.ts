import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { Tab, TextEditor } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { TitleText } from '../../base/sinkText.ts';
import { tabFile, tabsOf } from '../editor/openEditors.ts';

const SCHEME = 'data-connections';

/** Read-only documents, kept in memory while they are open. */
export class ReadOnlyDocuments implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #owned = new DisposableStore();
  #count = 0;

  constructor() {
    this.#owned.add(
      workspace.registerTextDocumentContentProvider(SCHEME, {
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()),
      }),
    );
    // By their tabs: VS Code closes documents that have been hidden for a while, and requests their text again.
    this.#owned.add(window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach((tab) => this.#forget(tab))));
  }

  /**
   * Opens a text in the column beside the active editor or in its place. The title should not end with a file extension, from
   * which VS Code would derive a language.
   */
  async show(title: TitleText, text: string, { isBeside = true } = {}): Promise<TextEditor> {
    this.#count++;
    const uri = Uri.from({ scheme: SCHEME, path: `/${title.replaceAll(/[\\/]/g, '-')}`, query: String(this.#count) });
    this.#texts.set(uri.toString(), text);
    const document = await workspace.openTextDocument(uri);
    return window.showTextDocument(document, {
      viewColumn: isBeside ? ViewColumn.Beside : ViewColumn.Active,
      preview: true,
      preserveFocus: isBeside,
    });
  }

  #forget(closed: Tab): void {
    const uri = tabFile(closed);
    if (uri?.scheme === SCHEME && tabsOf(uri).length === 0) {
      this.#texts.delete(uri.toString());
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
