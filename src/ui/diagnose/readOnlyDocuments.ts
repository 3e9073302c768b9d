import { randomUUID } from 'node:crypto';
import { commands, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { Tab, TextEditor } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { TitleText } from '../../base/sinkText.ts';
import { tabFile } from '../editor/openEditors.ts';

interface NamedText {
  readonly title: TitleText;
  readonly text: string;
}

/** Read-only documents, kept in memory while they are open. */
export class ReadOnlyDocuments implements Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #owned = new DisposableStore();

  /** @param scheme the scheme of their URIs, of which VS Code knows one provider. */
  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#owned.add(
      workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()),
      }),
    );
    // By their tabs: VS Code closes documents that have been hidden for a while, and requests their text again.
    this.#owned.add(window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach((tab) => this.#forget(tab))));
  }

  /** Opens a text. The title should not end with a file extension, from which VS Code would derive a language. */
  async show(title: TitleText, text: string): Promise<TextEditor> {
    const document = await workspace.openTextDocument(this.#add(title, text));
    return window.showTextDocument(document, { preview: true });
  }

  /** Opens two texts side by side in the diff editor. */
  async compare(title: TitleText, left: NamedText, right: NamedText): Promise<void> {
    const leftUri = this.#add(left.title, left.text);
    const rightUri = this.#add(right.title, right.text);
    await commands.executeCommand('vscode.diff', leftUri, rightUri, title);
  }

  #add(title: TitleText, text: string): Uri {
    const path = `/${title.replaceAll(/[\\/]/g, '-')}`;
    // Never that of an earlier document: VS Code would show the text of that one while its tab is open.
    const uri = Uri.from({ scheme: this.#scheme, path, query: randomUUID() });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  #forget(closed: Tab): void {
    const openKeys = new Set(window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(keysOf)));
    for (const key of keysOf(closed)) {
      if (!openKeys.has(key)) {
        this.#texts.delete(key);
      }
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

/** The documents that a tab shows. */
function keysOf(tab: Tab): readonly string[] {
  const input: unknown = tab.input;
  const uris = input instanceof TabInputTextDiff ? [input.original, input.modified] : [tabFile(tab)];
  return uris.flatMap((uri) => uri?.toString() ?? []);
}
