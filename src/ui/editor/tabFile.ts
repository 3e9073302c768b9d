import { TabInputCustom, TabInputText, window } from 'vscode';
import type { Tab, Uri } from 'vscode';
import { openDocument } from './openDocument.ts';

/** The file that a tab shows, in whatever editor; undefined where it shows something else. */
export function tabFile(tab: Tab | undefined): Uri | undefined {
  const input: unknown = tab?.input;
  return input instanceof TabInputText || input instanceof TabInputCustom ? input.uri : undefined;
}

export function tabsOf(uri: Uri): readonly Tab[] {
  const key = uri.toString();
  return window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => tabFile(tab)?.toString() === key);
}

/** Whether an editor holds changes that it hands over to nobody: above 50 MB VS Code's own does so, and others may. */
export function hasHiddenChanges(uri: Uri): boolean {
  return openDocument(uri)?.isDirty !== true && tabsOf(uri).some(({ isDirty }) => isDirty);
}
