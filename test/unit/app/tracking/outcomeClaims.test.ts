import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { LedgerJobStore } from '../../../../src/jobs/store/ledgerJobStore.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { OutcomeClaims } from '../../../../src/app/tracking/outcomeClaims.ts';
import type { Job } from '../../../../src/model/job.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { sampleDraft } from '../../jobs/store/sampleUploads.ts';
import { ACCOUNT_ID, completedStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { SampleWindow } from './sampleWindow.ts';

describe('The outcomes of jobs', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let folder: LedgerFolder;
  let windows: { ledger: Ledger; store: LedgerJobStore; outcomes: OutcomeClaims; id: string }[];
  /** Which window told of which job. */
  let told: string[];

  beforeEach(() => {
    clock = FakeTimers.install({ now: Date.now() });
    folder = new LedgerFolder();
    windows = [];
    told = [];
  });

  afterEach(() => {
    windows.forEach(close);
    clock.uninstall();
    folder.remove();
  });

  function open(id: string) {
    const ledger = new Ledger({ open: () => openLedgerFile(folder.file, folder.log), log: folder.log });
    const store = ledger.jobs;
    const openBatches = new Set<string>();
    const { uploads } = ledger;
    const windowConnection = new SampleWindow();
    const outcomes = new OutcomeClaims({
      accountId: ACCOUNT_ID,
      store,
      windowId: id,
      uploads,
      openBatches,
      windowConnection,
    });
    outcomes.onDidClaim((jobs) => told.push(`${id}: ${jobs.map(({ syncId }) => syncId).join(' ')}`));
    windows.push({ ledger, store, outcomes, id });
    return { ledger, store, outcomes, id, openBatches, windowConnection };
  }

  function close({ ledger, outcomes }: { ledger: Ledger; outcomes: OutcomeClaims }): void {
    outcomes.dispose();
    ledger.dispose();
  }

  async function letPass(ms: number): Promise<void> {
    windows.forEach(({ store }) => store.catchUp());
    await clock.tickAsync(ms);
  }

  function end(changes: Partial<Job> = {}): Job {
    return sampleJob({ status: completedStatus(), knownSince: Date.now(), startedIn: 'first', ...changes });
  }

  it('are announced by the window that started the job, whichever window learned of the end', async () => {
    open('first');
    open('second').store.addAll([end()]);
    await letPass(10_000);
    assert.deepEqual(told, ['first: sync-1']);
  });

  it('are announced by one of the others if that window is gone', async () => {
    open('second').store.addAll([end()]);
    open('third');
    await letPass(1000);
    assert.deepEqual(told, []);
    await letPass(10_000);
    assert.equal(told.length, 1);
  });

  it('are announced by another window if the one that started the job is lost, and by that one if it is the only one', async () => {
    const first = open('first');
    first.windowConnection.setConnected(false);
    open('second').store.addAll([end()]);
    await letPass(10_000);
    assert.deepEqual(told, ['second: sync-1']);
    windows.splice(1).forEach(close);
    first.store.addAll([end({ syncId: 'sync-2' })]);
    await letPass(10_000);
    assert.equal(told.length, 1);
    first.windowConnection.setConnected(true);
    await letPass(10);
    assert.deepEqual(told, ['second: sync-1', 'first: sync-2']);
  });

  it('wait with one timer, however many there are and however often the store changes', async () => {
    const { store } = open('second');
    for (let index = 0; index < 20; index += 1) {
      store.addAll([end({ syncId: `sync-${index}` })]);
      await letPass(100);
      assert.equal(clock.countTimers(), 1);
    }
    await letPass(10_000);
    assert.equal(told.length, 20);
    assert.equal(clock.countTimers(), 0);
  });

  it('are announced together if one command started the jobs, once the last of them has ended', async () => {
    const { store } = open('first');
    open('second');
    store.addAll([end({ batch: 'batch', status: undefined })]);
    store.addAll([end({ batch: 'batch', syncId: 'sync-2' })]);
    store.addAll([end({ syncId: 'alone' })]);
    await letPass(60_000);
    assert.deepEqual(told, ['first: alone']);
    store.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, status: completedStatus() }));
    await letPass(60_000);
    assert.deepEqual(told.slice(1), ['first: sync-2 sync-1']);
  });

  it('are announced together by another window if the one that started them is gone', async () => {
    const { store } = open('second');
    open('third');
    store.addAll([end({ batch: 'batch' })]);
    store.addAll([end({ batch: 'batch', syncId: 'sync-2' })]);
    await letPass(1000);
    assert.deepEqual(told, []);
    await letPass(10_000);
    assert.equal(told.length, 1);
    assert.match(told.join(), /sync-1 sync-2/);
  });

  it('wait while the window still starts jobs of the same command', async () => {
    const { store, outcomes, openBatches } = open('first');
    openBatches.add('batch');
    store.addAll([end({ batch: 'batch' })]);
    await letPass(10_000);
    assert.deepEqual(told, []);
    store.addAll([end({ batch: 'batch', syncId: 'sync-2' })]);
    openBatches.delete('batch');
    outcomes.checkSoon();
    await letPass(0);
    assert.deepEqual(told, ['first: sync-1 sync-2']);
  });

  it('wait while another window still sends files that were uploaded by the same command', async () => {
    const first = open('first');
    const intents = new UploadIntents(first.ledger.uploads);
    open('second');
    first.openBatches.add('batch');
    const draft = sampleDraft();
    assert.equal(intents.reserve(ACCOUNT_ID, [draft]).kind, 'reserved');
    first.store.addAll([end({ batch: 'batch', kind: 'upload' })]);
    await letPass(60_000);
    assert.deepEqual(told, []);
    intents.settle(draft.id, { kind: 'notLoaded' });
    first.openBatches.delete('batch');
    first.outcomes.checkSoon();
    await letPass(10_000);
    assert.deepEqual(told, ['first: sync-1']);
  });

  it('do not wait for files that are sent if they are of syncs, of one upload alone, or of uploads of the window itself', async () => {
    const first = open('first');
    const intents = new UploadIntents(first.ledger.uploads);
    const second = open('second');
    intents.reserve(ACCOUNT_ID, [sampleDraft()]);
    second.store.addAll([end({ batch: 'own', kind: 'upload', startedIn: 'second', syncId: 'own' })]);
    await letPass(0);
    assert.deepEqual(told, ['second: own']);
    first.outcomes.dispose();
    second.store.addAll([end({ batch: 'syncs', syncId: 'sync' })]);
    second.store.addAll([end({ kind: 'upload', syncId: 'upload' })]);
    await letPass(10_000);
    assert.deepEqual(told.slice(1).sort(), ['second: sync', 'second: upload']);
    intents.dispose();
  });

  it('are announced by another window if that which still sent files was closed', async () => {
    const first = open('first');
    const intents = new UploadIntents(first.ledger.uploads);
    open('second');
    intents.reserve(ACCOUNT_ID, [sampleDraft()]);
    first.openBatches.add('batch');
    first.store.addAll([end({ batch: 'batch', kind: 'upload' })]);
    await letPass(60_000);
    assert.deepEqual(told, []);
    intents.dispose();
    first.outcomes.dispose();
    await letPass(10_000);
    assert.deepEqual(told, ['second: sync-1']);
  });

  it('are announced without those of the same command that are no longer watched', async () => {
    const { store } = open('first');
    store.addAll([end({ batch: 'batch', status: undefined })]);
    store.addAll([end({ batch: 'batch', syncId: 'sync-2' })]);
    store.dismiss(ACCOUNT_ID, 'sync-1');
    await letPass(0);
    assert.deepEqual(told, ['first: sync-2']);
  });

  it('are announced by the next window if none was left to announce them', async () => {
    const first = open('first');
    first.store.addAll([end()]);
    close(first);
    windows.length = 0;
    open('later');
    await letPass(10_000);
    open('latest');
    await letPass(10_000);
    assert.deepEqual(told, ['later: sync-1']);
  });

  it('are not announced for running jobs, nor for adopted ones', async () => {
    const { store } = open('first');
    store.addAll([end({ status: undefined })]);
    store.addAll([end({ syncId: 'sync-2', origin: 'adopted' })]);
    await letPass(10_000);
    assert.deepEqual(told, []);
    store.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, isLost: true }));
    await letPass(0);
    assert.deepEqual(told, ['first: sync-1']);
  });
});
