import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConnectionIndex } from '../../../../src/app/connections/connectionIndex.ts';
import { isSameConnection } from '../../../../src/model/connection.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { byName } from '../../../../src/model/connectionViewOptions.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

const anyConnection = fc
  .record({
    entityId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    entityName: fc.constantFrom('Sales 10', 'sales 9', 'Umsätze', 'x'),
    hasError: fc.boolean(),
    isActive: fc.boolean(),
    isCurrentlySyncing: fc.boolean(),
    lastSyncId: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
    lastSyncStatus: fc.option(fc.constantFrom('completed', 'failed'), { nil: undefined }),
    lastSyncAt: fc.option(fc.nat(2), { nil: undefined }),
    nextScheduledSyncAt: fc.option(fc.nat(2), { nil: undefined }),
    sourceSystem: fc.constantFrom('', 'ERP'),
  })
  .map((change) => sampleConnection(change));
const anyList = fc.uniqueArray(anyConnection, { selector: ({ entityId }) => entityId });

describe('The index of the connections', () => {
  it('finds connections by entity and by last sync, and knows which are syncing', () => {
    const index = new ConnectionIndex('en');
    const a = sampleConnection({ entityId: 'a', lastSyncId: '1', isCurrentlySyncing: true });
    const b = sampleConnection({ entityId: 'b' });
    assert.deepEqual(index.replace([b, a]), { added: [b, a], changed: [], removed: [] });
    assert.deepEqual([index.find('a'), index.find('c')], [a, undefined]);
    assert.deepEqual([index.findBySync('1'), index.findBySync('2')], [a, undefined]);
    assert.deepEqual([...index.syncing], [['a', a]]);

    const ended = { ...a, isCurrentlySyncing: false, lastSyncId: '2' };
    assert.deepEqual(index.replace([ended]), { added: [], changed: [ended], removed: [b] });
    assert.deepEqual([index.find('b'), index.findBySync('1'), index.findBySync('2')], [undefined, undefined, ended]);
    assert.equal(index.syncing.size, 0);
  });

  it('finds the last one by name of those that share a last sync, whichever of them has changed', () => {
    const [a, b] = ['a', 'b'].map((entityId) => sampleConnection({ entityId, entityName: entityId, lastSyncId: '1' }));
    assert.ok(a && b);
    const index = new ConnectionIndex('en');
    index.replace([{ ...a, lastSyncId: undefined }, b]);
    index.replace([a, b]);
    assert.equal(index.findBySync('1'), b);
    index.replace([a, { ...b, lastSyncId: '2' }]);
    assert.equal(index.findBySync('1'), a);
  });

  it('keeps its list and its objects when an answer says the same in another order', () => {
    const index = new ConnectionIndex('en');
    const listed = ['c', 'a', 'b'].map((entityId) => sampleConnection({ entityId }));
    index.replace(listed);
    const before = index.sorted;
    const again = listed.map((connection) => ({ ...connection })).reverse();
    assert.deepEqual(index.replace(again), { added: [], changed: [], removed: [] });
    assert.equal(index.sorted, before);
    const changed = { ...sampleConnection({ entityId: 'b' }), hasError: true };
    index.replace([...again.filter(({ entityId }) => entityId !== 'b'), changed]);
    const isSame = index.sorted.map((connection, at) => connection === before[at]);
    assert.deepEqual(isSame, [true, false, true], 'only the one that differs is another object');
  });

  it('ends with what the last answer says, whatever came before, and tells each difference once', () => {
    fc.assert(
      fc.property(fc.array(anyList, { minLength: 1, maxLength: 5 }), (responses) => {
        const index = new ConnectionIndex('en');
        const followed = new Map<string, Connection>();
        for (const response of responses) {
          const { added, changed, removed } = index.replace(response);
          for (const { entityId } of removed) {
            assert.ok(followed.delete(entityId));
          }
          for (const connection of added) {
            assert.ok(!followed.has(connection.entityId));
            followed.set(connection.entityId, connection);
          }
          for (const connection of changed) {
            const before = followed.get(connection.entityId);
            assert.ok(before && !isSameConnection(before, connection));
            followed.set(connection.entityId, connection);
          }
          assert.deepEqual(index.sorted, [...response].sort(byName('en')));
          assert.deepEqual(new Set(followed.values()), new Set(index.sorted));
          assert.deepEqual(
            [...index.syncing.keys()].sort(),
            response
              .filter(({ isCurrentlySyncing }) => isCurrentlySyncing)
              .map(({ entityId }) => entityId)
              .sort(),
          );
          for (const connection of index.sorted) {
            assert.equal(index.find(connection.entityId), connection);
          }
          for (const syncId of ['1', '2', '3']) {
            const last: Connection | undefined = index.sorted.findLast(({ lastSyncId }) => lastSyncId === syncId);
            assert.equal(index.findBySync(syncId), last, 'of those that share a sync, the last one by name');
          }
        }
      }),
    );
  });
});

describe('Two connections are the same', () => {
  it('only if every field is', () => {
    const connection = sampleConnection({
      entityId: 'a',
      lastSyncId: '1',
      lastSyncStatus: 'completed',
      lastSyncAt: 1,
      nextScheduledSyncAt: 2,
    });
    assert.ok(isSameConnection(connection, { ...connection }));
    for (const key of Object.keys(connection)) {
      assert.ok(!isSameConnection(connection, { ...connection, [key]: 'another' }), key);
    }
  });
});
