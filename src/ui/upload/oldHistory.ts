import type { Memento } from 'vscode';

const OLD_HISTORY_KEY = 'dataConnections.upload.history';

/** Deletes the upload history that an earlier version stored per workspace, where Sign Out in another workspace could not delete it. */
export async function deleteOldHistory(workspaceState: Pick<Memento, 'keys' | 'update'>): Promise<void> {
  if (workspaceState.keys().includes(OLD_HISTORY_KEY)) {
    await workspaceState.update(OLD_HISTORY_KEY, undefined);
  }
}
