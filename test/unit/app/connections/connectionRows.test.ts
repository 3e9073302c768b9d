import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Connection } from '../../../../src/model/connection.ts';
import { byName, connectionGroupings, connectionSortings } from '../../../../src/model/connectionViewOptions.ts';
import type { ConnectionGrouping, ConnectionViewOptions } from '../../../../src/model/connectionViewOptions.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { ConnectionsElement, TreeChange } from '../../../../src/app/connections/connectionElements.ts';
import { ConnectionRows } from '../../../../src/app/connections/connectionRows.ts';
import { sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

function connection(entityId: string, change: Partial<Connection> = {}): Connection {
  return sampleConnection({ entityId, lastSyncId: 's', lastSyncAt: 1, ...change });
}

function lookOf(element: ConnectionsElement): string {
  switch (element.kind) {
    case 'connection':
      return JSON.stringify(element.connection);
    case 'job':
      return JSON.stringify(element.job);
    default:
      return '';
  }
}

type LatestJobs = ReadonlyMap<string, readonly Job[]>;

/** The rows, drawn completely after every change. */
class DrawnRows {
  connections: readonly Connection[] = [];
  jobs: LatestJobs = new Map();
  readonly #drawn = new Map<ConnectionsElement, string>();
  readonly rows = new ConnectionRows(
    {
      find: (entityId) => this.connections.find((one) => one.entityId === entityId),
      readJobs: () => (entityId) => this.jobs.get(entityId) ?? [],
      getAll: () => [...this.connections].sort(byName('en')),
      stateWords: (state) => (state === 'error' ? 'failed' : state),
    },
    (element) => this.#drawn.get(element) !== lookOf(element),
  );

  arrange(order: ConnectionViewOptions, options?: { readonly isLocked: boolean }): TreeChange {
    return this.#drawAfter(this.rows.arrange(order, options));
  }

  update(entityIds: readonly string[], options?: { readonly isLocked: boolean }): TreeChange {
    return this.#drawAfter(this.rows.update(entityIds, options));
  }

  release(): TreeChange {
    return this.#drawAfter(this.rows.release());
  }

  /** What is shown, from top to bottom. */
  get shown(): readonly string[] {
    return this.all.map((element) => `${element.id} ${lookOf(element)}`);
  }

  get all(): readonly ConnectionsElement[] {
    const under = (element: ConnectionsElement): readonly ConnectionsElement[] => [
      element,
      ...this.rows.childrenOf(element).flatMap(under),
    ];
    return this.rows.roots.flatMap(under);
  }

  #drawAfter(change: TreeChange): TreeChange {
    for (const element of this.all) {
      this.#drawn.set(element, lookOf(element));
    }
    return change;
  }
}

describe('The rows of the Connections view', () => {
  let drawn: DrawnRows;
  let tree: ConnectionRows;

  beforeEach(() => {
    drawn = new DrawnRows();
    tree = drawn.rows;
  });

  function show(
    connections: readonly Connection[],
    grouping: ConnectionGrouping = 'none',
    latest: LatestJobs = new Map(),
  ): TreeChange {
    drawn.connections = connections;
    drawn.jobs = latest;
    return drawn.arrange({ grouping, sorting: 'name', filter: '', language: 'en' });
  }

  /** The entities of the connections that are shown, from top to bottom. */
  function idsShown(): string[] {
    return drawn.all.flatMap((element) => (element.kind === 'connection' ? element.connection.entityId : []));
  }

  it('know their parents and children, and are counted and listed without their groups', () => {
    const job = sampleJob({ entityId: 'a', syncId: '1' });
    show([connection('a'), connection('b')], 'sourceSystem', new Map([['a', [job]]]));
    const [group] = tree.roots;
    assert.ok(group?.kind === 'group');
    const [a, b] = tree.childrenOf(group);
    assert.ok(a?.kind === 'connection' && b?.kind === 'connection');
    const [under] = tree.childrenOf(a);
    assert.ok(under?.kind === 'job' && under.job === job);
    assert.deepEqual([...tree.elements()], [a, under, b]);
    assert.deepEqual([tree.count, tree.find('a'), tree.find('c'), group.count], [2, a, undefined, 2]);
    const more = { kind: 'more', id: 'more', group, shownCount: 1, totalCount: 2 } as const;
    const message = { kind: 'message', id: 'message', parent: b, reason: 'neverSynced' } as const;
    assert.deepEqual(
      [group, a, under, more, message].map((element) => tree.parentOf(element)),
      [undefined, group, a, group, b],
    );
    for (const leaf of [under, more, message, b]) {
      assert.deepEqual(tree.childrenOf(leaf), []);
    }
    show([connection('a'), connection('b')]);
    assert.deepEqual([tree.roots.length, tree.roots[0] && tree.parentOf(tree.roots[0])], [2, undefined]);
  });

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

  it('know their group', () => {
    show([connection('a')], 'state');
    const [group] = tree.roots;
    assert.ok(group?.kind === 'group');
    const [row] = tree.childrenOf(group);
    assert.ok(row);
    assert.equal(tree.parentOf(row), group);
    assert.equal(tree.parentOf(group), undefined);
  });

  it('are found again by the filter after a change, and redrawn only while they match', () => {
    const order = { grouping: 'none', sorting: 'name', filter: 'bud', language: 'en' } as const;
    drawn.connections = [connection('budget'), connection('sales')];
    assert.equal(drawn.arrange(order), 'all');
    assert.equal(tree.count, 1);
    drawn.connections = drawn.connections.map((one) => ({ ...one, hasError: true }));
    assert.deepEqual(drawn.update(['budget', 'sales', 'unknown']), [...tree.roots]);
    assert.equal(drawn.arrange({ ...order, filter: '' }), 'all');
    assert.equal(tree.count, 2);
  });

  it('come and go with the states that the filter names, one by one', () => {
    const order = { grouping: 'none', sorting: 'name', filter: 'failed', language: 'en' } as const;
    const change = (entityId: string, fields: Partial<Connection>): TreeChange => {
      drawn.connections = drawn.connections.map((one) => (one.entityId === entityId ? { ...one, ...fields } : one));
      return drawn.update([entityId]);
    };
    drawn.connections = [connection('a'), connection('b', { hasError: true }), connection('c')];
    drawn.arrange(order);
    assert.deepEqual(idsShown(), ['b']);
    assert.equal(change('c', { hasError: true }), 'all');
    assert.deepEqual(idsShown(), ['b', 'c']);
    change('b', { isCurrentlySyncing: true });
    assert.deepEqual(idsShown(), ['b', 'c'], 'starting its sync hides no row');
    assert.equal(change('b', { isCurrentlySyncing: false, hasError: false }), 'all');
    assert.deepEqual(idsShown(), ['c']);
    drawn.arrange({ ...order, filter: '', failingOnly: true });
    change('c', { isCurrentlySyncing: true });
    change('a', { hasError: true });
    assert.deepEqual(idsShown(), ['a', 'c']);
    change('a', { hasError: false });
    change('c', { hasError: false });
    assert.deepEqual(idsShown(), []);
    change('b', { hasError: true });
    assert.deepEqual(idsShown(), ['b']);
  });

  it('put favorites first, or into a group of their own', () => {
    drawn.connections = ['a', 'b', 'c'].map((id) => connection(id, { hasError: id === 'c' }));
    const order = {
      grouping: 'none',
      sorting: 'name',
      filter: '',
      language: 'en',
      favorites: new Set(['b', 'c']),
    } as const;
    drawn.arrange(order);
    assert.deepEqual(idsShown(), ['b', 'c', 'a']);
    drawn.arrange({ ...order, grouping: 'state' });
    assert.deepEqual(
      tree.roots.map(({ id }) => id),
      ['group/state/ favorites', 'group/state/idle'],
    );
    drawn.connections = drawn.connections.map((one) => ({ ...one, isCurrentlySyncing: true }));
    drawn.update(['b']);
    assert.equal(tree.roots.length, 2, 'a favorite stays among the favorites, whatever its state');
  });

  for (const grouping of connectionGroupings) {
    it(`stay in their positions while these are held, and move when they are released: ${grouping}`, () => {
      const order = { grouping, sorting: 'attention', filter: '', language: 'en' } as const;
      drawn.connections = ['a', 'b', 'c'].map((id) => connection(id, { hasError: id === 'c' }));
      drawn.arrange(order);
      const before = idsShown();
      drawn.connections = drawn.connections.map((one) => ({ ...one, hasError: !one.hasError }));
      const change = drawn.update(['a', 'c'], { isLocked: true });
      assert.ok(change !== 'all');
      assert.equal(change.length, 2, 'only their look changes');
      assert.deepEqual(idsShown(), before);
      drawn.connections = [...drawn.connections, connection('new')];
      drawn.arrange(order, { isLocked: true });
      assert.deepEqual(
        idsShown().filter((id) => id !== 'new'),
        before,
        'also when others are listed',
      );
      drawn.release();
      const anew = new DrawnRows();
      anew.connections = drawn.connections;
      anew.arrange(order);
      assert.deepEqual(drawn.shown, anew.shown);
      assert.deepEqual(drawn.release(), []);
    });
  }

  it('neither appear nor disappear while their positions are held', () => {
    const order = { grouping: 'none', sorting: 'name', filter: '', failingOnly: true, language: 'en' } as const;
    drawn.connections = ['a', 'b'].map((id) => connection(id, { hasError: id === 'a' }));
    drawn.arrange(order);
    drawn.connections = drawn.connections.map((one) => ({ ...one, hasError: !one.hasError }));
    drawn.update(['a', 'b'], { isLocked: true });
    assert.deepEqual(idsShown(), ['a']);
    drawn.release();
    assert.deepEqual(idsShown(), ['b']);
  });

  it('do not move when they are released if they are back where they were', () => {
    const order = { grouping: 'none', sorting: 'attention', filter: '', language: 'en' } as const;
    const start = ['a', 'b'].map((id) => connection(id));
    drawn.connections = start;
    drawn.arrange(order);
    drawn.connections = start.map((one) => ({ ...one, hasError: one.entityId === 'b' }));
    drawn.update(['b'], { isLocked: true });
    drawn.connections = start;
    drawn.update(['b'], { isLocked: true });
    assert.deepEqual(drawn.release(), []);
  });

  it('are updated one by one as if all were arranged anew', () => {
    const change = fc.record({
      at: fc.nat(7),
      fields: fc.record(
        {
          hasError: fc.boolean(),
          isActive: fc.boolean(),
          isCurrentlySyncing: fc.boolean(),
          lastSyncAt: fc.option(fc.nat(3), { nil: undefined }),
        },
        { requiredKeys: [] },
      ),
      jobs: fc.array(fc.record({ syncId: fc.constantFrom('1', '2'), isSeen: fc.boolean() }), { maxLength: 2 }),
    });
    const names = ['a', 'b', 'B', 'c 10', 'c 9', 'd', 'e', 'f'];
    const start = names.map((entityName, at) =>
      connection(`id-${at}`, { entityName, sourceSystem: at % 3 === 0 ? '' : `S${at % 2}` }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...connectionGroupings),
        fc.constantFrom(...connectionSortings),
        fc.constantFrom('', 'c', 's1', 'failed', 'inactive'),
        fc.record({
          failingOnly: fc.boolean(),
          favorites: fc.constantFrom(new Set<string>(), new Set(['id-1', 'id-6'])),
        }),
        fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (grouping, sorting, filter, shown, steps, isLocked) => {
          const order = { grouping, sorting, filter, ...shown, language: 'en' };
          const rows = new DrawnRows();
          rows.connections = start;
          rows.arrange(order);
          for (const step of steps) {
            const before = new Map(rows.all.map((element) => [element, lookOf(element)]));
            const rootsBefore = [...rows.rows.roots];
            const touched = new Map(step.map(({ at, fields, jobs }) => [`id-${at}`, { fields, jobs }]));
            rows.connections = rows.connections.map((one) => ({ ...one, ...touched.get(one.entityId)?.fields }));
            rows.jobs = new Map([
              ...rows.jobs,
              ...Array.from(touched, ([entityId, { jobs }]): [string, Job[]] => [
                entityId,
                jobs
                  .map((job) => sampleJob({ ...job, entityId }))
                  .filter((one, i, all) => all.findIndex(({ syncId }) => syncId === one.syncId) === i),
              ]),
            ]);
            if (isLocked) {
              const positionsBefore = positionsOf(rows);
              rows.update([...touched.keys()], { isLocked });
              assert.deepEqual(positionsOf(rows), positionsBefore);
            }
            const redrawn = isLocked ? rows.release() : rows.update([...touched.keys()]);
            const anew = new DrawnRows();
            [anew.connections, anew.jobs] = [rows.connections, rows.jobs];
            anew.arrange(order);
            assert.deepEqual(rows.shown, anew.shown);
            assert.deepEqual(
              rows.rows.roots.map((root) => root.kind === 'group' && root.count),
              anew.rows.roots.map((root) => root.kind === 'group' && root.count),
            );
            // What looks different or is somewhere else is redrawn, or what contains it.
            if (redrawn !== 'all' && !isLocked) {
              assert.deepEqual(rows.rows.roots, rootsBefore);
              const covered = new Set(redrawn.flatMap((element) => [element, ...rows.rows.childrenOf(element)]));
              const different = rows.all.filter((element) => before.get(element) !== lookOf(element));
              for (const element of different) {
                const parent = rows.rows.parentOf(element);
                assert.ok(covered.has(element) || (parent !== undefined && covered.has(parent)), element.id);
              }
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  function positionsOf({ all }: DrawnRows): string[] {
    return all.flatMap((element) => (element.kind === 'job' ? [] : element.id));
  }

  for (const count of [100, 10_000]) {
    it(`look at the same number of connections for one change among ${count}`, () => {
      const connections = new Map(Array.from({ length: count }, (_, at) => [`id-${at}`, connection(`id-${at}`)]));
      let [found, jobsRead, compared, listed] = [0, 0, 0, 0];
      const rows = new ConnectionRows(
        {
          find: (entityId) => {
            found += 1;
            return connections.get(entityId);
          },
          readJobs: () => () => {
            jobsRead += 1;
            return [];
          },
          getAll: () => {
            listed += 1;
            return [...connections.values()].sort(byName('en'));
          },
        },
        () => {
          compared += 1;
          return true;
        },
      );
      rows.arrange({ grouping: 'none', sorting: 'attention', filter: '', language: 'en' });
      [found, jobsRead, compared, listed] = [0, 0, 0, 0];
      connections.set('id-50', connection('id-50', { isCurrentlySyncing: true }));
      const redrawn = rows.update(['id-50']);
      assert.deepEqual([found, jobsRead, compared, listed], [1, 1, 1, 0]);
      assert.ok(redrawn !== 'all');
      assert.deepEqual(
        redrawn.map(({ id }) => id),
        ['/connection/id-50'],
      );
    });
  }
});
