import { MarkdownString } from 'vscode';

/**
 * Appends text so that it is shown as it is. `appendText` alone leaves addresses alone, which markdown makes links of by
 * itself: a service could place any link in a tooltip. Whoever uses this sees to control characters and length before.
 */
export function appendLiteral(markdown: MarkdownString, text: string): MarkdownString {
  const escaped = new MarkdownString().appendText(text).value;
  return markdown.appendMarkdown(escaped.replace(/[@:]|(?<=www)\./gi, '\\$&'));
}
