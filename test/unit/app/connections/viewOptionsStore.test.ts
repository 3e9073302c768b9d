import assert from 'node:assert/strict';
import { ViewOptionsStore } from '../../../../src/app/connections/viewOptionsStore.ts';
import { MemoryState } from '../session/memoryStorage.ts';

class Preferences extends MemoryState {
  synced: readonly string[] = [];

  setKeysForSync(keys: readonly string[]): void {
    this.synced = keys;
  }
}

describe('The order of the Connections view', () => {
  let preferences: Preferences;
  let workspaceState: MemoryState;

  beforeEach(() => {
    preferences = new Preferences();
    workspaceState = new MemoryState();
  });

  const open = (): ViewOptionsStore => new ViewOptionsStore({ preferences, workspaceState });

  it('is remembered, and its changes are announced once each', () => {
    const order = open();
    const changes: unknown[] = [];
    order.onDidChange((change) => changes.push(change));
    order.change({ grouping: 'state', filter: 'orders', failingOnly: true });
    order.change({ filter: 'orders' });
    const changed = { grouping: 'state', sorting: 'attention', filter: 'orders', failingOnly: true };
    assert.deepEqual(changes, [changed]);
    assert.deepEqual(open().current, changed);
    order.dispose();
    order.change({ filter: '' });
    assert.equal(changes.length, 1);
  });

  it('keeps what another window has changed meanwhile, and stays as chosen in each', () => {
    const [one, other] = [open(), open()];
    one.change({ grouping: 'state' });
    other.change({ sorting: 'name' });
    one.change({ filter: 'orders' });
    other.change({ failingOnly: true });
    assert.deepEqual(one.current, { grouping: 'state', sorting: 'attention', filter: 'orders', failingOnly: false });
    assert.deepEqual(other.current, { grouping: 'none', sorting: 'name', filter: '', failingOnly: true });
    assert.deepEqual(open().current, { grouping: 'state', sorting: 'name', filter: 'orders', failingOnly: true });
  });

  it('stays as chosen while the window is open if it can’t be remembered', async () => {
    workspaceState.update = () => Promise.reject(new Error('The disk is full.'));
    const order = open();
    order.change({ filter: 'orders' });
    // An unhandled rejection would fail the run.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(order.current.filter, 'orders');
  });

  it('is synchronized between machines as far as grouping and sorting, and filters are of the workspace', () => {
    open().change({ sorting: 'name', filter: 'orders', failingOnly: true });
    assert.deepEqual(preferences.synced, ['connections.order']);
    assert.deepEqual([...preferences.values], [['connections.order', { grouping: 'none', sorting: 'name' }]]);
    workspaceState = new MemoryState();
    assert.deepEqual(open().current, { grouping: 'none', sorting: 'name', filter: '', failingOnly: false });
  });

  it('falls back to defaults for invalid stored values', () => {
    const defaults = { grouping: 'none', sorting: 'attention', filter: '', failingOnly: false };
    for (const stored of [undefined, null, 7, { grouping: 'size', sorting: 7, filter: {}, failingOnly: 1 }]) {
      workspaceState.values.set('connections.filter', stored);
      preferences.values.set('connections.order', stored);
      assert.deepEqual(open().current, defaults);
    }
  });
});
