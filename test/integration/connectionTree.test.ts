import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
        if (count > 1000) {
          assert.deepEqual(tree.getChildren().map(idOf), ids.slice(0, 200).map(rowId));
        }
        await eventually(() => redrawn.length === (count > 1000 ? 2 : 1), 'All rows are redrawn');
        assert.ok(redrawn.every((elements) => elements === undefined));
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
        let most = state.drawn;
        for (let before = state.drawn; !state.isDone; before = state.drawn) {
          await nextTurn();
          most = Math.max(most, state.drawn - before);
        }
        assert.equal((await drawn).length, count);
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

      it(`shows ${count > 1000 ? '200 rows before the others' : 'all rows at once'} where there were none`, async () => {
        const all = connections;
        connections = new Map();
        tree.arrange(ORDER);
        assert.equal(tree.getChildren().length, 0);
        connections = all;
        tree.arrange(ORDER);
        assert.equal(tree.getChildren().length, count > 1000 ? 200 : count);
        assert.equal(tree.getChildren().length, count);
        await drawAll();
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

      it('creates at most 250 rows without a pause', async () => {
        assert.ok((await drawAll()) <= 250);
      });
    });
  }
});
