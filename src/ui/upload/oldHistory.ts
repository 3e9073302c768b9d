import type { Memento } from 'vscode';

const OLD_HISTORY_KEY = 'dataConnections.upload.history';

/** Deletes what an earlier version kept of uploads in each workspace, which Sign Out in another workspace did not reach. */
export async function deleteOldHistory(workspaceState: Pick<Memento, 'keys' | 'update'>): Promise<void> {
  if (workspaceState.keys().includes(OLD_HISTORY_KEY)) {
    await workspaceState.update(OLD_HISTORY_KEY, undefined);
  }
}
