import { languages, window } from 'vscode';
import type { Command, LanguageStatusItem, StatusBarAlignment, StatusBarItem } from 'vscode';
import type { LanguageStatusText, StatusBarText, TitleText } from '../../base/sinkText.ts';
import type { Tooltip } from './tooltip.ts';

export interface TitledCommand extends Command {
  readonly title: TitleText;
  readonly tooltip?: never;
}

export type StatusItem = Omit<StatusBarItem, 'name' | 'text' | 'tooltip' | 'command' | 'accessibilityInformation'> & {
  name: TitleText | undefined;
  text: StatusBarText;
  tooltip: Tooltip | undefined;
  command: string | TitledCommand | undefined;
  /** What a screen reader says: the text without its icon. */
  accessibilityInformation: { readonly label: TitleText } | undefined;
};

export type LanguageItem = Omit<
  LanguageStatusItem,
  'name' | 'text' | 'detail' | 'command' | 'accessibilityInformation'
> & {
  name: TitleText | undefined;
  text: StatusBarText;
  detail?: LanguageStatusText;
  command: TitledCommand | undefined;
};

export function createStatusItem(id: string, alignment: StatusBarAlignment, priority: number): StatusItem {
  return window.createStatusBarItem(id, alignment, priority) as StatusItem;
}

/** The item beside the language of the active editor. */
export function createLanguageItem(id: string): LanguageItem {
  return languages.createLanguageStatusItem(id, []) as LanguageItem;
}

/** Says something in the status bar for a few seconds. */
export function showStatusMessage(text: StatusBarText, hideAfterMs: number): void {
  window.setStatusBarMessage(text, hideAfterMs);
}
