import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import type { ConnectionsElement } from '../../src/app/connections/connectionElements.ts';
import type { Connection } from '../../src/model/connection.ts';
import type { Job } from '../../src/model/job.ts';
import { ConnectionTree } from '../../src/ui/connections/connectionTree.ts';
import { eventually } from '../eventually.ts';
import { sampleJob } from '../unit/jobs/sampleJobs.ts';
import { sampleConnection } from '../unit/model/sampleConnection.ts';

const ORDER = { grouping: 'none', sorting: 'attention', filter: '', language: 'en' } as const;

const idOf = ({ id }: ConnectionsElement): string => id;
const rowId = (entityId: string): string => `/connection/${entityId}`;

describe('The tree of connections', () => {
  for (const count of [100, 10_000]) {
    describe(`of ${count}`, () => {
      let connections: Map<string, Connection>;
      let jobs: ReadonlyMap<string, readonly Job[]>;
      let tree: ConnectionTree;
      let redrawn: (readonly ConnectionsElement[] | undefined)[];

      beforeEach(async () => {
        const ids = Array.from({ length: count }, (_, at) => `id-${String(at).padStart(5, '0')}`);
        const lastSyncAt = Date.now() - 3_600_000;
        connections = new Map(
          ids.map((entityId) => [entityId, sampleConnection({ entityId, lastSyncId: 's', lastSyncAt })]),
        );
        // A row with a job, so that all rows are indented from the start.
        jobs = new Map([['id-00000', [sampleJob({ entityId: 'id-00000' })]]]);
        tree = new ConnectionTree({
          getAll: () => [...connections.values()],
          find: (entityId) => connections.get(entityId),
          readJobs: () => (entityId) => jobs.get(entityId) ?? [],
          usual: () => undefined,
        });
        redrawn = [];
        tree.onDidChangeTreeData((elements) => redrawn.push(elements));
        tree.arrange(ORDER);
        assert.deepEqual(tree.getChildren().slice(0, 1000).map(idOf), ids.slice(0, 1000).map(rowId));
        assert.deepEqual(redrawn, [undefined]);
        await drawAll();
        redrawn.length = 0;
      });

      afterEach(() => tree.dispose());

      /** As VS Code does: asks for all items at once. Returns how many were created at most in one turn. */
      async function drawAll(): Promise<number> {
        const state = { drawn: 0, isDone: false };
        const draw = async (element: ConnectionsElement): Promise<void> => {
          await tree.getTreeItem(element);
          state.drawn += 1;
        };
        const drawn = Promise.all(tree.getChildren().map(draw)).finally(() => (state.isDone = true));
        // Those of this turn have been drawn.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        let most = state.drawn;
        for (let before = state.drawn; !state.isDone; before = state.drawn) {
          await nextTurn();
          most = Math.max(most, state.drawn - before);
        }
        assert.equal((await drawn).length, count > 1000 ? 1001 : count);
        return most;
      }

      function startSync(entityId: string): void {
        const connection = connections.get(entityId);
        assert.ok(connection);
        connections.set(entityId, { ...connection, isCurrentlySyncing: true });
      }

      it('shows all rows at once where there were rows before', async () => {
        tree.arrange({ ...ORDER, filter: 'id-00050' });
        assert.equal(tree.getChildren().length, 1);
        tree.arrange(ORDER);
        await drawAll();
      });

      it('redraws one row for one status, and nothing for what changes nothing', async () => {
        const expected: string[][] = [];
        for (const entityId of ['id-00050', 'id-00060']) {
          tree.arrange(ORDER);
          tree.updateTimes();
          startSync(entityId);
          tree.update([entityId, 'id-00051']);
          expected.push([rowId(entityId)]);
          await eventually(() => {
            assert.deepEqual(
              redrawn.map((elements) => elements?.map(idOf)),
              expected,
            );
            return true;
          }, 'One row is redrawn');
          await drawAll();
        }
      });

      it('draws the relative times anew when they read otherwise, in one redraw', async () => {
        const clock = FakeTimers.install({ toFake: ['Date'], now: Date.now() + 3_600_000 });
        try {
          tree.updateTimes();
          await eventually(() => redrawn.length === 1, 'The rows are redrawn');
          assert.deepEqual(redrawn, [undefined]);
          await drawAll();
        } finally {
          clock.uninstall();
        }
      });

      it('removes all rows at once when none is left, as for another account, however soon after a redraw', () => {
        connections.delete('id-00001');
        tree.arrange(ORDER);
        redrawn.length = 0;
        connections.clear();
        tree.arrange(ORDER);
        assert.deepEqual(redrawn, [undefined]);
        assert.deepEqual(tree.getChildren(), []);
      });

      it('shows the row of any connection, which may be far down', () => {
        const entityId = `id-${String(count - 1).padStart(5, '0')}`;
        const row = tree.show(entityId);
        assert.equal(row?.id, rowId(entityId));
        assert.equal(tree.getChildren().at(-1), row);
        assert.deepEqual(redrawn, count > 1000 ? [undefined] : []);
        assert.equal(tree.show('none'), undefined);
      });

      it('creates at most 250 rows without a pause', async () => {
        assert.ok((await drawAll()) <= 250);
      });
    });
  }

  describe('of 2,500, of which 1,300 are in one group', () => {
    const connections = Array.from({ length: 2500 }, (_, at) =>
      sampleConnection({ entityId: `id-${at}`, sourceSystem: at < 1300 ? 'A' : `B${at % 2}` }),
    );
    let tree: ConnectionTree;
    let redrawn: (readonly ConnectionsElement[] | undefined)[];

    beforeEach(() => {
      tree = new ConnectionTree({
        getAll: () => connections,
        find: (entityId) => connections.find((connection) => connection.entityId === entityId),
        readJobs: () => () => [],
        usual: () => undefined,
      });
      redrawn = [];
      tree.onDidChangeTreeData((elements) => redrawn.push(elements));
    });

    afterEach(() => tree.dispose());

    it('shows 1,000 rows, and 1,000 more with each click on the last one', async () => {
      tree.arrange(ORDER);
      redrawn.length = 0;
      const last = tree.getChildren().at(-1);
      assert.ok(last?.kind === 'more');
      const { label, description, command } = await tree.getTreeItem(last);
      assert.deepEqual([label, description], ['Show More', '1,000 of 2,500 shown']);
      assert.deepEqual(command?.arguments, [last]);
      assert.equal(tree.showMore(last), tree.getChildren()[1000]);
      assert.equal(tree.getChildren().at(-1), last);
      assert.equal((await tree.getTreeItem(last)).description, '2,000 of 2,500 shown');
      tree.showMore(last);
      assert.deepEqual(redrawn, [undefined, undefined]);
      assert.equal(tree.getChildren().length, 2500);
    });

    it('shows more of the group that is meant', () => {
      tree.arrange({ ...ORDER, grouping: 'sourceSystem' });
      redrawn.length = 0;
      const [a, b] = tree.getChildren();
      const last = tree.getChildren(a).at(-1);
      assert.ok(last?.kind === 'more');
      assert.equal(tree.getParent(last), a);
      assert.equal(tree.getChildren(b).length, 600);
      tree.showMore(last);
      assert.deepEqual(redrawn, [[a]]);
      assert.equal(tree.getChildren(a).length, 1300);
    });

    it('ignores what is no such row', () => {
      tree.arrange(ORDER);
      for (const argument of [undefined, null, {}, { kind: 'more', id: '/more' }, tree.getChildren()[0]]) {
        assert.equal(tree.showMore(argument), undefined);
      }
      assert.deepEqual(redrawn, [undefined]);
    });
  });
});
