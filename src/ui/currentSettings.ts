import { workspace } from 'vscode';
import type { Uri } from 'vscode';
import type { FileTargetSettings } from '../app/upload/uploadTargets.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Disposable } from '../base/disposable.ts';
import { pathInFolders } from './format/pathText.ts';
import { readSettings, readTargetSettings, SETTINGS_SECTION } from './settings.ts';
import type { Settings } from './settings.ts';

/** Caches the settings until they change: reading them takes about 2 ms, and every request needs one of them. */
export class CurrentSettings implements Disposable {
  readonly #owned = new DisposableStore();
  #settings: Settings | undefined;

  /** Create it before any other listener that reads settings when the configuration changes. */
  constructor() {
    const forget = (): void => (this.#settings = undefined);
    this.#owned.add(
      workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(SETTINGS_SECTION) && forget()),
    );
    this.#owned.add(workspace.onDidGrantWorkspaceTrust(forget));
  }

  read(): Settings {
    this.#settings ??= readSettings(workspace.getConfiguration(SETTINGS_SECTION), workspace.isTrusted);
    return this.#settings;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

/** The settings that determine to which connection a file is uploaded. */
export function fileTargetSettings(uri: Uri): FileTargetSettings {
  return {
    settings: readTargetSettings(workspace.getConfiguration(SETTINGS_SECTION, uri), workspace.isTrusted),
    path: pathInFolders(uri, { withFolder: false }),
  };
}
