import { LanguageModelTextPart, LanguageModelToolResult, lm, MarkdownString } from 'vscode';
import type { CancellationToken, Disposable } from 'vscode';
import type { ConfirmationText, TitleText } from '../../base/sinkText.ts';

/** The question that VS Code asks before it invokes a tool. */
export interface ToolConfirmation {
  /** Must not contain text from outside the extension: VS Code renders it as Markdown in a chat, and verbatim in a dialog. */
  readonly title: TitleText;
  readonly message: ConfirmationText;
}

/** A tool for language models. */
export interface AgentTool {
  /** Resolves to what the user must confirm, or to undefined if nothing. */
  prepare(input: unknown, token: CancellationToken): Promise<ToolConfirmation | undefined>;
  /** Runs the tool. Resolves to its result as JSON. */
  invoke(input: unknown, token: CancellationToken): Promise<string>;
}

/** Registers the implementation of a tool that the manifest declares. */
export function registerAgentTool(name: string, tool: AgentTool): Disposable {
  return lm.registerTool<unknown>(name, {
    prepareInvocation: async ({ input }, token) => {
      const confirmation = await tool.prepare(input, token);
      return confirmation && { confirmationMessages: { ...confirmation, message: markdownOf(confirmation.message) } };
    },
    invoke: async ({ input }, token) =>
      new LanguageModelToolResult([new LanguageModelTextPart(await tool.invoke(input, token))]),
  });
}

/** Markdown with the defaults of VS Code: no trusted commands, no HTML and no icons. */
function markdownOf(text: ConfirmationText): MarkdownString {
  return new MarkdownString(text);
}
