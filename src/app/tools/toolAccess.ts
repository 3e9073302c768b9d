import { ToolError } from './toolError.ts';
import { ACTING_TOOLS } from './toolNames.ts';
import type { ToolName } from './toolNames.ts';

/** What decides whether a tool may be used in this window. */
export interface ToolAccess {
  /** The user's setting `dataConnections.agentTools`. */
  readonly allowed: 'all' | 'readOnly' | 'off';
  /** Whether the settings of VS Code, which an administrator can enforce, allow tools of extensions. */
  readonly allowsExtensionTools: boolean;
  readonly isTrusted: boolean;
}

/** Throws `ToolError` if the tool must not be used. `when` clauses only hide a tool: it can still be invoked. */
export function assertAllowed(name: ToolName, { allowed, allowsExtensionTools, isTrusted }: ToolAccess): void {
  if (allowed === 'off' || !allowsExtensionTools) {
    throw new ToolError('toolsOff', 'The tools of this extension are switched off by the settings.');
  }
  if (!isTrusted) {
    throw new ToolError('untrusted', 'The tools of this extension can’t be used before the user trusts the workspace.');
  }
  if (allowed === 'readOnly' && ACTING_TOOLS.some((acting) => acting === name)) {
    throw new ToolError('readOnly', 'The user’s setting "dataConnections.agentTools" allows only tools that read.');
  }
}
