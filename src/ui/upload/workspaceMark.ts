import { createHash } from 'node:crypto';
import type { Uri } from 'vscode';

/**
 * Tells uploads from this workspace from those of others, without naming it. Windows without a folder share one mark.
 * @param storage where VS Code keeps what belongs to the workspace.
 */
export function workspaceMark(storage: Uri | undefined): string {
  return storage === undefined ? '' : createHash('sha256').update(storage.toString()).digest('hex').slice(0, 16);
}
