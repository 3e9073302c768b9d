import { CompletionItem, CompletionItemKind, languages } from 'vscode';
import type { CompletionItemProvider, Disposable, DocumentSelector, Range } from 'vscode';
import type { CompletionText } from '../../base/sinkText.ts';

interface Completion {
  readonly label: CompletionText;
  /** Beside the label. */
  readonly description: CompletionText;
  /** In the details. */
  readonly detail: CompletionText;
  /** What typed text is compared with. */
  readonly filterText: string;
  readonly insertText: string;
  readonly range: Range;
}

export function createCompletion({ label, description, ...rest }: Completion): CompletionItem {
  return Object.assign(new CompletionItem({ label, description }, CompletionItemKind.Value), rest);
}

export function registerCompletions(
  selector: DocumentSelector,
  provider: CompletionItemProvider,
  ...triggerCharacters: readonly string[]
): Disposable {
  return languages.registerCompletionItemProvider(selector, provider, ...triggerCharacters);
}
