import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { asMonotonic } from '../../src/base/monotonicClock.ts';
import type { CurrentChange } from '../../src/app/connections/currentConnections.ts';
import type { ConnectionFeedState } from '../../src/app/connections/feedState.ts';
import { LastJobs } from '../../src/app/tracking/lastJobs.ts';
import type { LookUpResult } from '../../src/app/tracking/lookedUpJobs.ts';
import { Emitter } from '../../src/base/event.ts';
import { connectionEvents } from '../../src/jobs/history/connectionEvents.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import type { Connection } from '../../src/model/connection.ts';
import type { Job } from '../../src/model/job.ts';
import { connectionModel } from '../../src/ui/connectionPage/connectionModel.ts';
import { ConnectionPages } from '../../src/ui/connectionPage/connectionPages.ts';
import type { MessageToPage } from '../../src/ui/connectionPage/messages.ts';
import { failureSentence } from '../../src/ui/format/failureText.ts';
import type { Panel } from '../../src/ui/window/panels.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../unit/jobs/sampleJobs.ts';
import { sampleConnection } from '../unit/model/sampleConnection.ts';
import { connectService, signInAfresh } from './extensionUnderTest.ts';
import { withMessages } from './shownMessages.ts';

const NOW = Date.UTC(2026, 0, 2, 12);
const MINUTE_MS = 60_000;

/** A sync that has ended so many minutes ago. */
function run(ago: number, durationMs: number, status = 'completed', changes: Partial<Job> = {}): Job {
  const completedAt = NOW - ago * MINUTE_MS;
  const steps = [
    sampleStep({ name: 'Load', status, count: 100 + ago, message: status === 'failed' ? 'No rows.' : '' }),
  ];
  return sampleJob({
    syncId: `run-${ago}`,
    entityId: 'orders',
    status: completedStatus({ status, message: '', startedAt: completedAt - durationMs, completedAt, steps }),
    receivedAt: completedAt,
    ...changes,
  });
}

describe('What the page of a connection shows', () => {
  const connection = sampleConnection({
    entityId: 'orders',
    lastSyncId: 'run-10',
    lastSyncAt: NOW - 10 * MINUTE_MS,
    nextScheduledSyncAt: NOW + 30 * MINUTE_MS,
  });
  const change = { missing: ['vat'], added: ['tax'], recased: [], isReordered: false };
  const source = { name: 'ledger.csv', rows: 3, byteLength: 40, uri: 'file:///ledger.csv', headerChange: change };
  const running = sampleJob({
    syncId: 'now',
    entityId: 'orders',
    origin: 'adopted',
    status: runningStatus({ startedAt: NOW - 12_000 }),
  });
  const jobs = [
    running,
    run(10, 20_000),
    run(20, 30_000, 'failed'),
    run(30, 40_000),
    run(40, 60_000),
    run(50, 1000, 'completed', { kind: 'upload', source }),
  ];
  const modelOf = (one: Connection, known = jobs, isDemo = false) =>
    connectionModel(
      { connection: one, jobs: known, events: connectionEvents(known, () => []), reason: '', stale: '', isDemo },
      NOW,
    );

  it('is every field of the contract, and what is not known', () => {
    const { title, sentence, fields, ids, canSync } = modelOf(connection);
    assert.deepEqual([title, sentence], ['orders', 'Succeeded 10 minutes ago. Next sync in 30 minutes.']);
    assert.deepEqual(
      fields.map(({ label }) => label),
      [
        'Source system',
        'Active',
        'Syncing now',
        'Last sync reported errors',
        'Last sync status',
        'Last sync',
        'Next scheduled sync',
      ],
    );
    assert.deepEqual(
      ids.map(({ value }) => value),
      ['orders', 'run-10'],
    );
    assert.equal(canSync, true);
    assert.equal(modelOf({ ...connection, isActive: false }).canSync, false);
    assert.equal(modelOf(connection, jobs, true).fields[0]?.value, 'Demo with sample data');
    assert.doesNotMatch(modelOf(connection).limits, /last sync is not among them/);
    assert.match(modelOf({ ...connection, lastSyncId: 'elsewhere' }).limits, /last sync is not among them/);
  });

  it('is how many runs completed, how long they take, and the one that runs', () => {
    const [syncs, uploads, ...others] = modelOf(connection).groups;
    assert.equal(others.length, 0);
    assert.equal(syncs?.rate, '3 of the last 4 completed (75%)');
    assert.deepEqual(
      [syncs.band?.lowMs, syncs.band?.medianMs, syncs.band?.highMs, syncs.band?.text],
      [24_000, 40_000, 56_000, 'The last 3 completed runs'],
    );
    assert.deepEqual(
      syncs.runs.map(({ durationMs, elapsedMs, count }) => [durationMs, elapsedMs, count]),
      [
        [60_000, null, 140],
        [40_000, null, 130],
        [30_000, null, 120],
        [20_000, null, 110],
        [null, 12_000, null],
      ],
    );
    assert.deepEqual([uploads?.rate, uploads?.band], ['', null]);
  });

  it('is what happened, each with its job', () => {
    const { events, spans } = modelOf(connection);
    assert.deepEqual(
      events.filter(({ syncId }) => syncId === 'run-50').map(({ text, details }) => `${text}: ${details}`),
      [
        'Upload ended: ledger.csv · completed · Load 150 · 1 s',
        'Header changed: added tax; removed vat',
        'Upload started: ledger.csv',
      ],
    );
    const [failed] = events.filter(({ syncId, state }) => syncId === 'run-20' && state === 'failed');
    assert.equal(failed?.details, 'failed · Load 120 · 30 s · No rows.');
    assert.equal(events[0]?.details, 'sync, started elsewhere');
    assert.deepEqual(
      spans.map(({ kind, hasNewHeader }) => [kind, hasNewHeader]).filter(([kind]) => kind === 'upload'),
      [['upload', true]],
    );
  });

  it('is bounded, however much there is', () => {
    const many = Array.from({ length: 500 }, (_, index) => run(index + 1, 1000));
    const { events, groups } = modelOf(connection, many);
    assert.deepEqual([events.length, groups[0]?.runs.length], [200, 30]);
  });
});

describe('The pages of connections', () => {
  const connections = new Map<string, Connection>();
  let changes: Emitter<CurrentChange>;
  let lookups: string[];
  let lookUpResult: LookUpResult;
  let visible: boolean[];
  let acted: string[];
  let feed: { state: ConnectionFeedState };
  let feedChanges: Emitter<ConnectionFeedState>;
  let outageSince: number | undefined;
  let session: { state: { kind: 'signedIn' | 'signedOut' }; isDemo: boolean };
  let pages: ConnectionPages;

  beforeEach(() => {
    connections.clear();
    for (const entityId of ['a', 'b']) {
      connections.set(entityId, sampleConnection({ entityId, lastSyncId: `sync of ${entityId}` }));
    }
    [changes, feedChanges, outageSince] = [new Emitter(), new Emitter(), undefined];
    [lookups, visible, acted] = [[], [], []];
    lookUpResult = { kind: 'job', job: sampleJob() };
    const loaded = {
      kind: 'loaded',
      connections: [],
      droppedRows: 0,
      omittedRows: 0,
      receivedAt: 0,
      receivedAtMonotonic: asMonotonic(0),
      requestedAt: 0,
    } as const;
    [feed, session] = [{ state: loaded }, { state: { kind: 'signedIn' }, isDemo: false }];
    const act = (what: string) => (of: Connection | string) => {
      acted.push(`${what} ${typeof of === 'string' ? of : of.entityId}`);
      return Promise.resolve();
    };
    pages = new ConnectionPages({
      connections: { find: (entityId) => connections.get(entityId), onDidChange: changes.event },
      lastJobs: new LastJobs({
        jobs: new JobCollection([]),
        findLookedUp: () => undefined,
        lookUp: (syncId) => (lookups.push(syncId), Promise.resolve(lookUpResult)),
      }),
      tracker: {
        history: () => [],
        get outageSince() {
          return outageSince;
        },
      },
      distFolder: vscode.Uri.file('/extension/dist'),
      feed: {
        get state() {
          return feed.state;
        },
        onDidChange: feedChanges.event,
      },
      session,
      startSync: act('sync'),
      uploadFile: act('upload to'),
      openJob: act('open'),
      onDidChangeVisibility: (isAnyVisible) => visible.push(isAnyVisible),
      report: assert.ifError,
    });
  });
  afterEach(async () => {
    pages.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  function tabs(): readonly string[] {
    return vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
  }

  /** A panel as VS Code restores it, in which a test stands for the page's script. */
  function restored(): {
    readonly panel: Panel;
    readonly sent: MessageToPage[];
    readonly say: (message: unknown) => void;
  } {
    const real = vscode.window.createWebviewPanel('test.restored', 'Restored', vscode.ViewColumn.Active);
    const sent: MessageToPage[] = [];
    const said = new vscode.EventEmitter<unknown>();
    const webview = withReplaced(real.webview, {
      postMessage: (message: MessageToPage) => (sent.push(message), Promise.resolve(true)),
      onDidReceiveMessage: said.event,
    });
    const panel = withReplaced(real, { webview }) as unknown as Panel;
    return { panel, sent, say: (message) => said.fire(message) };
  }

  /** The object of VS Code with other values in place of some of its own. */
  function withReplaced<T extends object>(target: T, replaced: Readonly<Record<string | symbol, unknown>>): T {
    return new Proxy(target, {
      get(_, key) {
        const value: unknown = key in replaced ? replaced[key] : Reflect.get(target, key);
        return typeof value === 'function' && !(key in replaced) ? (value.bind(target) as unknown) : value;
      },
      set: (_, key, value) => Reflect.set(target, key, value),
    });
  }

  it('are one tab for each connection, restored after a reload, and closed without one', async () => {
    pages.open('a');
    for (const state of [{ entityId: 'a' }, undefined]) {
      pages.restore(restored().panel, state);
    }
    await eventually(() => tabs().join() === 'a', 'One tab is left, with the name of its connection');
    pages.open('b');
    await eventually(() => tabs().join() === 'a,b', 'Another one has a tab of its own');
    pages.open('a');
    assert.equal(tabs().length, 2, 'the restored tab is shown');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => visible.at(-1) === false, 'No page is visible');
  });

  it('are drawn again only if their connection has changed, and look its last sync up once', () => {
    const { panel, sent } = restored();
    pages.restore(panel, { entityId: 'a' });
    assert.equal(sent.length, 1);
    changes.fire({ kind: 'rows', entityIds: new Set(['b']) });
    changes.fire({ kind: 'list' });
    assert.equal(sent.length, 1, 'nothing is sent that says the same');
    connections.set('a', sampleConnection({ entityId: 'a', lastSyncId: 'sync of a', hasError: true }));
    changes.fire({ kind: 'rows', entityIds: new Set(['a']) });
    assert.equal(sent.length, 2);
    assert.deepEqual(lookups, ['sync of a']);
    connections.delete('a');
    changes.fire({ kind: 'list' });
    for (const state of [
      { kind: 'loading' },
      { kind: 'failed', failure: { kind: 'timedOut', afterMs: 1000 } },
    ] as const) {
      feed.state = state;
      changes.fire({ kind: 'list' });
    }
    session.state = { kind: 'signedOut' };
    changes.fire({ kind: 'list' });
    assert.deepEqual(
      sent.slice(2).map((message) => (message.kind === 'gone' ? message.text : '')),
      [
        'This connection is not in the list of connections of this account.',
        'Loading connections…',
        failureSentence({ kind: 'timedOut', afterMs: 1000 }),
        'You are not signed in. Sign in to continue.',
      ],
    );
  });

  it('look the last sync up again until the service responds, and once it has ended', async () => {
    lookUpResult = { kind: 'failure', failure: { kind: 'timedOut', afterMs: 1000 } };
    pages.restore(restored().panel, { entityId: 'a' });
    changes.fire({ kind: 'list' });
    assert.deepEqual(lookups, ['sync of a'], 'while it is being looked up');
    await Promise.resolve();
    changes.fire({ kind: 'list' });
    assert.equal(lookups.length, 2);

    const next = { entityId: 'b', lastSyncId: 'next' };
    connections.set('b', sampleConnection({ ...next, isCurrentlySyncing: true }));
    pages.restore(restored().panel, { entityId: 'b' });
    connections.set('b', sampleConnection(next));
    changes.fire({ kind: 'rows', entityIds: new Set(['b']) });
    assert.deepEqual(lookups.slice(2), ['next']);
  });

  it('say that they are out of date, and since when, until they no longer are', () => {
    const { panel, sent } = restored();
    pages.restore(panel, { entityId: 'a' });
    const { state } = feed;
    assert.ok(state.kind === 'loaded');
    const failed: ConnectionFeedState = { ...state, failure: { kind: 'timedOut', afterMs: 1000 } };
    const change = (next: ConnectionFeedState, since?: number): void => {
      [feed.state, outageSince] = [next, since];
      feedChanges.fire(next);
    };
    change(failed);
    change(failed, Date.now());
    change(state);
    const stale = sent.map((message) => (message.kind === 'show' ? message.model.stale : message.kind));
    assert.deepEqual([stale.length, stale[0], stale[3]], [4, '', '']);
    assert.match(stale[1] ?? '', /^The service did not respond within 1 s\. Showing data from /);
    assert.match(stale[2] ?? '', /^The service has been unreachable since .+\. Showing data from .+\.$/);
  });

  it('act on their own connection, whatever else a message says', async () => {
    const { panel, say } = restored();
    pages.restore(panel, { entityId: 'a' });
    say({ kind: 'sync', entityId: 'b' });
    say({ kind: 'upload', connection: 'b' });
    say({ kind: 'openRun', syncId: 's-1' });
    say({ kind: 'copyId', index: 1 });
    say({ kind: 'copyId', index: 7 });
    await eventually(async () => (await vscode.env.clipboard.readText()) === 'sync of a', 'The ID is copied');
    assert.deepEqual(acted, ['sync a', 'upload to a', 'open s-1']);
  });
});

describe('Open Connection', () => {
  let service: LocalService;

  before(() => {
    service = connectService();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens the page of the row that it is called on', async () => {
    await signInAfresh(service);
    await vscode.commands.executeCommand('dataConnections.refresh');
    const [other, connection] = (await service.state()).connections;
    assert.ok(other && connection);
    const [first, row] = [other, connection].map((one) => ({ kind: 'connection', connection: one }));
    // A button of a row that is part of a selection gets the whole selection, too.
    await vscode.commands.executeCommand('dataConnections.openConnection', row, [first, row]);
    const labels = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await eventually(() => labels().includes(connection.entityName), 'Its tab is open');
  });

  it('says what it needs if it is called without a row', async () => {
    await withMessages(async (messages) => {
      await vscode.commands.executeCommand('dataConnections.openConnection');
      await messages.including(/on a row in the Connections or Jobs view/);
    });
  });
});
