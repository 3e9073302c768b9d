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
  /** The text for screen readers, without the icon. */
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

/** A language status item. */
export function createLanguageItem(id: string): LanguageItem {
  return languages.createLanguageStatusItem(id, []) as LanguageItem;
}

/** Shows a text in the status bar for a few seconds. */
export function showStatusMessage(text: StatusBarText, hideAfterMs: number): void {
  window.setStatusBarMessage(text, hideAfterMs);
}
