import type { Memento } from 'vscode';

const OLD_KEY = 'dataConnections.upload.history';

/** Deletes what an earlier version kept of uploads in each workspace, where Sign Out in another one did not reach it. */
export async function deleteOldHistory(workspaceState: Pick<Memento, 'keys' | 'update'>): Promise<void> {
  if (workspaceState.keys().includes(OLD_KEY)) {
    await workspaceState.update(OLD_KEY, undefined);
  }
}
