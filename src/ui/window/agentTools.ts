import { LanguageModelTextPart, LanguageModelToolResult, lm, MarkdownString } from 'vscode';
import type { CancellationToken, Disposable } from 'vscode';
import type { ConfirmationText, TitleText } from '../../base/sinkText.ts';

/** The question that VS Code asks before it invokes a tool. */
export interface ToolConfirmation {
  /** VS Code renders it as Markdown in a chat, and verbatim in a dialog: no text but our own. */
  readonly title: TitleText;
  readonly message: ConfirmationText;
}

/** A tool for language models. */
export interface AgentTool {
  /** What the user is asked to confirm; undefined if the tool starts nothing. */
  prepare(input: unknown, token: CancellationToken): Promise<ToolConfirmation | undefined>;
  /** Resolves to JSON. */
  invoke(input: unknown, token: CancellationToken): Promise<string>;
}

/** Registers the implementation of a tool that the manifest declares. */
export function registerAgentTool(name: string, tool: AgentTool): Disposable {
  return lm.registerTool<unknown>(name, {
    prepareInvocation: async ({ input }, token) => {
      const confirmation = await tool.prepare(input, token);
      return confirmation && { confirmationMessages: { ...confirmation, message: literal(confirmation.message) } };
    },
    invoke: async ({ input }, token) =>
      new LanguageModelToolResult([new LanguageModelTextPart(await tool.invoke(input, token))]),
  });
}

/** Without trust, HTML and icons, which are the defaults. */
function literal(text: ConfirmationText): MarkdownString {
  return new MarkdownString(text);
}
