import { l10n, TabInputTextDiff, window } from 'vscode';
import type { Uri } from 'vscode';
import { statusBarText } from '../../base/sinkText.ts';
import { showStatusMessage } from '../window/statusBar.ts';

const MESSAGE_MS = 5000;

/**
 * Closes the tabs that compare a file with a copy of an upload that was deleted. VS Code restores them when the window is reloaded, and would
 * show an error.
 */
export async function closeComparisons(copy: Uri): Promise<void> {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof TabInputTextDiff && input.original.toString() === copy.toString());
  if (tabs.length > 0) {
    showStatusMessage(statusBarText(l10n.t('The comparison was closed: its copy of an upload is gone.')), MESSAGE_MS);
    await window.tabGroups.close(tabs);
  }
}
