import { CompletionItem, CompletionItemKind, languages } from 'vscode';
import type { CompletionItemProvider, Disposable, DocumentSelector, Range } from 'vscode';
import type { CompletionText } from '../../base/sinkText.ts';

interface Completion {
  readonly label: CompletionText;
  /** Shown next to the label. */
  readonly description: CompletionText;
  /** Shown in the details of the selected completion. */
  readonly detail: CompletionText;
  /** The text with which VS Code compares what the user types. */
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
