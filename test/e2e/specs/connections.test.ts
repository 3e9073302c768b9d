import assert from 'node:assert/strict';
import { eventually } from '../../eventually.ts';
import type { ConnectionState } from '../../service/controlTypes.ts';
import { signIn } from '../pages/signIn.ts';
import { useStage } from '../useStage.ts';

describe('The Connections view', () => {
  const stage = useStage();

  it('shows every connection of the service with its state', async () => {
    const { service } = stage();
    await service.freeze(true);
    await service.startElsewhere((await service.state()).connections[0]?.entityId ?? assert.fail());
    const workbench = await stage().openWindow();
    await signIn(workbench, service);
    const { connections } = await service.state();
    const rows = await workbench.connections.rows();
    assert.deepEqual(
      rows.map(({ spoken }) => spoken.split(', ').slice(0, 3).join(', ')).sort(),
      connections
        .map((connection) => `${connection.entityName}, ${connection.sourceSystem}, ${stateOf(connection)}`)
        .sort(),
    );
    const states = new Set(connections.map(stateOf));
    assert.deepEqual([...states].sort(), ['Failed', 'Inactive', 'Never synced', 'Succeeded', 'Syncing']);
  });
});

describe('A long list of connections', () => {
  const stage = useStage();

  it('ends with Show More, which shows the next rows and selects the first of them', async () => {
    const { service } = stage();
    for (const { entityId } of (await service.state()).connections) {
      await service.removeConnection(entityId);
    }
    await service.putConnection(
      ...Array.from({ length: 1100 }, (_, index) => ({
        entityId: `entity-${index}`,
        entityName: `entity ${index}`,
        sourceSystem: 'Ledger',
      })),
    );
    const workbench = await stage().openWindow();
    await signIn(workbench, service);
    const { root } = workbench.connections;
    await root.getByRole('treeitem').first().waitFor();
    // A click would expand the row that it focuses, and what comes under it later would move the last row out of sight.
    await root.locator('.monaco-list').focus();
    const last = root.getByRole('treeitem', { name: 'Show More, 1,000 of 1,100 shown' });
    await eventually(async () => {
      await workbench.page.keyboard.press('End');
      return last.isVisible();
    }, 'The last row is in sight');
    await workbench.page.keyboard.press('Enter');
    await root.getByRole('treeitem', { name: 'entity 1000,', selected: true }).waitFor();
    assert.equal(await last.count(), 0);
  });
});

/** The expected state, derived independently from the fields of the contract. */
function stateOf(connection: ConnectionState): string {
  const hasSynced = typeof connection.lastSyncId === 'string' || typeof connection.lastSyncAt === 'string';
  if (connection.isCurrentlySyncing) {
    return 'Syncing';
  }
  if (!connection.isActive) {
    return 'Inactive';
  }
  if (connection.hasError) {
    return 'Failed';
  }
  return hasSynced ? 'Succeeded' : 'Never synced';
}
