import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import * as vscode from 'vscode';
import type { JobsChange } from '../../src/app/tracking/jobsChange.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import type { Job } from '../../src/model/job.ts';
import type { JobsElement } from '../../src/ui/jobs/jobRow.ts';
import { JobsView } from '../../src/ui/jobs/jobsView.ts';
import { JobTree } from '../../src/ui/jobs/jobTree.ts';
import type { TreeSource, View } from '../../src/ui/window/trees.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../unit/jobs/sampleJobs.ts';
import { jobsTreeView } from './jobsTreeView.ts';

const NOON = new Date(2026, 10, 20, 12).getTime();
const DAY_MS = 86_400_000;

/** Reads rows as VS Code does: those that are refreshed and, below expanded ones, all others anew. Nothing at once of a hidden view. */
class RowReader implements vscode.Disposable {
  readonly #source: TreeSource<JobsElement>;
  readonly #known = new Set<JobsElement>();
  readonly #subscription: vscode.Disposable;
  #ids: string[] = [];
  isVisible = true;

  constructor(source: TreeSource<JobsElement>) {
    this.#source = source;
    this.#subscription = source.onDidChangeTreeData((changed) => {
      if (changed === undefined) {
        this.#known.clear();
        if (this.isVisible) {
          this.#readBelow(undefined);
        }
        return;
      }
      // Rows that VS Code has not read before, it does not read now either.
      for (const row of [changed].flat().filter((one) => this.#known.has(one))) {
        this.#read(row);
      }
    });
  }

  /** The IDs of the rows that were read since the last call. */
  take(): readonly string[] {
    const ids = this.#ids;
    this.#ids = [];
    return ids;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #readBelow(parent: JobsElement | undefined): void {
    for (const row of this.#source.getChildren(parent) as JobsElement[]) {
      this.#read(row);
    }
  }

  #read(row: JobsElement): void {
    const { id, collapsibleState } = this.#source.getTreeItem(row) as vscode.TreeItem;
    this.#known.add(row);
    this.#ids.push(String(id));
    if (collapsibleState === vscode.TreeItemCollapsibleState.Expanded && this.isVisible) {
      this.#readBelow(row);
    }
  }
}

describe('The rows of jobs that VS Code reads', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let jobs: JobCollection;
  let tree: JobTree;
  let reader: RowReader;

  beforeEach(() => {
    clock = FakeTimers.install({ now: NOON, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    jobs = new JobCollection();
    tree = new JobTree();
    reader = new RowReader(tree);
  });

  afterEach(() => {
    reader.dispose();
    tree.dispose();
    clock.uninstall();
  });

  function show(isTick = false): readonly string[] {
    tree.show(jobs.sorted, { usual: jobs.usual, now: Date.now(), isTick, isVisible: reader.isVisible });
    return reader.take();
  }

  /** Puts jobs that ended `daysAgo`, as many as `count`. */
  function putEnded(count: number, daysAgo: number): void {
    for (let index = 0; index < count; index += 1) {
      const completedAt = NOON - daysAgo * DAY_MS - index;
      const syncId = `ended-${daysAgo}-${index}`;
      jobs.put(sampleJob({ syncId, status: completedStatus({ syncId, completedAt }) }));
    }
  }

  function running(index: number, changes: Partial<Job> = {}): Job {
    const syncId = `running-${index}`;
    const steps = [
      sampleStep({ startedAt: NOON }),
      sampleStep({ name: 'Load', status: 'waiting', startedAt: undefined }),
    ];
    const status = runningStatus({ syncId, startedAt: NOON, steps });
    return sampleJob({ syncId, knownSince: NOON + index, status, ...changes });
  }

  const idOf = (kind: 'job' | 'ended', syncId: string): string => `${kind}/account-1/${syncId}`;

  it('are those of a job whose status changes, and no others, however many there are', () => {
    putEnded(200, 0);
    putEnded(200, 5);
    for (let index = 0; index < 20; index += 1) {
      jobs.put(running(index));
    }
    show();
    const changed = running(3);
    const status = runningStatus({ ...changed.status, status: 'Re-balancing' });
    jobs.put({ ...changed, status });
    assert.deepEqual(show(), [idOf('job', 'running-3'), ...[0, 1].map((index) => `step/${index}/account-1/running-3`)]);
    assert.deepEqual(show(), []);
    jobs.put({ ...changed, status, receivedAt: NOON + 1 });
    assert.deepEqual(show(), [], 'the same response');
  });

  it('have the folder of an uploaded file as long as another file has the same name', () => {
    const upload = (syncId: string, path: string, name = 'sales.csv'): Job =>
      sampleJob({
        syncId,
        kind: 'upload',
        entityName: 'Budget',
        source: { name, rows: 1, byteLength: 1, uri: `file:///exports/${path}/${name}` },
        status: completedStatus({ syncId, completedAt: NOON - 1 }),
      });
    const labels = (): readonly string[] =>
      tree.getChildren(tree.getChildren()[0]).map((row) => {
        const { label } = tree.getTreeItem(row);
        return String(label).replaceAll('\u2060', '');
      });
    jobs.put(upload('a', '2026-01'));
    jobs.put(upload('b', '2026-01'));
    jobs.put(upload('c', '2026-01', 'costs.csv'));
    show();
    assert.deepEqual(labels().toSorted(), ['costs.csv → Budget', 'sales.csv → Budget', 'sales.csv → Budget']);
    jobs.put(upload('d', '2026-02'));
    show();
    assert.deepEqual(labels().toSorted(), [
      'costs.csv → Budget',
      'sales.csv (/exports/2026-01) → Budget',
      'sales.csv (/exports/2026-01) → Budget',
      'sales.csv (/exports/2026-02) → Budget',
    ]);
  });

  it('are all, once, if a job starts or ends, except those of collapsed days and of steps of collapsed jobs', () => {
    putEnded(10, 0);
    putEnded(300, 5);
    show();
    jobs.put(running(0));
    // The job with two steps, two days, and the jobs of today.
    assert.equal(show().length, 3 + 2 + 10);
    const ended = sampleJob({
      syncId: 'running-0',
      status: completedStatus({ syncId: 'running-0', completedAt: NOON }),
    });
    jobs.put(ended);
    assert.equal(show().length, 2 + 11);
    assert.deepEqual(show(), []);
  });

  it('are one row if only a collapsed day changes', () => {
    putEnded(10, 0);
    putEnded(300, 5);
    show();
    jobs.delete('ended-5-0');
    assert.deepEqual(show(), [`day/2026-11-15`]);
  });

  it('are only those of running jobs as time passes, and fewer once these run for ten seconds and for two minutes', () => {
    putEnded(400, 0);
    for (let index = 0; index < 40; index += 1) {
      jobs.put(running(index, { origin: 'adopted' }));
    }
    show();
    /** How often each running job is read. */
    const readWithin = (seconds: number): number => {
      let count = 0;
      for (let second = 0; second < seconds; second += 1) {
        clock.tick(1000);
        const ids = show(true);
        assert.ok(
          ids.every((id) => id.startsWith('job/')),
          'no row of a job that has ended',
        );
        count += ids.length;
      }
      return count / 40;
    };
    assert.equal(readWithin(10), 10);
    assert.equal(readWithin(110), 22);
    assert.equal(readWithin(600), 60);
  });

  it('are those of a job whose counts grow once in five seconds, so that the pointer has time to rest on it', () => {
    const job = running(0, { origin: 'adopted' });
    const counting = (count: number): Job => {
      const [first, ...others] = job.status?.steps ?? [];
      assert.ok(first);
      return { ...job, status: runningStatus({ ...job.status, steps: [{ ...first, count }, ...others] }) };
    };
    jobs.put(job);
    clock.tick(60_000);
    show();
    const readAt: number[] = [];
    for (let count = 1; count <= 40; count += 1) {
      clock.tick(250);
      // A response in between the ticks.
      jobs.put(counting(count));
      if (show(count % 4 === 0).length > 0) {
        readAt.push(count / 4);
      }
    }
    assert.deepEqual(readAt, [5, 10]);
    const [row] = tree.getChildren();
    assert.ok(row);
    assert.match(String(tree.getTreeItem(row).description), / 40 /);
    jobs.put({ ...counting(41), status: runningStatus({ ...job.status, status: 'Loading' }) });
    assert.equal(show().length, 1, 'another status is drawn at once');
  });

  it('have the last counts although the duration stays the same for a minute', () => {
    const job = running(0, { origin: 'adopted' });
    jobs.put(job);
    clock.tick(3_605_000);
    show();
    const [first, ...others] = job.status?.steps ?? [];
    assert.ok(first);
    clock.tick(1000);
    jobs.put({ ...job, status: runningStatus({ ...job.status, steps: [{ ...first, count: 7 }, ...others] }) });
    assert.equal(show().length, 0);
    clock.tick(4000);
    assert.equal(show(true).length, 1);
  });

  it('are not the one that the pointer rests on for fifteen seconds while its job is running, so that its tooltip stays open', async () => {
    const [first, second] = [running(0, { origin: 'adopted' }), running(1, { origin: 'adopted' })];
    [first, second].forEach((job) => jobs.put(job));
    show();
    await pointAt('running-0');
    clock.tick(5000);
    jobs.put({ ...first, status: runningStatus({ ...first.status, status: 'Loading' }) });
    assert.deepEqual(show(true), [idOf('job', 'running-1')]);
    clock.tick(10_000);
    assert.deepEqual(show(true).toSorted(), [idOf('job', 'running-0'), idOf('job', 'running-1')]);

    await pointAt('running-0');
    await pointAt('running-1');
    clock.tick(5000);
    assert.deepEqual(show(true), [idOf('job', 'running-0')], 'the pointer has moved on');
    jobs.put(sampleJob({ syncId: 'running-1', status: completedStatus({ syncId: 'running-1', completedAt: NOON }) }));
    assert.ok(show().includes(idOf('ended', 'running-1')), 'the job has ended');

    async function pointAt(syncId: string): Promise<void> {
      const row = tree.find(syncId);
      assert.ok(row);
      await tree.resolveTreeItem(tree.getTreeItem(row), row);
    }
  });

  it('say the duration of a job and its steps, every five seconds after ten, and every ten after two minutes', () => {
    jobs.put(running(0, { origin: 'adopted' }));
    show();
    const [job] = tree.getChildren();
    assert.ok(job);
    const durations = [...[1, 8, 5, 2, 104, 2, 7, 3].map((seconds) => durationsAfter(seconds)), durationsAfter(3600)];
    const later = ['2 min', '2 min', '2 min', '2 min 10 s', '1 h 2 min'];
    assert.deepEqual(durations, ['1 s', '9 s', '10 s', '15 s', ...later]);

    function durationsAfter(seconds: number): string {
      clock.tick(seconds * 1000);
      show(true);
      assert.ok(job);
      const said = [job, ...tree.getChildren(job).slice(0, 1)].map(
        (row) =>
          /((\d+ (h|min|s) ?)+?)(?: · started elsewhere)?$/.exec(String(tree.getTreeItem(row).description))?.[1] ?? '',
      );
      assert.equal(said[0], said[1], 'the job and its first step');
      return said[0] ?? '';
    }
  });

  it('are none while the view is hidden, and all with what has changed once it is visible', () => {
    putEnded(10, 0);
    jobs.put(running(0));
    show();
    reader.isVisible = false;
    const changed = { ...running(0), status: runningStatus({ ...running(0).status, status: 'Re-balancing' }) };
    jobs.put(changed);
    assert.deepEqual(show(), []);
    jobs.put({ ...changed, status: runningStatus({ ...changed.status, status: 'Loading' }) });
    assert.deepEqual(show(), []);
    jobs.put(running(1));
    assert.deepEqual(show(), []);
    const [row] = tree.getChildren().slice(1);
    assert.ok(row);
    assert.match(String(tree.getTreeItem(row).description), /Loading/);
  });

  it('are read twice a second at most if many jobs start soon after each other', () => {
    putEnded(10, 0);
    const changes = new vscode.EventEmitter<JobsChange>();
    let times = 0;
    const fake = jobsTreeView();
    const view = new JobsView(
      {
        jobs,
        onDidChange: changes.event,
        markSeen: () => undefined,
        markAllSeen: () => undefined,
      },
      {
        fill: (source) => {
          source.onDidChangeTreeData((rows) => (times += rows === undefined ? 1 : 0));
          return fake as unknown as View<JobsElement>;
        },
      },
      () => undefined,
    );
    times = 0;
    for (let index = 0; index < 100; index += 1) {
      jobs.put(running(index));
      changes.fire({ syncIds: new Set([`running-${index}`]), entityIds: new Set() });
      clock.tick(50);
    }
    clock.tick(2000);
    // At once, and then within five seconds.
    assert.equal(times, 11);
    view.dispose();
    changes.dispose();
  });
});
