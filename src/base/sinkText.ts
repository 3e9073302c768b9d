import { plainText } from './displayText.ts';

// Each place where VS Code shows text has a type of its own here, and one function that makes it. Compose the whole text
// first, then pass it through the function: a text that is changed afterwards is a plain string again, which no place takes.

declare const sink: unique symbol;
type TextFor<Sink extends string> = string & { readonly [sink]: Sink };

export type NotificationText = TextFor<'notification'>;
export type ProgressText = TextFor<'progress'>;
export type DialogText = TextFor<'dialog'>;
export type ButtonText = TextFor<'button'>;
export type QuickPickText = TextFor<'quickPick'>;
export type InputText = TextFor<'input'>;
export type TitleText = TextFor<'title'>;
export type StatusBarText = TextFor<'statusBar'>;
export type LanguageStatusText = TextFor<'languageStatus'>;
export type TreeText = TextFor<'tree'>;
export type DiagnosticText = TextFor<'diagnostic'>;

/** Drawn without a width, and removed from what comes in: the text looks as it did, and no markup is found in it. */
const WORD_JOINER = '\u2060';

/** For notifications, which make a link of `[text](command:…)` and of `[text](https://…)`. */
export function notificationText(text: string, maxLength = 600): NotificationText {
  return withoutLinks(plainText(text, maxLength)) as NotificationText;
}

/** For titles and messages of progress: a notification with links or, in Do Not Disturb, the status bar with `$(icons)`. */
export function progressText(text: string, maxLength = 300): ProgressText {
  return withoutIcons(withoutLinks(plainText(text, maxLength))) as ProgressText;
}

/** For a modal dialog, which shows text as it is: line by line, so that no name can add a line of its own. */
export function dialogText(...lines: readonly string[]): DialogText {
  return lines.map((line) => plainText(line, 600)).join('\n') as DialogText;
}

/** For the buttons of notifications and dialogs. */
export function buttonText(text: string): ButtonText {
  return plainText(text, 80) as ButtonText;
}

/** For items of quick picks, which draw `$(name)` as an icon. `icon` is one of ours, before the text. */
export function quickPickText(text: string, { icon = '', maxLength = 200 } = {}): QuickPickText {
  return withIcon(icon, withoutIcons(plainText(text, maxLength))) as QuickPickText;
}

/** For prompts of input boxes and what is wrong with an entry, which have icons and links. */
export function inputText(text: string): InputText {
  return withoutIcons(withoutLinks(plainText(text, 400))) as InputText;
}

/** For titles and placeholders of quick inputs, titles of tabs and code actions, which are shown as they are. */
export function titleText(text: string, maxLength = 200): TitleText {
  return plainText(text, maxLength) as TitleText;
}

/** For the status bar and its passing messages, which draw `$(name)` as an icon. `icon` is one of ours, before the text. */
export function statusBarText(text: string, { icon = '', maxLength = 200 } = {}): StatusBarText {
  return withIcon(icon, withoutIcons(plainText(text, maxLength))) as StatusBarText;
}

/** For the detail beside the editor's language, which has icons and links. */
export function languageStatusText(text: string): LanguageStatusText {
  return withoutIcons(withoutLinks(plainText(text, 300))) as LanguageStatusText;
}

/** For labels, descriptions, messages and badges of tree views, which are shown as they are. */
export function treeText(text: string, maxLength = 600): TreeText {
  return plainText(text, maxLength) as TreeText;
}

/** For diagnostics: shown as they are but in the status bar (`problems.showCurrentInStatus`), which draws icons. */
export function diagnosticText(text: string): DiagnosticText {
  return withoutIcons(plainText(text, 600)) as DiagnosticText;
}

function withoutLinks(text: string): string {
  return text.replaceAll('](', `]${WORD_JOINER}(`);
}

function withoutIcons(text: string): string {
  return text.replaceAll('$(', `$${WORD_JOINER}(`);
}

function withIcon(icon: string, text: string): string {
  return icon === '' ? text : `$(${icon}) ${text}`;
}
