import { plainText } from './displayText.ts';

// Each kind of text sink in VS Code has its own type and one function that creates it. Compose the whole text first, then
// pass it through the function: the result of any later change is a plain string again, which no sink accepts.

declare const sink: unique symbol;
export type TextFor<Sink extends string> = string & { readonly [sink]: Sink };

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
export type ConfirmationText = TextFor<'confirmation'>;
export type CompletionText = TextFor<'completion'>;

/** Invisible, and stripped from the input: breaks markup apart without changing how the text looks. */
export const WORD_JOINER = '\u2060';

/** For notifications, which render `[text](command:…)` and `[text](https://…)` as links. */
export function notificationText(text: string, maxLength = 600): NotificationText {
  return withoutLinks(plainText(text, maxLength)) as NotificationText;
}

/** For progress titles and messages: shown in a notification (links) or, in Do Not Disturb mode, the status bar (icons). */
export function progressText(text: string, maxLength = 300): ProgressText {
  return withoutIcons(withoutLinks(plainText(text, maxLength))) as ProgressText;
}

/** For modal dialogs, which show text verbatim. Each argument is one line, so that a name cannot add another. */
export function dialogText(...lines: readonly string[]): DialogText {
  return lines.map((line) => plainText(line, 600)).join('\n') as DialogText;
}

/** For buttons of notifications and dialogs. */
export function buttonText(text: string): ButtonText {
  return plainText(text, 80) as ButtonText;
}

/** For quick pick items, which render `$(name)` as an icon. `icon`: the name of an icon to put before the text. */
export function quickPickText(text: string, { icon = '', maxLength = 200 } = {}): QuickPickText {
  return withIcon(icon, withoutIcons(plainText(text, maxLength))) as QuickPickText;
}

/** For prompts and validation messages of input boxes, which render icons and links. */
export function inputText(text: string): InputText {
  return withoutIcons(withoutLinks(plainText(text, 400))) as InputText;
}

/** For titles and placeholders of quick inputs, titles of tabs and code actions, all shown verbatim. */
export function titleText(text: string, maxLength = 200): TitleText {
  return plainText(text, maxLength) as TitleText;
}

/** For the status bar, which renders `$(name)` as an icon. `icon`: the name of an icon to put before the text. */
export function statusBarText(text: string, { icon = '', maxLength = 200 } = {}): StatusBarText {
  return withIcon(icon, withoutIcons(plainText(text, maxLength))) as StatusBarText;
}

/** For language status items, which render icons and links. */
export function languageStatusText(text: string): LanguageStatusText {
  return withoutIcons(withoutLinks(plainText(text, 300))) as LanguageStatusText;
}

/** For labels, descriptions, messages and badges of tree views, all shown verbatim. */
export function treeText(text: string, maxLength = 600): TreeText {
  return plainText(text, maxLength) as TreeText;
}

/** For diagnostics: verbatim, except in the status bar (`problems.showCurrentInStatus`), which renders icons. */
export function diagnosticText(text: string): DiagnosticText {
  return withoutIcons(plainText(text, 600)) as DiagnosticText;
}

/** For labels and details of completions: VS Code renders `$(name)` in labels as an icon. */
export function completionText(text: string): CompletionText {
  return withoutIcons(plainText(text, 200)) as CompletionText;
}

/**
 * For the confirmation of a language model's tool, as Markdown. Each argument is one line. VS Code shows it rendered in a chat, and
 * elsewhere in a dialog as plain text, for which it removes the markup and whatever looks like HTML. Entities survive both.
 */
export function confirmationText(...lines: readonly string[]): ConfirmationText {
  return (
    lines
      .map((line) =>
        literalMarkdown(plainText(line, 600))
          .replaceAll('\\&', '&amp;')
          .replaceAll('\\<', '&lt;')
          .replaceAll('\\>', '&gt;'),
      )
      // Two spaces at the end of a line are a line break in Markdown.
      .join('  \n') as ConfirmationText
  );
}

/**
 * For the markdown of tooltips: escapes everything that markdown could interpret, and puts the text on one line. VS Code's
 * `appendText` is not enough: it leaves addresses, which markdown turns into links.
 */
export function literalMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
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
