import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import * as vscode from 'vscode';
import type { ConnectionElement, ConnectionsElement } from '../../src/app/connections/connectionElements.ts';
import { RowOrderLock } from '../../src/app/connections/rowOrderLock.ts';
import { LastJobs } from '../../src/app/tracking/lastJobs.ts';
import type { LookUpResult } from '../../src/app/tracking/lookedUpJobs.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import type { Connection } from '../../src/model/connection.ts';
import { ConnectionTree } from '../../src/ui/connections/connectionTree.ts';
import { eventually } from '../eventually.ts';
import { completedStatus, sampleJob, sampleStep } from '../unit/jobs/sampleJobs.ts';
import { sampleConnection } from '../unit/model/sampleConnection.ts';

const ORDER = { grouping: 'none', sorting: 'attention', filter: '', language: 'en' } as const;

const idOf = ({ id }: ConnectionsElement): string => id;
const rowId = (entityId: string): string => `/connection/${entityId}`;

describe('The tree of connections', () => {
  for (const count of [100, 10_000]) {
    describe(`of ${count}`, () => {
      let connections: Map<string, Connection>;
      let orderLock: RowOrderLock;
      let lookedUp: Map<string, LookUpResult>;
      let lookups: string[];
      let isOffline: boolean;
      let tree: ConnectionTree;
      let redrawn: (readonly ConnectionsElement[] | undefined)[];

      beforeEach(async () => {
        const ids = Array.from({ length: count }, (_, at) => `id-${String(at).padStart(5, '0')}`);
        const lastSyncAt = Date.now() - 3_600_000;
        connections = new Map(
          ids.map((entityId) => [
            entityId,
            sampleConnection({ entityId, lastSyncId: `sync of ${entityId}`, lastSyncAt }),
          ]),
        );
        orderLock = new RowOrderLock();
        lookedUp = new Map();
        lookups = [];
        isOffline = false;
        tree = new ConnectionTree({
          getAll: () => [...connections.values()],
          find: (entityId) => connections.get(entityId),
          lastJobs: new LastJobs({
            jobs: new JobCollection([sampleJob({ entityId: 'id-00000' })]),
            findLookedUp: (syncId) => {
              const result = lookedUp.get(syncId);
              return result?.kind === 'job' ? result.job : undefined;
            },
            lookUp: (syncId, { connection } = {}) => {
              lookups.push(syncId);
              const result = resultOf(syncId, connection?.entityId ?? '');
              lookedUp.set(syncId, result);
              return Promise.resolve(result);
            },
          }),
          usual: () => undefined,
          orderLock,
        });
        redrawn = [];
        tree.onDidChangeTreeData((elements) => redrawn.push(elements));
        tree.arrange(ORDER);
        assert.deepEqual(tree.getChildren().slice(0, 1000).map(idOf), ids.slice(0, 1000).map(rowId));
        assert.deepEqual(redrawn, [undefined]);
        await drawAll();
        redrawn.length = 0;
      });

      afterEach(() => {
        tree.dispose();
        orderLock.dispose();
      });

      /** What the service says of a sync. */
      function resultOf(syncId: string, entityId: string): LookUpResult {
        if (isOffline) {
          return { kind: 'failure', failure: { kind: 'unreachable', reason: 'refused', detail: '' } };
        }
        const steps = [sampleStep({ status: 'failed', message: 'Production-EU answered 503.' })];
        const status = completedStatus({ syncId, status: 'failed', message: 'It failed.', steps });
        return entityId === 'id-00099'
          ? { kind: 'failure', failure: { kind: 'notFound', problem: undefined } }
          : { kind: 'job', job: sampleJob({ syncId, entityId, origin: 'adopted', status, receivedAt: 0 }) };
      }

      function rowOf(entityId: string): ConnectionElement {
        const row = tree.getChildren().find(({ id }) => id === rowId(entityId));
        assert.ok(row?.kind === 'connection');
        return row;
      }

      function fail(entityId: string): void {
        const connection = connections.get(entityId);
        assert.ok(connection);
        connections.set(entityId, { ...connection, hasError: true });
        tree.update([entityId]);
      }

      async function hover(element: ConnectionsElement): Promise<string> {
        const source = new vscode.CancellationTokenSource();
        const { tooltip } = await tree.resolveTreeItem(await tree.getTreeItem(element), element, source.token);
        source.dispose();
        return tooltip?.value ?? '';
      }

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

      it('says why a sync failed once its row is pointed at, and asks the service once', async () => {
        fail('id-00050');
        const row = rowOf('id-00050');
        assert.doesNotMatch((await tree.getTreeItem(row)).description ?? '', /503/);
        assert.ok((await hover(row)).includes('Failed 1 hour ago\\: Production\\-EU answered 503\\.'));
        assert.match(await hover(row), /503/);
        assert.deepEqual(lookups, ['sync of id-00050']);
        redrawn.length = 0;
        tree.update(['id-00050']);
        assert.deepEqual(redrawn, [], 'its tooltip stays open');
        const { description, accessibilityInformation } = await tree.getTreeItem(row);
        assert.match(description ?? '', /^1 hr\. ago · Production-EU answered 503\.$/);
        assert.equal(accessibilityInformation?.label, 'id-00050, ERP, Failed, 1 hour ago, Production-EU answered 503.');
        await hover(rowOf('id-00051'));
        assert.equal(lookups.length, 1, 'nothing is asked for one that succeeded');
      });

      it('shows that a sync is being started until the connection is syncing, even while the pointer is on its row', async () => {
        const row = rowOf('id-00004');
        await hover(row);
        tree.setStarting(['id-00004', 'id-00005', 'id of no row'], true);
        await eventually(() => redrawn.length > 0, 'The rows are redrawn');
        assert.deepEqual(redrawn, [[row, rowOf('id-00005')]]);
        const item = await tree.getTreeItem(row);
        assert.match(String(item.description), /^starting…$/);
        assert.match(item.accessibilityInformation?.label ?? '', /, starting…$/);
        assert.deepEqual(item.iconPath, new vscode.ThemeIcon('loading~spin'));
        startSync('id-00004');
        tree.update(['id-00004']);
        assert.match(String((await tree.getTreeItem(row)).description), /^syncing…$/);
        tree.setStarting(['id-00004'], false);
        tree.setStarting(['id-00005'], false);
        assert.doesNotMatch(String((await tree.getTreeItem(rowOf('id-00005'))).description), /starting/);
      });

      it('shows the ID of a connection whose name another one has, too', async () => {
        const row = rowOf('id-00050');
        assert.equal((await tree.getTreeItem(row)).description, '1 hr. ago');
        const twin = sampleConnection({ entityId: 'id-00051', entityName: row.connection.entityName });
        connections.set('id-00051', twin);
        tree.arrange(ORDER, { isUrgent: true });
        const { description, accessibilityInformation } = await tree.getTreeItem(rowOf('id-00050'));
        assert.equal(description, '1 hr. ago · id-00050');
        assert.match(accessibilityInformation?.label ?? '', /^id-00050, ERP, id-00050, /);
        assert.match((await tree.getTreeItem(rowOf('id-00051'))).description ?? '', /id-00051$/);
        assert.equal((await tree.getTreeItem(rowOf('id-00052'))).description, '1 hr. ago');
      });

      it('shows the last job under a connection, wherever it was started, or why there is none', async () => {
        const [job] = await tree.getChildren(rowOf('id-00050'));
        assert.ok(job?.kind === 'job');
        assert.equal(job.job.syncId, 'sync of id-00050');
        assert.equal((await tree.getTreeItem(job)).contextValue, 'lastJob.failed');
        assert.deepEqual(await tree.getChildren(rowOf('id-00050')), [job]);
        assert.deepEqual(lookups, ['sync of id-00050']);
        const [message] = await tree.getChildren(rowOf('id-00099'));
        assert.ok(message?.kind === 'message');
        assert.equal((await tree.getTreeItem(message)).label, 'The service has no details of the last sync.');
        assert.equal(tree.getParent(message), rowOf('id-00099'));
      });

      it('looks a job up again that could not be, as long as its connection is expanded', async () => {
        isOffline = true;
        const row = rowOf('id-00050');
        const [message] = await tree.getChildren(row);
        assert.equal(message?.kind, 'message');
        isOffline = false;
        tree.updateTimes();
        await eventually(() => redrawn.flat().includes(row), 'The row is redrawn');
        const [job] = await tree.getChildren(row);
        assert.equal(job?.kind, 'job');
      });

      it('keeps a row in its position while the view is used, and moves it alone afterwards', async () => {
        await hover(rowOf('id-00060'));
        redrawn.length = 0;
        const before = tree.getChildren().map(idOf);
        fail('id-00060');
        assert.deepEqual(tree.getChildren().map(idOf), before);
        orderLock.release();
        assert.equal(tree.getChildren()[0]?.id, rowId('id-00060'));
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
        lastJobs: new LastJobs({
          jobs: new JobCollection(),
          findLookedUp: () => undefined,
          lookUp: () => Promise.resolve(undefined),
        }),
        usual: () => undefined,
        orderLock: new RowOrderLock(),
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
      assert.ok(a?.kind === 'group' && b?.kind === 'group');
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
