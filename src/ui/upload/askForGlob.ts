import { l10n, Uri, workspace } from 'vscode';
import { findFiles } from '../../app/upload/findFiles.ts';
import type { FilesProblem } from '../../app/upload/findFiles.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import { inputText, titleText } from '../../base/sinkText.ts';
import type { TitleText } from '../../base/sinkText.ts';
import { openFolders } from '../editor/openFolders.ts';
import { createTextBox } from '../window/quickInput.ts';

/** Asks the user for a glob until it matches files in the open folders. Resolves to undefined if they cancel. */
export function askForGlob(title: TitleText): Promise<readonly Uri[] | undefined> {
  const owned = new DisposableStore();
  const box = owned.add(createTextBox());
  box.title = title;
  box.placeholder = titleText(l10n.t('For example, exports/*.csv'));
  const [folder, ...others] = workspace.workspaceFolders ?? [];
  box.prompt = inputText(
    folder === undefined || others.length === 0
      ? l10n.t(
          'Enter a glob pattern, relative to the folder. “*” matches any part of a name, and “**” any number of folders.',
        )
      : l10n.t(
          'Enter a glob pattern, relative to the folder “{0}”. To reach another open folder, start with “../”. “*” matches any part of a name, and “**” any number of folders.',
          plainText(folder.name, 40),
        ),
  );
  const search = new AbortController();
  return new Promise((resolve, reject) => {
    const accept = async (): Promise<void> => {
      box.busy = true;
      box.enabled = false;
      const found = await findFiles(box.value, openFolders(undefined), search.signal).finally(() => {
        box.busy = false;
        box.enabled = true;
      });
      if (typeof found === 'string') {
        box.validationMessage = inputText(problemText(found));
        return;
      }
      resolve(found.map(({ uri }) => Uri.parse(uri, true)));
      box.hide();
    };
    owned.add(box.onDidChangeValue(() => (box.validationMessage = undefined)));
    const fail = (error: unknown): void => {
      // A search that ends because the box was closed is no failure: the promise is already resolved.
      reject(error instanceof Error ? error : new Error(String(error)));
      box.hide();
    };
    owned.add(box.onDidAccept(() => void accept().catch(fail)));
    owned.add(
      box.onDidHide(() => {
        resolve(undefined);
        search.abort();
        owned.dispose();
      }),
    );
    box.show();
  });
}

function problemText(problem: FilesProblem): string {
  switch (problem) {
    case 'noFolder':
    case 'outside':
      return l10n.t('Enter a pattern that matches files in an open folder.');
    case 'noMatch':
    case 'folder':
      return l10n.t('No file matches this pattern.');
    case 'tooMany':
      return l10n.t('Too many files match, or there are too many to search. Enter a narrower pattern.');
  }
}
