import { env, l10n, languages, StatusBarAlignment, window } from 'vscode';
import type { Command, LanguageStatusItem, StatusBarItem } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { statusBarText } from '../../base/sinkText.ts';
import type { LanguageStatusText, StatusBarText, TitleText } from '../../base/sinkText.ts';
import type { Tooltip } from './tooltip.ts';

/** Items with a higher priority are further left. */
const PRIORITY = 10;
/** How long a message about copied text is shown. */
const COPIED_MS = 5000;

export interface TitledCommand extends Command {
  readonly title: TitleText;
  readonly tooltip?: never;
}

export type StatusItem = Omit<StatusBarItem, 'name' | 'text' | 'tooltip' | 'command' | 'accessibilityInformation'> & {
  name: TitleText | undefined;
  text: StatusBarText;
  tooltip: Tooltip | undefined;
  command: string | TitledCommand | undefined;
  /** The text for screen readers, which doesn't include the icon. */
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

export function createStatusItem(id: string): StatusItem {
  return window.createStatusBarItem(id, StatusBarAlignment.Left, PRIORITY) as StatusItem;
}

/** A language status item. */
export function createLanguageItem(id: string): LanguageItem {
  return languages.createLanguageStatusItem(id, []) as LanguageItem;
}

/** Shows a message in the status bar for the given time. Unlike messages of `setStatusBarMessage`, screen readers read it out. */
export function showStatusMessage(text: StatusBarText, hideAfterMs: number): Disposable {
  const item = window.createStatusBarItem(StatusBarAlignment.Left, Number.MIN_VALUE);
  item.text = text;
  item.accessibilityInformation = { label: text, role: 'alert' };
  item.show();
  setTimeout(() => item.dispose(), hideAfterMs).unref();
  return item;
}

/** Copies a text to the clipboard and shows the message in the status bar. */
export async function copyText(text: string, message: StatusBarText): Promise<void> {
  await env.clipboard.writeText(text);
  showStatusMessage(message, COPIED_MS);
}

/** Copies an ID of a page. Does nothing if the page doesn't have it. */
export async function copyId(id: { readonly label: string; readonly value: string } | undefined): Promise<void> {
  if (id) {
    await copyText(id.value, statusBarText(l10n.t('Copied {0}.', id.label)));
  }
}
