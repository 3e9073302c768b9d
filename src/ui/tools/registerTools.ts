import type { CancellationToken } from 'vscode';
import { TOOL_NAMES } from '../../app/tools/toolNames.ts';
import type { ToolName } from '../../app/tools/toolNames.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { registerAgentTool } from '../window/languageModelTools.ts';
import type { ToolConfirmation } from '../window/languageModelTools.ts';

/** The implementation of all tools, which are identified by name. */
export interface Tools {
  prepare(name: ToolName, input: unknown, token: CancellationToken): Promise<ToolConfirmation | undefined>;
  invoke(name: ToolName, input: unknown, token: CancellationToken): Promise<string>;
}

/** Registers the tools for language models. `load` is called when one of them is used. */
export function registerTools(load: () => Promise<Tools>): Disposable {
  const registrations = new DisposableStore();
  for (const name of TOOL_NAMES) {
    registrations.add(
      registerAgentTool(name, {
        prepare: async (input, token) => (await load()).prepare(name, input, token),
        invoke: async (input, token) => (await load()).invoke(name, input, token),
      }),
    );
  }
  return registrations;
}
