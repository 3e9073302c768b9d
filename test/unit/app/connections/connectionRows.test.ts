import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/model/connection.ts';
import { orderConnections } from '../../../../src/model/connectionOrder.ts';
import type { ConnectionGrouping } from '../../../../src/model/connectionOrder.ts';
import { ConnectionRows } from '../../../../src/app/connections/connectionRows.ts';
import type { ConnectionsElement, LatestJobs, TreeChange } from '../../../../src/app/connections/connectionRows.ts';
import { sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

function connection(entityId: string, change: Partial<Connection> = {}): Connection {
  return sampleConnection({ entityId, lastSyncId: 's', lastSyncAt: 1, ...change });
}

function renderKey(element: ConnectionsElement): string {
  switch (element.kind) {
    case 'group':
      return String(element.group.connections.length);
    case 'connection':
      return JSON.stringify(element.connection);
    case 'job':
      return JSON.stringify(element.job);
  }
}

describe('The rows of the Connections view', () => {
  let tree: ConnectionRows;

  beforeEach(() => {
    tree = new ConnectionRows();
  });

  function show(
    connections: readonly Connection[],
    grouping: ConnectionGrouping = 'none',
    latest: LatestJobs = new Map(),
  ): TreeChange {
    return tree.update(
      orderConnections(connections, { grouping, sorting: 'name', filter: '', language: 'en' }),
      latest,
      renderKey,
    );
  }

  it('show the latest jobs under their connection, and redraw only that connection', () => {
    const beside = sampleJob({ entityId: 'b', syncId: '0' });
    show([connection('a'), connection('b')], 'sourceSystem', new Map([['b', [beside]]]));
    const first = sampleJob({ entityId: 'a', syncId: '1' });
    const come = show(
      [connection('a'), connection('b')],
      'sourceSystem',
      new Map([
        ['a', [first]],
        ['b', [beside]],
      ]),
    );
    const [group] = tree.roots;
    assert.ok(group);
    const [row] = tree.childrenOf(group);
    assert.ok(row);
    assert.deepEqual(come, [row]);
    const [job] = tree.childrenOf(row);
    assert.ok(job?.kind === 'job');
    assert.equal(tree.parentOf(job), row);
    assert.equal(tree.parentOf(row), group);
    assert.equal(tree.parentOf(group), undefined);

    const changed = show(
      [connection('a'), connection('b')],
      'sourceSystem',
      new Map([
        ['a', [{ ...first, isSeen: true }]],
        ['b', [beside]],
      ]),
    );
    assert.deepEqual(changed, [job]);
    assert.ok(job.job.isSeen, 'the row is the same and shows the change');
  });

  it('are redrawn together when the first becomes expandable, or none is any more, to keep them aligned', () => {
    const rows = [connection('a'), connection('b')];
    const latest = new Map([['a', [sampleJob({ entityId: 'a' })]]]);
    show(rows);
    assert.equal(show(rows, 'none', latest), 'all');
    assert.deepEqual(show(rows, 'none', latest), []);
    assert.equal(show(rows), 'all');

    show(rows, 'sourceSystem');
    assert.deepEqual(show(rows, 'sourceSystem', latest), [...tree.roots]);
  });

  it('are all redrawn when the first ones appear', () => {
    assert.equal(show([connection('a')]), 'all');
  });

  it('are not redrawn by an answer without changes', () => {
    show([connection('a'), connection('b')]);
    assert.deepEqual(show([connection('a'), connection('b')]), []);
  });

  it('are redrawn individually, as the same objects', () => {
    show([connection('a'), connection('b')]);
    const [, row] = tree.roots;
    const change = show([connection('a'), connection('b', { hasError: true })]);
    assert.ok(change !== 'all');
    assert.equal(change.length, 1);
    assert.equal(change[0], row);
    assert.ok(row?.kind === 'connection' && row.connection.hasError);
  });

  it('are all redrawn when one appears, disappears or moves, and remaining ones stay the same objects', () => {
    show([connection('a'), connection('b')]);
    const [a] = tree.roots;
    assert.equal(show([connection('a'), connection('aa'), connection('b')]), 'all');
    assert.equal(tree.roots[0], a);
    assert.equal(show([connection('a')]), 'all');
    assert.equal(tree.roots[0], a);
  });

  it('are redrawn inside their group without redrawing the group', () => {
    show([connection('a'), connection('b')], 'sourceSystem');
    const [group] = tree.roots;
    assert.ok(group?.kind === 'group');
    const change = show([connection('a'), connection('b', { hasError: true })], 'sourceSystem');
    assert.deepEqual(change, [tree.childrenOf(group)[1]]);
  });

  it('redraw only the groups they move between', () => {
    const still = connection('c', { sourceSystem: 'CRM' });
    show(
      [
        connection('a'),
        connection('b', { hasError: true }),
        connection('e', { hasError: true }),
        connection('f'),
        still,
      ],
      'state',
    );
    const before = tree.roots;
    const moved = [
      connection('a', { hasError: true }),
      connection('b', { hasError: true }),
      connection('e', { hasError: true }),
    ];
    const change = show([...moved, connection('f'), still], 'state');
    assert.deepEqual(change, before);
  });

  it('have IDs that differ between groups, so that a moving row is never shown twice', () => {
    show([connection('a'), connection('b', { hasError: true })], 'state');
    const ids = tree.roots.flatMap((root) => (root.kind === 'group' ? tree.childrenOf(root) : [])).map(({ id }) => id);
    assert.deepEqual(ids, ['group/state/error/connection/b', 'group/state/idle/connection/a']);
  });

  it('have unique IDs even if the service lists an entity twice', () => {
    show([connection('a'), connection('a'), connection('a')]);
    assert.equal(new Set(tree.roots.map(({ id }) => id)).size, 3);
    assert.deepEqual(show([connection('a'), connection('a'), connection('a')]), []);
  });

  it('know their group', () => {
    show([connection('a')], 'state');
    const [group] = tree.roots;
    assert.ok(group?.kind === 'group');
    const [row] = tree.childrenOf(group);
    assert.ok(row);
    assert.equal(tree.parentOf(row), group);
    assert.equal(tree.parentOf(group), undefined);
  });
});
