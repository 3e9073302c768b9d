import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import * as vscode from 'vscode';
import type { JobsChange } from '../../src/app/tracking/jobsChange.ts';
import type { SessionState } from '../../src/app/session/session.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import { filterJobs, NO_FILTER } from '../../src/jobs/history/jobFilter.ts';
import type { JobFilter } from '../../src/jobs/history/jobFilter.ts';
import type { LedgerProblem } from '../../src/jobs/database/sqlite.ts';
import type { Account } from '../../src/model/account.ts';
import type { JobsElement } from '../../src/ui/jobs/jobRow.ts';
import { changeJobFilter, pickJob } from '../../src/ui/jobs/jobPicks.ts';
import { createJobsFeature } from '../../src/ui/jobs/jobsFeature.ts';
import { JobsView } from '../../src/ui/jobs/jobsView.ts';
import { JobTree } from '../../src/ui/jobs/jobTree.ts';
import type { TreeSource, View } from '../../src/ui/window/trees.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { connectService, extensionApi, signInAfresh } from './extensionUnderTest.ts';
import { replaceInWindow, statusMessagesDuring } from './extensionWindow.ts';
import { jobsTreeView } from './jobsTreeView.ts';
import { completedStatus, runningStatus, sampleJob } from '../unit/jobs/sampleJobs.ts';
import { withMessages } from './shownMessages.ts';
import { record } from '../unit/app/session/memoryStorage.ts';

type ConnectionState = Awaited<ReturnType<LocalService['state']>>['connections'][number];

const LONG_MS = 3_600_000;
/** Longer than the wait between two requests about a young job, even in a window without focus. */
const REST_S = 6;

describe('Jobs', function () {
  this.timeout(60_000);

  let service: LocalService;
  let connections: readonly ConnectionState[];
  let account: Account;

  before(() => {
    service = connectService();
  });

  beforeEach(async () => {
    await service.reset();
    await service.freeze(true);
    account = await signInAfresh(service);
    await run('refresh');
    ({ connections } = await service.state());
    await service.clearRequests();
  });

  after(() => service.reset());

  async function signIn(): Promise<void> {
    const api = await extensionApi();
    await api.signIn({ baseUrl: service.baseUrl, method: 'apiKey', secret: service.apiKey });
  }

  function run(command: string, ...args: unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`dataConnections.${command}`, ...args);
  }

  function idle(index: number): ConnectionState {
    const connection = connections.filter(({ isActive, isCurrentlySyncing }) => isActive && !isCurrentlySyncing)[index];
    assert.ok(connection);
    return connection;
  }

  async function startSync(index = 0): Promise<string> {
    const { entityId } = idle(index);
    await service.nextJob({ durationMs: LONG_MS });
    const job = (await run('startSync', { entityId })) as { readonly syncId: string };
    return job.syncId;
  }

  /** How often a job was asked about or, without an id, any job, those of earlier tests included. */
  async function questionsAbout(syncId = ''): Promise<number> {
    return (await service.requests()).filter(({ path }) => path.endsWith(`${syncId}/status`)).length;
  }

  /** Waits until the job, or any, has been asked about so many more times. */
  async function untilAsked(syncId?: string, times = 1): Promise<void> {
    const wanted = (await questionsAbout(syncId)) + times;
    await eventually(
      async () => (await questionsAbout(syncId)) >= wanted,
      `The service is asked ${times} times about ${syncId ?? 'any job'}`,
    );
  }

  /** Ends the job, and waits until the service is asked about it: perhaps at once, and then never again. */
  async function endJob(syncId: string, outcome: 'complete' | 'fail'): Promise<void> {
    const before = await questionsAbout(syncId);
    await service.setJob(syncId, { outcome });
    await eventually(async () => (await questionsAbout(syncId)) > before, 'The service is asked about the job');
  }

  /** Follows another job for three requests, each of which comes later than the next one about this job would have come. */
  async function assertPollingEnded(syncId: string): Promise<void> {
    const before = await questionsAbout(syncId);
    await untilAsked(await startSync(1), 3);
    assert.equal(await questionsAbout(syncId), before);
  }

  /** The service has asked for a rest, by a 429 to a request of this path: what was in flight then is all that comes before its end. */
  async function assertRestAfterRefusal(path: RegExp): Promise<void> {
    const at = await eventually(
      async () => (await service.requests()).find((request) => request.status === 429 && path.test(request.path))?.at,
      'A request is refused',
    );
    const later = await eventually(async () => {
      const polls = (await service.requests()).filter((request) => request.path.endsWith('/status') && request.at > at);
      return polls.some((poll) => poll.at >= at + REST_S * 1000) && polls;
    }, 'Jobs are followed again after the rest');
    const inFlight = later.filter((poll) => poll.at < at + REST_S * 1000);
    assert.ok(inFlight.length <= 1, `${inFlight.length} requests during the rest`);
  }

  it('are polled while they run, and not after they have finished', async () => {
    const syncId = await startSync();
    await untilAsked(syncId, 2);
    await service.advance(LONG_MS);
    await untilAsked(syncId);
    await assertPollingEnded(syncId);
  });

  it('are tracked in parallel', async () => {
    const syncIds = [await startSync(0), await startSync(1), await startSync(2)];
    await Promise.all(syncIds.map((syncId) => untilAsked(syncId, 2)));
  });

  it('are tracked while the service returns an unknown state', async () => {
    await service.nextJob({ durationMs: LONG_MS, status: 'Re-balancing' });
    const { syncId } = (await run('startSync', { entityId: idle(0).entityId })) as { readonly syncId: string };
    await untilAsked(syncId, 2);
    await service.advance(LONG_MS);
    await untilAsked(syncId);
    await assertPollingEnded(syncId);
  });

  it('that were started elsewhere are tracked too', async () => {
    const syncId = await service.startElsewhere(idle(0).entityId, { durationMs: LONG_MS });
    await run('refresh');
    await untilAsked(syncId);
    await service.setJob(syncId, { outcome: 'complete' });
    await run('refresh');
    await untilAsked(syncId);
    await assertPollingEnded(syncId);
  });

  it('are found again after the connection was lost', async () => {
    const syncId = await startSync();
    await untilAsked(syncId);
    await service.addFault({ path: '/connections/sync/', times: 2, action: { kind: 'cut' } });
    await untilAsked(syncId, 3);
  });

  it('ask for a sign-in if the key is refused, and are tracked after it', async () => {
    const [first, second] = [await startSync(0), await startSync(1)];
    await Promise.all([untilAsked(first), untilAsked(second)]);
    await withMessages(async (messages) => {
      await service.setKey('another-key');
      await messages.including(/did not accept the key/);
    });
    await signIn();
    await Promise.all([untilAsked(first), untilAsked(second)]);
  });

  it('are not polled during a pause requested by the service, whichever request it answered', async () => {
    const [first, second] = [await startSync(0), await startSync(1)];
    await Promise.all([untilAsked(first), untilAsked(second)]);
    await service.addFault({
      path: '/connections/sync/',
      times: 1,
      action: { kind: 'rateLimit', retryAfterS: REST_S },
    });
    await assertRestAfterRefusal(/\/status$/);
  });

  it('are not polled during a pause requested in the answer to a sync start', async () => {
    const syncId = await startSync(0);
    await untilAsked(syncId);
    await service.addFault({ path: 'sync$', times: 1, action: { kind: 'rateLimit', retryAfterS: REST_S } });
    assert.equal(await run('startSync', { entityId: idle(1).entityId }), undefined);
    await assertRestAfterRefusal(/\/sync$/);
  });

  it('are polled first if their page is visible, however many run', async () => {
    const syncIds: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      syncIds.push(await service.startElsewhere(idle(index).entityId, { durationMs: LONG_MS }));
    }
    await run('refresh');
    const [syncId = '', ...others] = syncIds;
    await run('openJob', { syncId });
    await service.clearRequests();
    await untilAsked(syncId, 3);
    const counts = await Promise.all(others.map((other) => questionsAbout(other)));
    assert.ok(Math.max(...counts) <= 1, `others were asked about ${counts.join(', ')} times`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const [level, announced] of [
    ['all', ['completed', 'failed']],
    ['failures', ['failed']],
    ['off', []],
  ] as const) {
    it(`are announced according to dataConnections.notifications: ${level}`, async () => {
      const configuration = vscode.workspace.getConfiguration('dataConnections');
      const set = (value?: string) => configuration.update('notifications', value, vscode.ConfigurationTarget.Global);
      await set(level);
      await withMessages(async (messages) => {
        for (const [index, outcome] of (['complete', 'fail'] as const).entries()) {
          const syncId = await startSync(index);
          await endJob(syncId, outcome);
        }
        // One that ends later, and is announced: by then the others would have been, too.
        const last = await startSync(2);
        await untilAsked(last, 2);
        await set('all');
        await service.setJob(last, { outcome: 'complete' });
        await messages.including(new RegExp(`Sync of “${idle(2).entityName}” completed`));
        const others = messages.all.slice(0, -1).flatMap(({ text }) => / (completed|failed)\b/.exec(text)?.[1] ?? []);
        assert.deepEqual(others, announced);
        const failure = messages.all.find(({ text }) => text.includes(' failed'));
        assert.deepEqual(failure?.buttons ?? ['Retry Sync', 'Open Job'], ['Retry Sync', 'Open Job']);
      }).finally(() => set());
    });
  }

  it('that one command started are announced as one, and those that failed can be retried together', async () => {
    const targets = [0, 1, 2].map((index) => ({ entityId: idle(index).entityId }));
    await service.nextJob({ durationMs: LONG_MS });
    await withMessages(
      async (messages) => {
        const started = (await run('startSync', targets)) as readonly { readonly syncId: string }[];
        assert.equal(started.length, 3);
        for (const [index, { syncId }] of started.entries()) {
          assert.deepEqual(messages.all, [], 'nothing is announced before the last one has ended');
          await endJob(syncId, index === 1 ? 'fail' : 'complete');
        }
        const { text, severity, buttons } = await messages.including(/2 of 3 syncs completed\. 1 failed/);
        assert.match(text, new RegExp(idle(1).entityName));
        assert.deepEqual([severity, buttons], ['error', ['Retry Failed', 'Show Jobs']]);
        assert.equal(messages.all.length, 1);
        const [, failed] = started;
        const again = await eventually(async () => {
          const latest = (await service.state()).jobs.at(-1);
          return started.some(({ syncId }) => syncId === latest?.syncId) ? undefined : latest;
        }, 'The failed sync was started again');
        assert.equal(again.entityId, idle(1).entityId);
        // Until the window follows it, the sync that failed is refused for another reason: its connection is syncing.
        await untilAsked(again.syncId);
        await run('retrySync', { syncId: failed?.syncId });
        await messages.including(/Only syncs that failed or are no longer watched can be retried/);
      },
      ({ buttons }) => buttons.find((title) => title === 'Retry Failed'),
    );
  });

  it('that are no longer watched are watched again after Undo', async () => {
    const syncId = await startSync();
    await untilAsked(syncId);
    await withMessages(
      async (messages) => {
        await run('stopWatching', { syncId });
        await messages.including(/^Stopped watching “.*”\. .* continues in the service\.$/);
        await untilAsked(syncId, 2);
      },
      () => 'Undo',
    );
  });

  it('that were cleared come back with Undo', async () => {
    const syncId = await startSync();
    await service.setJob(syncId, { outcome: 'complete' });
    await withMessages((messages) => messages.including(/completed/));
    await withMessages(
      async (messages) => {
        await run('clearFinishedJobs');
        await messages.including(/^Cleared 1 finished job/);
      },
      () => 'Undo',
    );
    await withMessages(async (messages) => {
      await run('clearFinishedJobs');
      await messages.including(/^Cleared 1 finished job/);
    });
  });

  it('are kept by Sign Out if the user chooses that, and are listed when the account signs in again', async () => {
    const syncId = await startSync();
    const signOut = (button: string): Promise<unknown> =>
      withMessages(
        () => run('signOut', account.id),
        ({ isModal }) => (isModal ? button : undefined),
      );
    await signOut('Sign Out and Keep History');
    await signIn();
    await untilAsked(syncId);
    await withMessages(async (messages) => {
      await signOut('Sign Out');
      // While it runs, it would be found in the list of connections again.
      await service.setJob(syncId, { outcome: 'fail' });
      await signIn();
      await run('stopWatching', { syncId });
      await messages.including(/not in the list of jobs/);
    });
  });

  it('can be retried and no longer watched, by their id', async () => {
    const { entityId } = idle(0);
    const failedId = await startSync(0);
    await service.setJob(failedId, { outcome: 'fail' });
    await service.nextJob({ durationMs: LONG_MS });
    const retry = () =>
      run('retrySync', { syncId: failedId }) as Promise<{ syncId: string; entityId: string } | undefined>;
    const retried = await withMessages(() => eventually(retry, 'The failure is known, and the sync retried'));
    assert.equal(retried.entityId, entityId);
    assert.notEqual(retried.syncId, failedId);
    await untilAsked(retried.syncId);
    await withMessages(async (messages) => {
      await run('retryUpload', { syncId: retried.syncId });
      await messages.including(/^Only failed uploads can be retried/);
    });
    await run('stopWatching', { syncId: retried.syncId });
    await assertPollingEnded(retried.syncId);
  });

  it('are said not to exist if there are none to choose from, in a view that may be open already', async () => {
    let opened = 0;
    const openView = (): Promise<void> => {
      opened++;
      return Promise.resolve();
    };
    const tracker = { jobs: new JobCollection(), markAllSeen: () => undefined };
    const openPage = (): Promise<void> => Promise.reject(new Error('There is no job.'));
    const said = await statusMessagesDuring(() => pickJob(tracker, { openPage, openView }));
    assert.deepEqual([said, opened], [['There are no jobs yet.'], 1]);
  });

  it('can be chosen from a list while they run, and the first one is opened', async () => {
    await startSync();
    // Shows the view, and waits for nothing.
    await run('showJobs');
    const closed = run('openJob');
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputWebview && activeTab.label.includes(idle(0).entityName);
    }, 'The page of the job is open');
    assert.equal(await closed, undefined);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

describe('The tree of jobs', () => {
  const NOW = Date.now();

  for (const count of [10, 1000]) {
    it(`reads the one row of ${count} whose job has changed`, () => {
      const jobs = new JobCollection(
        Array.from({ length: count }, (_, index) => sampleJob({ syncId: `sync-${index}`, knownSince: NOW - index })),
      );
      const tree = new JobTree();
      const fired: unknown[] = [];
      let formatted = 0;
      tree.onDidChangeTreeData((rows) =>
        fired.push(Array.isArray(rows) ? rows.map((row) => tree.getTreeItem(row).id) : rows),
      );
      const show = (isTick = false): void =>
        tree.show(jobs.sorted, { usual: jobs.usual, now: NOW, isTick, isVisible: true });
      show();
      assert.deepEqual(fired.splice(0), [undefined]);
      const changed = sampleJob({
        syncId: 'sync-3',
        knownSince: NOW - 3,
        status: runningStatus({ status: 'Loading' }),
      });
      // The text of a row is made from its name: how often is that read?
      for (const job of jobs.sorted) {
        const { entityName } = job;
        Object.defineProperty(job, 'entityName', { get: () => ((formatted += 1), entityName) });
      }
      jobs.put(changed);
      show();
      assert.deepEqual(fired.splice(0), [[`job/${changed.accountId}/sync-3`]]);
      assert.equal(formatted, 0, 'no other row is formatted');
      show();
      assert.deepEqual(fired, [], 'nothing has changed');
      tree.dispose();
    });
  }

  it('reads all rows at once rather than one by one if many look different', () => {
    const jobs = new JobCollection(
      Array.from({ length: 100 }, (_, index) => sampleJob({ syncId: `sync-${index}`, knownSince: NOW - index })),
    );
    const tree = new JobTree();
    const fired: unknown[] = [];
    const show = (now: number): void =>
      tree.show(jobs.sorted, { usual: jobs.usual, now, isTick: true, isVisible: true });
    show(NOW);
    tree.onDidChangeTreeData((rows) => fired.push(rows));
    show(NOW + 1000);
    assert.deepEqual(fired, [undefined]);
    tree.dispose();
  });
});

describe('The Jobs view', () => {
  it('is no longer filtered by a connection once another account is active', async () => {
    const session = { ...signedOutSession(), state: { kind: 'signedOut' } as SessionState };
    const enter = (id: string): void => {
      session.state = { kind: 'signedIn', account: record(id, id).account } as SessionState;
      session.didChange.fire(session.state);
    };
    const tree: { description?: string } & ReturnType<typeof jobsTreeView> = jobsTreeView();
    const ignore = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    const feature = createJobsFeature({
      view: { fill: () => tree },
      session,
      ledgerAccess: { lastingProblem: undefined, onDidChangeLastingProblem: ignore },
      tracker: { jobs: new JobCollection(), onDidChange: ignore, onDidClaimOutcome: ignore, hasAccess: true },
      report: (error: unknown) => assert.ifError(error),
    } as unknown as Parameters<typeof createJobsFeature>[0]);
    try {
      enter('a');
      await feature.commands['dataConnections.filterJobs']('orders');
      enter('b');
      assert.equal(tree.description, '0 of 0 · orders', 'words can match jobs of any account');
      await feature.commands['dataConnections.showConnectionJobs']({ entityId: 'e1' });
      enter('b');
      assert.equal(tree.description, '0 of 0 · e1', 'signed in again');
      enter('a');
      assert.equal(tree.description, '');
    } finally {
      feature.dispose();
    }
  });

  it('announces how many jobs match once the user pauses while typing a filter', async () => {
    const tracker = { jobs: new JobCollection([sampleJob(), sampleJob({ syncId: 'other', entityName: 'Ledger' })]) };
    let filter = NO_FILTER;
    const view = {
      get filter() {
        return filter;
      },
      setFilter: (next: JobFilter) => (filter = next),
      get shown() {
        return filterJobs(tracker.jobs.sorted, filter);
      },
      reveal: () => Promise.resolve(),
    };
    const clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    const pick = vscode.window.createQuickPick();
    const typed = new vscode.EventEmitter<string>();
    Object.defineProperty(pick, 'onDidChangeValue', { value: typed.event });
    const putBack = replaceInWindow({ createQuickPick: () => pick });
    try {
      const texts = await statusMessagesDuring(async () => {
        await changeJobFilter([], view, tracker);
        typed.fire('l');
        typed.fire('ledger');
        clock.tick(1000);
        clock.tick(1000);
      });
      assert.deepEqual(texts, ['1 of 2 jobs']);
    } finally {
      pick.hide();
      putBack();
      clock.uninstall();
    }
  });

  it('names days anew after midnight, also if it was visible from the start and no job has run since', () => {
    const clock = FakeTimers.install({
      now: new Date(2026, 10, 20, 23, 59, 30),
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
    });
    try {
      const known = new JobCollection([sampleJob({ status: completedStatus({ completedAt: Date.now() }) })]);
      const ignore = (): vscode.Disposable => new vscode.Disposable(() => undefined);
      let source: TreeSource<JobsElement> | undefined;
      const tree = jobsTreeView();
      const view = new JobsView(
        { jobs: known, onDidChange: ignore, markSeen: () => undefined, markAllSeen: () => undefined },
        { fill: (rows) => ((source = rows), tree as unknown as View<JobsElement>) },
        () => undefined,
      );
      const days = (): readonly unknown[] =>
        (source?.getChildren() as JobsElement[]).map((day) => (source?.getTreeItem(day) as vscode.TreeItem).label);
      assert.deepEqual(days(), ['Today']);
      clock.tick(60_000);
      assert.deepEqual(days(), ['Yesterday']);
      view.dispose();
      assert.equal(clock.countTimers(), 0);
    } finally {
      clock.uninstall();
    }
  });
});

describe('The message of the Jobs view', () => {
  it('says why jobs are kept only while the window is open, until they can be stored, while signed in and outside the demo', async () => {
    const session = { ...signedOutSession(), state: { kind: 'signedOut' } as SessionState };
    const problems = new vscode.EventEmitter<void>();
    const ledgerAccess = {
      lastingProblem: undefined as LedgerProblem | undefined,
      onDidChangeLastingProblem: problems.event,
    };
    const tree: { message?: string } & ReturnType<typeof jobsTreeView> = jobsTreeView();
    const ignore = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    const feature = createJobsFeature({
      view: { fill: () => tree },
      session,
      ledgerAccess,
      tracker: { jobs: new JobCollection(), onDidChange: ignore, onDidClaimOutcome: ignore },
      report: (error: unknown) => assert.ifError(error),
    } as unknown as Parameters<typeof createJobsFeature>[0]);
    const shows = async (problem: LedgerProblem | undefined, message: string): Promise<void> => {
      ledgerAccess.lastingProblem = problem;
      problems.fire();
      await eventually(() => tree.message === message, `${tree.message} becomes ${message}`);
    };
    const kept = 'Jobs and uploads are kept only while this window is open.';
    try {
      await shows('unwritable', '');
      session.state = { kind: 'signedIn', account: record('a', 'a').account } as SessionState;
      session.didChange.fire(session.state);
      await shows('unwritable', `${kept} The storage folder of the extension can’t be written.`);
      await shows('full', `${kept} The disk is full.`);
      await shows('locked', `${kept} Another program is using the database of jobs.`);
      await shows('newer', `${kept} A newer version of the extension has changed the database of jobs.`);
      await shows('noSqlite', `${kept} This version of VS Code has no SQLite.`);
      await shows(undefined, '');
      session.isDemo = true;
      await shows('noSqlite', '');
    } finally {
      feature.dispose();
    }
  });
});

describe('A Jobs view that another one has replaced, as when the demo ends', () => {
  it('changes nothing, although the user is still asked for a filter', () => {
    const known = new JobCollection([sampleJob({ status: completedStatus() })]);
    const ignore = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    const tree = jobsTreeView({ visible: false });
    const view = new JobsView(
      { jobs: known, onDidChange: ignore, markSeen: () => undefined, markAllSeen: () => undefined },
      { fill: () => tree as unknown as View<JobsElement> },
      () => undefined,
    );
    view.dispose();
    const before = { ...tree, badge: 'of the other one', description: 'of the other one' };
    Object.assign(tree, before);
    view.setFilter({ text: 'a', entityId: undefined });
    assert.deepEqual(tree, before);
  });
});

describe('A failure that is shown from the start', () => {
  it('counts as seen once the jobs of the account are listed in the visible view, but not one that happens later', () => {
    const changes = new vscode.EventEmitter<JobsChange>();
    const tree = jobsTreeView();
    let seen = 0;
    const known = new JobCollection();
    const view = new JobsView(
      { jobs: known, onDidChange: changes.event, markSeen: () => undefined, markAllSeen: () => (seen += 1) },
      { fill: () => tree as unknown as View<JobsElement> },
      () => undefined,
    );
    changes.fire({ syncIds: new Set(['sync-1']), entityIds: new Set() });
    assert.equal(seen, 0);
    changes.fire({ syncIds: 'all', entityIds: 'all' });
    assert.equal(seen, 1);
    view.dispose();
    changes.dispose();
  });
});

function signedOutSession() {
  const didChange = new vscode.EventEmitter<SessionState>();
  return {
    didChange,
    onDidChange: didChange.event,
    onDidChangeWarnings: () => new vscode.Disposable(() => undefined),
    warnings: [],
    isDemo: false,
  };
}
