/**
 * Markdown that shows the text as it is, on one line. VS Code's `appendText` leaves addresses alone, which markdown makes
 * links of by itself, so that a service could place any link in a tooltip; and it keeps lines from being wrapped.
 */
export function literalMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
