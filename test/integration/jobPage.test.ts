import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConnectionFeedState } from '../../src/app/connections/feedState.ts';
import type { LookUpResult } from '../../src/app/tracking/lookedUpJobs.ts';
import type { SignedInState } from '../../src/app/session/session.ts';
import type { JobsChange } from '../../src/app/tracking/jobsChange.ts';
import { Emitter } from '../../src/base/event.ts';
import { monotonicNow } from '../../src/base/monotonicClock.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import { JobPages } from '../../src/ui/jobPage/jobPages.ts';
import { pageHtml } from '../../src/ui/window/pageHtml.ts';
import type { Panel } from '../../src/ui/window/panels.ts';
import { eventually } from '../eventually.ts';
import { sampleJob } from '../unit/jobs/sampleJobs.ts';

const LOADED = { kind: 'loaded', connections: [], droppedRows: 0, omittedRows: 0 } as const;

describe('The frame of the job page', () => {
  const folder = vscode.Uri.file('/extension/dist');
  const webview = { asWebviewUri: (uri: vscode.Uri) => uri.with({ scheme: 'webview' }) };

  function readFrame(): {
    readonly html: string;
    readonly policy: ReadonlyMap<string, string>;
    readonly nonce: string;
  } {
    const html: string = pageHtml(webview, folder, 'jobPage');
    const directives = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split('; ') ?? [];
    const policy = new Map(
      directives.map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
    );
    return { html, policy, nonce: /nonce="([^"]*)"/.exec(html)?.[1] ?? '' };
  }

  it('allows only its own script and style, and sends nothing', () => {
    const { html, policy, nonce } = readFrame();
    assert.match(nonce, /^[\w-]{22}$/);
    assert.deepEqual(Object.fromEntries(policy), {
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}'`,
      'style-src': `'nonce-${nonce}'`,
      'base-uri': "'none'",
      'form-action': "'none'",
    });
    const loaded = [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    assert.deepEqual(loaded, ['webview:/extension/dist/jobPage.css', 'webview:/extension/dist/jobPage.js']);
    assert.match(html, /<script nonce="[^"]*" src="[^"]*"><\/script>/);
    assert.doesNotMatch(html, /<style|\son\w+=|javascript:/);
  });

  it('does not accept the nonce of another page', () => {
    assert.notEqual(readFrame().nonce, readFrame().nonce);
  });
});

describe('The tabs of job pages', () => {
  const signedIn = { kind: 'signedIn' } as SignedInState;
  const known = new JobCollection([sampleJob({ syncId: 'a' }), sampleJob({ syncId: 'b' })]);
  let onScreen: readonly string[];
  let lookedUp: string[];
  let pages: JobPages;
  let feedState: ConnectionFeedState;
  let feedChanges: Emitter<ConnectionFeedState>;
  let jobChanges: Emitter<JobsChange>;
  let found: LookUpResult | undefined;

  beforeEach(() => {
    found = undefined;
    feedState = { kind: 'loading' };
    feedChanges = new Emitter();
    jobChanges = new Emitter();
    onScreen = [];
    lookedUp = [];
    pages = new JobPages({
      session: { state: signedIn, isDemo: false },
      feed: {
        get state() {
          return feedState;
        },
        onDidChange: feedChanges.event,
      },
      tracker: {
        jobs: known,
        find: (syncId) => known.find(syncId),
        history: () => [],
        markSeen: () => undefined,
        onDidChange: jobChanges.event,
        setOnScreen: (syncIds) => (onScreen = syncIds),
        lookUp: (syncId, { entityId = '' } = {}) => (lookedUp.push(`${syncId} of ${entityId}`), Promise.resolve(found)),
      },
      distFolder: vscode.Uri.file('/extension/dist'),
      retry: () => undefined,
      showInFile: () => undefined,
      report: assert.ifError,
    });
  });
  afterEach(async () => {
    pages.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** A panel as VS Code restores it after a reload. */
  function restored(): Panel {
    return vscode.window.createWebviewPanel('test.restored', 'Restored', vscode.ViewColumn.Active) as unknown as Panel;
  }

  /** A visible panel that collects the reasons why no job is shown. */
  function explained(): { readonly panel: Panel; readonly texts: string[] } {
    const texts: string[] = [];
    const created = restored();
    const postMessage = (message: { readonly text?: string }) => texts.push(message.text ?? '');
    const webview = new Proxy(created.webview, {
      get: (real, name) => (name === 'postMessage' ? postMessage : bound(real, name)),
      set: (real, name, value) => Reflect.set(real, name, value, real),
    });
    const panel = new Proxy(created, {
      get: (real, name) => {
        const replaced = new Map<string | symbol, unknown>([
          ['webview', webview],
          ['visible', true],
        ]);
        return replaced.get(name) ?? bound(real, name);
      },
      set: (real, name, value) => Reflect.set(real, name, value, real),
    });
    return { panel, texts };
  }

  function bound(target: object, name: string | symbol): unknown {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  }

  function tabCount(): number {
    return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
  }

  it('are restored after a reload, and closed without a job', async () => {
    for (const state of [{ syncId: 'a' }, { syncId: 'b', entityId: 'c' }, undefined]) {
      await pages.restore(restored(), state);
    }
    await eventually(() => tabCount() === 2, 'Two tabs are left');
    pages.open('b');
    assert.equal(tabCount(), 2, 'the restored tab is shown');
    assert.deepEqual(lookedUp, ['a of ', 'b of c'], 'jobs that are not stored are looked up again');
  });

  it('are one for each job, even if a hidden tab is restored after the job was opened again', async () => {
    pages.open('a');
    const panel = restored();
    await pages.restore(panel, { syncId: 'a' });
    await eventually(() => tabCount() === 1, 'One tab is left');
    assert.ok(panel.visible, 'the one that was shown last');
    await eventually(() => onScreen.join() === 'a', 'Its page is visible');
    pages.open('a');
    assert.equal(tabCount(), 1);
  });

  it('look for a job that was not found again with every list of connections, until it is known', async () => {
    await pages.restore(restored(), { syncId: 'c', entityId: 'd' });
    feedState = { kind: 'failed', failure: { kind: 'unreachable', reason: 'refused', detail: '' } };
    feedChanges.fire(feedState);
    assert.deepEqual(lookedUp, ['c of d']);
    feedState = { ...LOADED, requestedAt: Date.now(), receivedAt: Date.now(), receivedAtMonotonic: monotonicNow() };
    feedChanges.fire(feedState);
    assert.deepEqual(lookedUp, ['c of d', 'c of d']);
    known.put(sampleJob({ syncId: 'c' }));
    feedChanges.fire(feedState);
    feedChanges.fire(feedState);
    assert.equal(lookedUp.length, 2);
    known.delete('c');
  });

  it('look for a job that is not known when they are opened, once', async () => {
    found = { kind: 'failure', failure: { kind: 'unreachable', reason: 'refused', detail: '' } };
    pages.open('a');
    pages.open('c');
    pages.open('c');
    assert.deepEqual(lookedUp, ['c of ']);
    feedState = { ...LOADED, requestedAt: Date.now(), receivedAt: Date.now(), receivedAtMonotonic: monotonicNow() };
    found = { kind: 'job', job: sampleJob({ syncId: 'c' }) };
    feedChanges.fire(feedState);
    await Promise.resolve();
    feedChanges.fire(feedState);
    assert.equal(lookedUp.length, 2, 'it was found');
  });

  it('explain with the connections that a job is not shown only while it is looked for', async () => {
    const { panel, texts } = explained();
    await pages.restore(panel, { syncId: 'c' });
    assert.deepEqual(texts, ['Loading connections…']);
    found = { kind: 'failure', failure: { kind: 'notFound', problem: undefined } };
    feedState = { ...LOADED, requestedAt: Date.now(), receivedAt: Date.now(), receivedAtMonotonic: monotonicNow() };
    feedChanges.fire(feedState);
    await Promise.resolve();
    const notListed = 'This job is not in the list of jobs of this account.';
    assert.deepEqual(texts.slice(1, 2), [notListed], 'until there is a response');
    assert.match(texts.at(-1) ?? '', /^The service does not have this job\. If it belongs to another account/);
    feedChanges.fire(feedState);
    assert.equal(lookedUp.length, 2, 'the service does not have it');
    const loaded = feedState;
    // As after a switch to another account.
    feedState = { kind: 'loading' };
    feedChanges.fire(feedState);
    feedState = loaded;
    found = { kind: 'job', job: sampleJob({ syncId: 'c' }) };
    feedChanges.fire(feedState);
    assert.equal(lookedUp.length, 3, 'the other account may have it');
  });

  it('do not explain with the connections that a job was removed from the list', async () => {
    known.put(sampleJob({ syncId: 'c' }));
    found = { kind: 'job', job: sampleJob({ syncId: 'c' }) };
    const { panel, texts } = explained();
    await pages.restore(panel, { syncId: 'c' });
    known.delete('c');
    // Nothing loads the connections while their view is hidden.
    jobChanges.fire({ syncIds: 'all', entityIds: 'all' });
    assert.equal(texts.at(-1), 'This job is not in the list of jobs of this account.');
  });

  it('are one for each job, and those that are visible are on screen', async () => {
    pages.open('a');
    pages.open('b');
    await eventually(() => tabCount() === 2 && onScreen.join() === 'b', 'The second one is visible');
    pages.open('a');
    await eventually(() => tabCount() === 2 && onScreen.join() === 'a', 'The first one is visible');
  });
});
