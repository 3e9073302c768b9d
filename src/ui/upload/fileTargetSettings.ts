import { workspace } from 'vscode';
import type { Uri } from 'vscode';
import type { FileTargetSettings } from '../../app/upload/uploadTargets.ts';
import { readTargetSettings, SETTINGS_SECTION } from '../settings.ts';

/** The settings that determine to which connection a file is uploaded. */
export function fileTargetSettings(uri: Uri): FileTargetSettings {
  return {
    settings: readTargetSettings(workspace.getConfiguration(SETTINGS_SECTION, uri), workspace.isTrusted),
    path: workspace.asRelativePath(uri, false),
  };
}
