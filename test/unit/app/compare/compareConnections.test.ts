import assert from 'node:assert/strict';
import { compareConnections } from '../../../../src/app/compare/compareConnections.ts';
import type { Comparison } from '../../../../src/app/compare/compareConnections.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

function shown({ pairs }: Comparison): readonly unknown[] {
  return pairs.map(({ left, right, differences }) => [left?.entityId, right?.entityId, ...differences]);
}

function named(entityId: string, entityName: string, changes: Partial<Connection> = {}): Connection {
  return sampleConnection({ entityId, entityName, ...changes });
}

describe('Compared connections', () => {
  it('correspond by their ID, else by name and source system', () => {
    const left = [named('a', 'Orders'), named('b', 'Stock'), named('c', 'Stock', { sourceSystem: 'CRM' })];
    const right = [named('x', 'Stock', { sourceSystem: 'CRM' }), named('y', 'Stock'), named('a', 'Sales')];
    const comparison = compareConnections(left, right, 'en');
    assert.deepEqual(shown(comparison), [
      ['c', 'x'],
      ['a', 'a', 'name'],
      ['b', 'y'],
    ]);
    assert.deepEqual([comparison.onlyLeft, comparison.onlyRight, comparison.different], [0, 0, 1]);
  });

  it('are listed if only one account has them', () => {
    const comparison = compareConnections([named('a', 'Orders')], [named('x', 'Stock')], 'en');
    assert.deepEqual(shown(comparison), [
      ['a', undefined],
      [undefined, 'x'],
    ]);
    assert.deepEqual([comparison.onlyLeft, comparison.onlyRight, comparison.different], [1, 1, 0]);
  });

  it('differ in state, activity and schedule, but not in the times of their syncs', () => {
    const left = [named('a', 'Orders', { lastSyncAt: 1, nextScheduledSyncAt: 2 }), named('b', 'Stock')];
    const same = compareConnections(left, [named('x', 'Orders', { lastSyncAt: 5, nextScheduledSyncAt: 6 })], 'en');
    assert.deepEqual(shown(same)[0], ['a', 'x']);
    const right = [named('x', 'Orders', { lastSyncAt: 5, hasError: true }), named('y', 'Stock', { isActive: false })];
    assert.deepEqual(shown(compareConnections(left, right, 'en')), [
      ['a', 'x', 'state', 'isScheduled'],
      ['b', 'y', 'state', 'isActive'],
    ]);
  });

  it('correspond one to one if several have the same name', () => {
    const left = [named('a', 'Orders'), named('b', 'Orders'), named('c', 'Orders')];
    const right = [named('x', 'Orders'), named('b', 'Orders')];
    assert.deepEqual(shown(compareConnections(left, right, 'en')), [
      ['a', 'x'],
      ['b', 'b'],
      ['c', undefined],
    ]);
    const more = [...right, named('y', 'Orders'), named('z', 'Orders')];
    assert.deepEqual(
      shown(compareConnections(left, more, 'en')),
      [
        ['a', 'x'],
        ['b', 'b'],
        ['c', 'y'],
        [undefined, 'z'],
      ],
      'in the order of both accounts',
    );
  });

  it('of the same ID also differ in their source system', () => {
    const right = [named('a', 'Orders', { sourceSystem: 'CRM' })];
    assert.deepEqual(shown(compareConnections([named('a', 'Orders')], right, 'en')), [['a', 'a', 'sourceSystem']]);
  });

  it('are in the order of their source systems, then of their names, by the numbers in them', () => {
    const left = ['Plant 10', 'Plant 9'].map((name) => named(name, name, { sourceSystem: 'SAP 10' }));
    const right = [named('late', 'Orders', { sourceSystem: 'SAP 9' }), named('none', 'Orders', { sourceSystem: '' })];
    assert.deepEqual(shown(compareConnections(left, right, 'en')), [
      [undefined, 'none'],
      [undefined, 'late'],
      ['Plant 9', undefined],
      ['Plant 10', undefined],
    ]);
  });
});
