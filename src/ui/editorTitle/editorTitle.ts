import { window, workspace } from 'vscode';
import type { Uri } from 'vscode';
import type { Session } from '../../app/session/session.ts';
import type { UploadHistory } from '../../app/upload/uploadHistory.ts';
import { mappedTarget } from '../../app/upload/uploadTargets.ts';
import type { FileTargetSettings } from '../../app/upload/uploadTargets.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import { setContextKey } from '../contextKeys.ts';
import { tabFile } from '../editor/openEditors.ts';
import { SETTINGS_SECTION } from '../settings.ts';
import type { Settings } from '../settings.ts';

interface EditorTitleOptions {
  readonly session: Pick<Session, 'state'>;
  readonly history: UploadHistory;
  readonly settings: () => Pick<Settings, 'uploadIcon'>;
  readonly targetSettings: (uri: Uri) => FileTargetSettings;
}

/**
 * Decides which editors show the upload icon in their titles. A `when` clause of the manifest recognizes CSV and TSV files. JSON files,
 * which have many other uses, have the icon only if their connection is known.
 */
export class EditorTitle implements Disposable {
  readonly #options: EditorTitleOptions;
  readonly #owned = new DisposableStore();
  #shown: string | undefined;

  constructor(options: EditorTitleOptions) {
    this.#options = options;
    const update = (): void => this.update();
    this.#owned.add(window.tabGroups.onDidChangeTabs(update));
    this.#owned.add(
      workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(SETTINGS_SECTION) && update()),
    );
    this.#owned.add(workspace.onDidGrantWorkspaceTrust(update));
    // The settings name files by their paths in these folders.
    this.#owned.add(workspace.onDidChangeWorkspaceFolders(update));
  }

  /** Call this at the start, when the account changes, and when an upload has been accepted. */
  update(): void {
    const { uploadIcon } = this.#options.settings();
    // The `when` clause compares the path of the editor's file, which has a different form on a remote machine.
    const files = uploadIcon === 'all' ? this.#jsonFilesWithTarget().flatMap(({ fsPath, path }) => [fsPath, path]) : [];
    const shown = JSON.stringify([uploadIcon, files]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      setContextKey('uploadIcon', uploadIcon !== 'off');
      setContextKey('filesWithTarget', files);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #jsonFilesWithTarget(): readonly Uri[] {
    const { session, history, targetSettings } = this.#options;
    const { state } = session;
    if (state.kind !== 'signedIn') {
      return [];
    }
    const tabs = window.tabGroups.all.flatMap(({ tabs: all }) => all);
    const files = tabs.flatMap((tab) => tabFile(tab) ?? []).filter(isJson);
    return files.filter((uri) => {
      const { settings, path } = targetSettings(uri);
      return (
        history.latestOfFile(state.account.id, uri.toString()) !== undefined ||
        mappedTarget(settings, path) !== undefined
      );
    });
  }
}

function isJson({ path }: Uri): boolean {
  return kindByName({ languageId: '', fileName: path }) === 'json';
}
