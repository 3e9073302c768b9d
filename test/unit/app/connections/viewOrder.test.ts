import assert from 'node:assert/strict';
import { ViewOrderStore } from '../../../../src/app/connections/viewOrder.ts';
import { MemoryState } from '../session/memoryStorage.ts';

describe('The order of the Connections view', () => {
  it('is remembered, and its changes are announced once each', () => {
    const state = new MemoryState();
    const order = new ViewOrderStore(state);
    const changes: unknown[] = [];
    order.onDidChange((change) => changes.push(change));
    order.change({ grouping: 'state', filter: 'orders' });
    order.change({ filter: 'orders' });
    const changed = { grouping: 'state', sorting: 'attention', filter: 'orders' };
    assert.deepEqual(changes, [changed]);
    assert.deepEqual(new ViewOrderStore(state).current, changed);
    order.dispose();
    order.change({ filter: '' });
    assert.equal(changes.length, 1);
  });

  it('falls back to defaults for invalid stored values', () => {
    const state = new MemoryState();
    const defaults = { grouping: 'none', sorting: 'attention', filter: '' };
    for (const stored of [undefined, null, 7, { grouping: 'size', sorting: 7, filter: {} }]) {
      state.values.set('connections.order', stored);
      assert.deepEqual(new ViewOrderStore(state).current, defaults);
    }
  });
});
