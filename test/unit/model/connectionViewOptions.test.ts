import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Connection } from '../../../src/model/connection.ts';
import {
  byName,
  connectionGroupings,
  connectionSortings,
  FAVORITES_KEY,
  orderConnections,
} from '../../../src/model/connectionViewOptions.ts';
import type { ConnectionViewOptions, OrderedConnections } from '../../../src/model/connectionViewOptions.ts';
import { sampleConnection } from './sampleConnection.ts';

function connection(entityName: string, change: Partial<Connection> = {}): Connection {
  return sampleConnection({
    entityId: `id-${entityName}`,
    entityName,
    lastSyncId: 'sync',
    lastSyncStatus: 'completed',
    lastSyncAt: 1000,
    ...change,
  });
}

function order(change: Partial<ConnectionViewOptions> = {}): ConnectionViewOptions {
  return { grouping: 'none', sorting: 'name', filter: '', language: 'en', ...change };
}

/** Sorts by name first, as the feed does. */
function ordered(connections: readonly Connection[], by: ConnectionViewOptions): OrderedConnections {
  return orderConnections([...connections].sort(byName(by.language)), by);
}

function names(connections: readonly Connection[]): string[] {
  return connections.map(({ entityName }) => entityName);
}

describe('The order of connections', () => {
  it('has the favorites first, in the same order as the others', () => {
    const connections = ['a', 'b', 'c', 'd'].map((name) => connection(name));
    const favorites = new Set(['id-b', 'id-d']);
    assert.deepEqual(names(ordered(connections, order({ favorites })).ungrouped), ['b', 'd', 'a', 'c']);
  });

  it('by name compares numbers as numbers and ignores case', () => {
    const { ungrouped } = ordered([connection('Sales 10'), connection('sales 9'), connection('Budget')], order());
    assert.deepEqual(names(ungrouped), ['Budget', 'sales 9', 'Sales 10']);
  });

  it('by name sorts connections with the same name by ID', () => {
    const twins = [
      connection('A', { entityId: '2' }),
      connection('A', { entityId: '1' }),
      connection('A', { entityId: '1' }),
    ];
    assert.deepEqual(
      ordered(twins, order()).ungrouped.map(({ entityId }) => entityId),
      ['1', '1', '2'],
    );
  });

  it('by attention shows those that failed twice first, then errors, late ones, never synced ones, the rest and inactive ones', () => {
    const connections = [
      connection('idle'),
      connection('late', { isLate: true }),
      connection('twice', { hasFailedTwice: true }),
      connection('inactive', { isActive: false, hasError: true }),
      connection('never', { lastSyncAt: undefined, lastSyncId: undefined, lastSyncStatus: undefined }),
      connection('error', { hasError: true }),
    ];
    assert.deepEqual(names(ordered(connections, order({ sorting: 'attention' })).ungrouped), [
      'twice',
      'error',
      'late',
      'never',
      'idle',
      'inactive',
    ]);
  });

  it('by attention does not move a row when its sync starts', () => {
    const rows = [
      connection('a', { hasFailedTwice: true }),
      connection('b', { hasError: true }),
      connection('c', { isLate: true }),
      connection('d'),
      connection('e'),
    ];
    for (const row of rows) {
      const syncing = rows.map((other) => (other === row ? { ...other, isCurrentlySyncing: true } : other));
      assert.deepEqual(names(ordered(syncing, order({ sorting: 'attention' })).ungrouped), ['a', 'b', 'c', 'd', 'e']);
    }
  });

  it('by last sync shows the newest first and never synced ones last', () => {
    const connections = [
      connection('never b', { lastSyncAt: undefined }),
      connection('old', { lastSyncAt: 1 }),
      connection('never a', { lastSyncAt: undefined }),
      connection('new', { lastSyncAt: 2 }),
    ];
    assert.deepEqual(names(ordered(connections, order({ sorting: 'lastSync' })).ungrouped), [
      'new',
      'old',
      'never a',
      'never b',
    ]);
  });
});

describe('The filter of connections', () => {
  const connections = [
    connection('Umsätze Köln', { sourceSystem: 'Datev', entityId: 'aa11' }),
    connection('Budget', { sourceSystem: 'Snowflake', entityId: 'bb22' }),
  ];

  for (const [filter, expected] of [
    ['', ['Budget', 'Umsätze Köln']],
    ['   ', ['Budget', 'Umsätze Köln']],
    ['umsatze', ['Umsätze Köln']],
    ['KÖLN datev', ['Umsätze Köln']],
    ['datev  umsä', ['Umsätze Köln']],
    ['snow', ['Budget']],
    ['bb22', ['Budget']],
    ['budget datev', []],
  ] as const) {
    it(`"${filter}" leaves ${expected.length === 0 ? 'nothing' : expected.join(' and ')}`, () => {
      const { ungrouped, count } = ordered(connections, order({ filter }));
      assert.deepEqual(names(ungrouped), expected);
      assert.equal(count, expected.length);
    });
  }

  it('for failing ones leaves the active ones whose last sync failed, also while they sync', () => {
    const { ungrouped } = ordered(
      [
        connection('active', { hasError: true }),
        connection('inactive', { hasError: true, isActive: false }),
        connection('syncing', { hasError: true, isCurrentlySyncing: true }),
        connection('working'),
      ],
      order({ failingOnly: true }),
    );
    assert.deepEqual(names(ungrouped), ['active', 'syncing']);
  });
});

describe('The groups of connections', () => {
  it('begin with that of the favorites', () => {
    const connections = [connection('a', { sourceSystem: 'ERP' }), connection('b', { sourceSystem: 'NetSuite' })];
    const { groups } = ordered(connections, order({ grouping: 'sourceSystem', favorites: new Set(['id-b']) }));
    assert.deepEqual(
      groups.map(({ key, connections: members }) => [key, names(members)]),
      [
        [FAVORITES_KEY, ['b']],
        ['ERP', ['a']],
      ],
    );
  });

  it('by source system are sorted by name, with connections without one at the end', () => {
    const { groups, ungrouped } = ordered(
      [
        connection('a', { sourceSystem: '' }),
        connection('b', { sourceSystem: 'netsuite' }),
        connection('c', { sourceSystem: 'ERP' }),
        connection('d', { sourceSystem: ' ERP ' }),
        connection('e', { sourceSystem: 'NetSuite' }),
      ],
      order({ grouping: 'sourceSystem' }),
    );
    assert.deepEqual(
      groups.map(({ key, connections }) => [key, names(connections)]),
      [
        ['ERP', ['c', 'd']],
        ['NetSuite', ['e']],
        ['netsuite', ['b']],
        ['', ['a']],
      ],
    );
    assert.deepEqual(ungrouped, []);
  });

  it('by state begin with errors, and omit states that do not occur', () => {
    const { groups } = ordered(
      [
        connection('a', { isActive: false }),
        connection('b'),
        connection('c', { isCurrentlySyncing: true }),
        connection('d', { hasError: true }),
      ],
      order({ grouping: 'state' }),
    );
    assert.deepEqual(
      groups.map(({ key }) => key),
      ['error', 'syncing', 'idle', 'inactive'],
    );
  });

  it('contain every connection once, in an order that does not depend on that of the answer', () => {
    const anyConnection = fc
      .record({
        entityId: fc.string({ minLength: 1, maxLength: 3 }),
        entityName: fc.string({ maxLength: 3 }),
        hasError: fc.boolean(),
        isActive: fc.boolean(),
        isCurrentlySyncing: fc.boolean(),
        lastSyncAt: fc.option(fc.nat(3), { nil: undefined }),
        sourceSystem: fc.constantFrom('', 'a', 'A', 'b'),
      })
      .map((change) => connection('x', change));
    fc.assert(
      fc.property(
        fc.uniqueArray(anyConnection, { selector: ({ entityId }) => entityId }),
        fc.constantFrom(...connectionGroupings),
        fc.constantFrom(...connectionSortings),
        (connections, grouping, sorting) => {
          const rows = (list: readonly Connection[]): string[] => {
            const { ungrouped, groups } = ordered(list, order({ grouping, sorting }));
            return [...ungrouped, ...groups.flatMap((group) => group.connections)].map(({ entityId }) => entityId);
          };
          const shown = rows(connections);
          assert.deepEqual([...shown].sort(), connections.map(({ entityId }) => entityId).sort());
          assert.deepEqual(rows([...connections].reverse()), shown);
        },
      ),
    );
  });
});
