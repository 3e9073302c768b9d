import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { TextEditor } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';

const SCHEME = 'data-connections';

/** Texts that are only to be read, kept while they are open. */
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
    this.#owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  /** Opens a text under a title, in the column beside the active editor or in its place. */
  async show(title: string, text: string, { isBeside = true } = {}): Promise<TextEditor> {
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

  dispose(): void {
    this.#owned.dispose();
  }
}
